# The function is right; the key projection went to the queries.
# tier: core
def pair_scores(x, wq, wk):
    return (x @ wq.T) @ (x @ wk.T).T


shared_scores = pair_scores(pair_x, identity, identity)
separate_scores = pair_scores(pair_x, key_projection, identity)
