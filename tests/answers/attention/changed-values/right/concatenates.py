# Joins the first two rows with the new third.
import torch

changed_v = torch.cat([v[:2], torch.tensor([[3.0, 2.0]])])
before = attention(q, k, v)
after = attention(q, k, changed_v)
changed_weights = after[2]
output_change = after[0] - before[0]
print("weights the same?", torch.equal(before[2], after[2]))
