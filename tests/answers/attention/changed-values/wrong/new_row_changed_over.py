# The third row becomes [2, 3].
# tier: core
import torch

changed_v = v.clone()
changed_v[2] = torch.tensor([2.0, 3.0])
old_output, _, _ = attention(q, k, v)
new_output, _, changed_weights = attention(q, k, changed_v)
output_change = new_output - old_output
