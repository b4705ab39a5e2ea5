# The numbers are right, but v itself was changed.
# tier: contract
import torch

old_output = attention(q, k, v)[0]
v[2] = torch.tensor([3.0, 2.0])
changed_v = v.clone()
new_output, _, changed_weights = attention(q, k, changed_v)
output_change = new_output - old_output
