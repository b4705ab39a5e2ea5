# F.linear and einsum.
import torch
import torch.nn.functional as F


def pair_scores(x, wq, wk):
    return torch.einsum("id,jd->ij", F.linear(x, wq), F.linear(x, wk))


shared_scores = pair_scores(pair_x, identity, identity)
separate_scores = pair_scores(pair_x, wq=identity, wk=key_projection)
