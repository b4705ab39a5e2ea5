# The difference the wrong way round.
# tier: core
import torch

changed_v = v.clone()
changed_v[2] = torch.tensor([3.0, 2.0])
output_change = attention(q, k, v)[0] - attention(q, k, changed_v)[0]
changed_weights = attention(q, k, changed_v)[2]
