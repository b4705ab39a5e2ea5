# Reads one key at a time with a running maximum and denominator.
import torch


def attention(q, k, v):
    d = q.shape[-1]
    best = total = acc = None
    columns = []
    for j in range(k.shape[-2]):
        s = (q * k[..., j : j + 1, :]).sum(-1, keepdim=True) / d**0.5
        columns.append(s)
        value = v[..., j : j + 1, :]
        if best is None:
            best, total, acc = s, torch.ones_like(s), value + torch.zeros_like(s)
            continue
        new = torch.maximum(best, s)
        old_part, new_part = torch.exp(best - new), torch.exp(s - new)
        total = total * old_part + new_part
        acc = acc * old_part + new_part * value
        best = new
    scores = torch.cat(columns, dim=-1)
    weights = torch.exp(scores - best) / total
    return acc / total, scores, weights
