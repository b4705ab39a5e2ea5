"""The projection is not transposed, and neither is it in pair_scores."""
# %% projection-solution
def project(x, weight):
    return torch.matmul(x, weight)
# %% separate-projections-solution
def pair_scores(x, wq, wk):
    queries = x @ wq
    keys = x @ wk
    return queries @ keys.T


shared_scores = pair_scores(pair_x, identity, identity)
separate_scores = pair_scores(pair_x, identity, key_projection)
# %% written-answer
# I think the classmate confuses three things: parameters, probabilities, and proportions. The
# row is a set of proportions. Wq, Wk and Wv are the parameters. The probabilities come only at
# the end of the model. And if V for position 2 were [0, 0], its proportion wouldn't matter.
