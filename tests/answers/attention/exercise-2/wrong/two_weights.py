# Two weights only.
# tier: core
def row_with_query(q, k, v, position, query):
    output, _, weights = one_row(query, k, v)
    return weights, output


exercise_2_weights = [0.5, 0.5]
exercise_2_output = [2 / 3, 4 / 3]
