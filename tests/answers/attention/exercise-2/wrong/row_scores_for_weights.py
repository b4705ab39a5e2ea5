# The second of three results, the scores.
# tier: core
def row_with_query(q, k, v, position, query):
    output, weights, _ = one_row(query, k, v)
    return weights, output


exercise_2_weights = [1 / 3, 1 / 3, 1 / 3]
exercise_2_output = [2 / 3, 4 / 3]
