# index_fill-like: torch.where over the entry that changes, by a mask.
import torch

mask = torch.tensor([[False, False], [False, False], [True, False]])
changed_v = torch.where(mask, torch.tensor(3.0), v)
(changed_output, changed_scores, changed_weights) = attention(q, k, changed_v)
output_change = changed_output.sub(attention(q, k, v)[0])
