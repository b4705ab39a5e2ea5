# All the weight on the position itself.
# tier: core
def row_with_query(q, k, v, position, query):
    output, _, weights = one_row(query, k, v)
    return weights, output


exercise_2_weights = [1.0, 0.0, 0.0]
exercise_2_output = [1.0, 0.0]
