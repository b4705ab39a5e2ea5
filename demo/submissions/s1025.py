"""An endless loop at the top level of the cell for exercise 1."""
# %% exercise-1-solution
def output_growth(weights, reader, changed, old_row, new_row):
    return weights[reader, changed] * (new_row - old_row)


# find the increase by trying
guess = 0.0
target = 2 * attention(q, k, v)[2][1, 2].item()
while guess != target:
    guess += 0.0001
exercise_1_increase = guess
exercise_1_weights_change = False
# %% written-answer
# The numbers in A are results and not parameters, they are made from Q and K in this pass. There's
# one row per reader, so "every output" is wrong. Position 2 contributes 0.4011 * [1, 2].
