# The row of the lesson, as if the query had stayed.
# tier: core
def row_with_query(q, k, v, position, query):
    output, _, weights = one_row(query, k, v)
    return weights, output


exercise_2_weights = [0.4011, 0.1978, 0.4011]
exercise_2_output = [0.8022, 1.1978]
