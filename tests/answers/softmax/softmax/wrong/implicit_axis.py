# Lets torch guess the axis.
# tier: general
import torch.nn.functional as F

def softmax(logits):
    return F.softmax(logits)
