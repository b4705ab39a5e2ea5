# Scores and weights as lists of floats.
# tier: contract
import math


def one_row(query, k, v):
    scores = [float(key @ query) / math.sqrt(len(query)) for key in k]
    e = [math.exp(s) for s in scores]
    weights = [x / sum(e) for x in e]
    return sum(w * row for w, row in zip(weights, v)), scores, weights
