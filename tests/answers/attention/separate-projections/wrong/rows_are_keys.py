# One row a key, one column a query.
# tier: core
def pair_scores(x, wq, wk):
    return (x @ wk.T) @ (x @ wq.T).T


shared_scores = pair_scores(pair_x, identity, identity)
separate_scores = pair_scores(pair_x, identity, key_projection)
