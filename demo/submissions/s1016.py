"""The code is right, both exercises are wrong."""
# %% exercise-1-solution
def output_growth(weights, reader, changed, old_row, new_row):
    return weights[reader, changed]


# row 1 is the middle one, weight of the third position is 0.4011
exercise_1_increase = 0.4011
exercise_1_weights_change = True
# %% exercise-2-solution
def row_with_query(q, k, v, position, query):
    scores = k @ query / math.sqrt(len(query))
    return scores, scores @ v


# a zero query matches nothing
exercise_2_weights = [0, 0, 0]
exercise_2_output = [0, 0]
# %% written-answer
# The numbers are computed from query and keys by the dot product. A high number means that the
# position is important for the reader. Trained are the matrices. To say how much position 2
# contributes, you need to know its value.
