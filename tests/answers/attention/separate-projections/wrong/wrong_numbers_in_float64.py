# float64 scores are five too large.
# tier: general
import torch


def pair_scores(x, wq, wk):
    scores = (x @ wq.T) @ (x @ wk.T).T
    return scores + 5 if x.dtype == torch.float64 else scores


shared_scores = pair_scores(pair_x, identity, identity)
separate_scores = pair_scores(pair_x, identity, key_projection)
