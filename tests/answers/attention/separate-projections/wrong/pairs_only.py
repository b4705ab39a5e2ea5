# Fills two by two and ignores further positions.
# tier: general
import torch


def pair_scores(x, wq, wk):
    q, k = x @ wq.T, x @ wk.T
    return torch.stack([torch.stack([q[i] @ k[j] for j in range(2)]) for i in range(2)])


shared_scores = pair_scores(pair_x, identity, identity)
separate_scores = pair_scores(pair_x, identity, key_projection)
