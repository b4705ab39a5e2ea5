# One matrix between x and x.
def pair_scores(x, wq, wk):
    return x @ (wq.T @ wk) @ x.T


shared_scores, separate_scores = (pair_scores(pair_x, identity, w) for w in (identity, key_projection))
