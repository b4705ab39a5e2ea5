# The scores are always float64.
# tier: contract
import torch


def pair_scores(x, wq, wk):
    x, wq, wk = x.double(), wq.double(), wk.double()
    return (x @ wq.T) @ (x @ wk.T).T


shared_scores = pair_scores(pair_x, identity, identity)
separate_scores = pair_scores(pair_x, identity, key_projection)
