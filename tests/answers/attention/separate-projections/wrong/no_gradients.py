# Inside torch.no_grad.
# tier: contract
import torch


@torch.no_grad()
def pair_scores(x, wq, wk):
    return (x @ wq.T) @ (x @ wk.T).T


shared_scores = pair_scores(pair_x, identity, identity)
separate_scores = pair_scores(pair_x, identity, key_projection)
