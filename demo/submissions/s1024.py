"""An endless loop in attention for more than three positions."""
# %% attention-solution
def attention(q, k, v):
    n = q.shape[-2]
    rows = []
    i = 0
    while i != n:
        if i < 3:
            s = q[..., i : i + 1, :] @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
            rows.append(s)
            i += 1
    scores = torch.cat(rows, dim=-2)
    weights = torch.softmax(scores, dim=-1)
    return weights @ v, scores, weights
# %% written-answer
# Each number is how much position 0 takes from a position: 40 % from itself, 20 % from position 1
# and 40 % from position 2. They are computed with q and k. Not learned directly, but Wq and Wk are
# learned and they decide about q and k. It has nothing to do with characters at this point.
