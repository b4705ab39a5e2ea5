# The exponentials, undivided.
# tier: core
def row_with_query(q, k, v, position, query):
    output, _, weights = one_row(query, k, v)
    return weights, output


exercise_2_weights = [1, 1, 1]
exercise_2_output = [2, 4]
