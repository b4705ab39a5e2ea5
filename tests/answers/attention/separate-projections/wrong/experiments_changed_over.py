# The function is right; the two variables hold each other's result.
# tier: core
def pair_scores(x, wq, wk):
    return (x @ wq.T) @ (x @ wk.T).T


separate_scores = pair_scores(pair_x, identity, identity)
shared_scores = pair_scores(pair_x, identity, key_projection)
