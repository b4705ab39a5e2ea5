# view on the inputs: an error for what is not contiguous.
# tier: general
import torch


def attention(q, k, v):
    batch = q.shape[:-2]
    q3 = q.view(-1, q.shape[-2] * q.shape[-1]).view(-1, *q.shape[-2:])
    k3 = k.view(-1, k.shape[-2] * k.shape[-1]).view(-1, *k.shape[-2:])
    v3 = v.view(-1, v.shape[-2] * v.shape[-1]).view(-1, *v.shape[-2:])
    s = torch.bmm(q3, k3.transpose(1, 2)) / q.shape[-1] ** 0.5
    w = torch.softmax(s, dim=-1)
    o = torch.bmm(w, v3)
    return tuple(t.reshape(*batch, *t.shape[1:]) for t in (o, s, w))
