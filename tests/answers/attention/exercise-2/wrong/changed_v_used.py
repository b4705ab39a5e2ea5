# Uses the third row [3, 2] of the exercise before.
# tier: core
def row_with_query(q, k, v, position, query):
    output, _, weights = one_row(query, k, v)
    return weights, output


exercise_2_weights = [1 / 3, 1 / 3, 1 / 3]
exercise_2_output = [4 / 3, 4 / 3]
