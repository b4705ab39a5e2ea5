# Projects both, then all dot products.
def pair_scores(x, wq, wk):
    q = x @ wq.T
    k = x @ wk.T
    return q @ k.T


shared_scores = pair_scores(pair_x, identity, identity)
separate_scores = pair_scores(pair_x, identity, key_projection)
