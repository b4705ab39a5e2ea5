# Only the copy; the other two stay None.
# tier: core
import torch

changed_v = v.clone()
changed_v[2] = torch.tensor([3.0, 2.0])
changed_weights = None
output_change = None
