# Takes the second result, the scores, for the weights.
# tier: core
import torch

changed_v = v.clone()
changed_v[2] = torch.tensor([3.0, 2.0])
old_output, _, _ = attention(q, k, v)
new_output, changed_weights, _ = attention(q, k, changed_v)
output_change = new_output - old_output
