# Divides the scores by their sum.
# tier: core
def one_row(query, k, v):
    scores = k @ query / query.shape[0] ** 0.5
    weights = scores / scores.sum()
    return weights @ v, scores, weights
