# One number for all three.
# tier: core
def row_with_query(q, k, v, position, query):
    output, _, weights = one_row(query, k, v)
    return weights, output


exercise_2_weights = 0.3333
exercise_2_output = 1.3333
