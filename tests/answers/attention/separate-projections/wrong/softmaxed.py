# Returns proportions, not dot products.
# tier: core
import torch


def pair_scores(x, wq, wk):
    return torch.softmax((x @ wq.T) @ (x @ wk.T).T, dim=-1)


shared_scores = pair_scores(pair_x, identity, identity)
separate_scores = pair_scores(pair_x, identity, key_projection)
