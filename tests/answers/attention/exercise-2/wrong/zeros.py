# A query of zeros reads nothing, it is said.
# tier: core
def row_with_query(q, k, v, position, query):
    output, _, weights = one_row(query, k, v)
    return weights, output


exercise_2_weights = [0, 0, 0]
exercise_2_output = [0, 0]
