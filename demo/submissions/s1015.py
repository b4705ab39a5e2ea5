"""Scales q in place, so the caller's tensor changes; the second call sees other numbers."""
# %% one-row-solution
def one_row(query, k, v):
    query /= math.sqrt(query.shape[0])
    scores = k @ query
    weights = torch.softmax(scores, dim=0)
    return weights @ v, scores, weights
# %% attention-solution
def attention(q, k, v):
    q /= math.sqrt(q.shape[-1])   # faster than dividing the scores
    scores = q @ k.transpose(-2, -1)
    weights = torch.softmax(scores, dim=-1)
    return weights @ v, scores, weights
# %% written-answer
# 0.4011 is only in this example, with other texts it's a different number. It's the share of
# position 2 in what position 0 reads. After that the values are multiplied and added up.
