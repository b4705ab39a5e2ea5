# Divides by the square root of the width.
# tier: core
def pair_scores(x, wq, wk):
    q, k = x @ wq.T, x @ wk.T
    return q @ k.T / q.shape[-1] ** 0.5


shared_scores = pair_scores(pair_x, identity, identity)
separate_scores = pair_scores(pair_x, identity, key_projection)
