# Flattens all batch axes into one, einsums with letters, folds back.
import torch


def attention(q, k, v):
    batch = q.shape[:-2]
    qf = q.reshape(-1, *q.shape[-2:])
    kf = k.reshape(-1, *k.shape[-2:])
    vf = v.reshape(-1, *v.shape[-2:])
    s = torch.einsum("bqd,bkd->bqk", qf, kf) * q.shape[-1] ** -0.5
    w = torch.softmax(s, 2)
    o = torch.einsum("bqk,bke->bqe", w, vf)
    return o.reshape(*batch, *o.shape[1:]), s.reshape(*batch, *s.shape[1:]), w.reshape(*batch, *w.shape[1:])
