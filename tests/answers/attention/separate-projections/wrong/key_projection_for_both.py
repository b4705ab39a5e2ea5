# The function is right; the second experiment projects both with the key projection.
# tier: core
def pair_scores(x, wq, wk):
    return (x @ wq.T) @ (x @ wk.T).T


shared_scores = pair_scores(pair_x, identity, identity)
separate_scores = pair_scores(pair_x, key_projection, key_projection)
