# Projects with the weights themselves.
# tier: core
def pair_scores(x, wq, wk):
    return (x @ wq) @ (x @ wk).T


shared_scores = pair_scores(pair_x, identity, identity)
separate_scores = pair_scores(pair_x, identity, key_projection)
