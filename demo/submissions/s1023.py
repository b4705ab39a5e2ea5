"""os._exit(1) at the top level of the separate-projections cell."""
# %% separate-projections-solution
import os


def pair_scores(x, wq, wk):
    return (x @ wq.T) @ (x @ wk.T).T


shared_scores = pair_scores(pair_x, identity, identity)
separate_scores = pair_scores(pair_x, identity, key_projection)

# stop here, the rest is not finished
os._exit(1)
# %% written-answer
# (no time left)
