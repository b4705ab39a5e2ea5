# Goes over to float64 for the difference.
import torch

changed_v = torch.tensor([[1.0, 0.0], [0.0, 2.0], [3.0, 2.0]])
old_output, _, _ = attention(q, k, v)
new_output, _, weights = attention(q, k, changed_v)
changed_weights = weights.double()
output_change = new_output.double() - old_output.double()
