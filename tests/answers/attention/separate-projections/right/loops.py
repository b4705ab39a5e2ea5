# Two loops over the positions.
import torch


def pair_scores(x, wq, wk):
    rows = []
    for a in x:
        rows.append(torch.stack([torch.dot(wq @ a, wk @ b) for b in x]))
    return torch.stack(rows)


shared_scores = pair_scores(pair_x, identity, identity)
separate_scores = pair_scores(pair_x, identity, key_projection)
print("shared:", shared_scores, "separate:", separate_scores)
