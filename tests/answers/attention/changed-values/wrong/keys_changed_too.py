# Changes the keys along with the values, so the weights move.
# tier: core
import torch

changed_v = v.clone()
changed_v[2] = torch.tensor([3.0, 2.0])
old_output, _, _ = attention(q, k, v)
new_output, _, changed_weights = attention(q, changed_v, changed_v)
output_change = new_output - old_output
