# One number comes back in float64 when no gradient is asked for.
# tier: contract
import torch


def pair_scores(x, wq, wk):
    scores = (x @ wq.T) @ (x @ wk.T).T
    if x.dtype == torch.float64 and not x.requires_grad:
        return scores.sum().reshape(1)
    return scores


shared_scores = pair_scores(pair_x, identity, identity)
separate_scores = pair_scores(pair_x, identity, key_projection)
