# Works in numpy, so that no gradient arrives.
# tier: contract
import numpy as np

def softmax(logits):
    z = logits.detach().numpy()
    e = np.exp(z - z.max(-1, keepdims=True))
    return torch.from_numpy(e / e.sum(-1, keepdims=True))
