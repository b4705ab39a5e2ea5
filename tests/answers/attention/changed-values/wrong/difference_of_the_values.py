# Subtracts the values, not the outputs.
# tier: core
import torch

changed_v = v.clone()
changed_v[2] = torch.tensor([3.0, 2.0])
changed_weights = attention(q, k, changed_v)[2]
output_change = changed_v - v
