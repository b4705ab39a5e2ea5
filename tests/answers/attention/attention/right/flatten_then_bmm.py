# Folds the batch axes into one for bmm and unfolds the results.
import torch


def attention(q, k, v):
    lead = q.shape[:-2]
    q3, k3, v3 = (t.contiguous().flatten(0, -3) if t.dim() > 2 else t.unsqueeze(0) for t in (q, k, v))
    scores = torch.bmm(q3, k3.transpose(1, 2)) / q.shape[-1] ** 0.5
    weights = torch.softmax(scores, dim=2)
    output = torch.bmm(weights, v3)
    return (
        output.view(*lead, *output.shape[1:]),
        scores.view(*lead, *scores.shape[1:]),
        weights.view(*lead, *weights.shape[1:]),
    )
