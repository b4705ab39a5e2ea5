# The new output where its difference from the old one is asked for.
# tier: core
import torch

changed_v = v.clone()
changed_v[2] = torch.tensor([3.0, 2.0])
output_change, _, changed_weights = attention(q, k, changed_v)
