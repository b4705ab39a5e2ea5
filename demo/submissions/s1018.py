"""Plain exponentials: right for the lesson, nan for large scores."""
# %% attention-solution
def softmax_rows(t):
    e = torch.exp(t)
    return e / e.sum(dim=-1, keepdim=True)


def attention(q, k, v):
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    weights = softmax_rows(scores)
    return weights @ v, scores, weights
# %% written-answer
# The weights are made from scratch in every forward pass, I did it by hand: exp(0.7071)/5.0562 =
# 0.4011. The model keeps Wq, Wk, Wv. It's a share of attention between three positions so there's
# no character involved. For the output you multiply by V, and the next row has other weights.
