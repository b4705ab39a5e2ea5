# Calls itself with the same arguments.
# tier: core


def attention(q, k, v):
    output, scores, weights = attention(q, k, v)
    return output, scores, weights
