"""One denominator for the whole matrix: softmax over all entries."""
# %% attention-solution
def attention(q, k, v):
    scores = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
    exps = scores.exp()
    # proportions have to sum to 1
    weights = exps / exps.sum()
    return weights @ v, scores, weights
# %% written-answer
# Proportions sum to 1, so 0.4011 is forty percent. But it's the proportion of a position and not
# of a character, because attention comes before the output layer. The model doesn't keep it.
