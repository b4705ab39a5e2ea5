# Types the changed values out.
import torch

changed_v = torch.tensor([[1.0, 0.0], [0.0, 2.0], [3.0, 2.0]])
o1, s1, w1 = attention(q, k, v)
o2, s2, w2 = attention(q, k, changed_v)
changed_weights = w2
output_change = o2 - o1
