# The weights are right, the two coordinates are changed over.
# tier: core
def row_with_query(q, k, v, position, query):
    output, _, weights = one_row(query, k, v)
    return weights, output


exercise_2_weights = ["1/3", "1/3", "1/3"]
exercise_2_output = ["4/3", "2/3"]
