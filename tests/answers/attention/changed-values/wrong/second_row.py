# Counts rows from one: the second row was changed.
# tier: core
import torch

changed_v = v.clone()
changed_v[1] = torch.tensor([3.0, 2.0])
old_output, _, _ = attention(q, k, v)
new_output, _, changed_weights = attention(q, k, changed_v)
output_change = new_output - old_output
