# The function alone; both variables stay None.
# tier: core
def pair_scores(x, wq, wk):
    return (x @ wq.T) @ (x @ wk.T).T


shared_scores = None
separate_scores = None
