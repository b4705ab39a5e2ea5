# The whole matrix sums to 1.
# tier: core
def row_with_query(q, k, v, position, query):
    output, _, weights = one_row(query, k, v)
    return weights, output


exercise_2_weights = ["1/9", "1/9", "1/9"]
exercise_2_output = ["2/9", "4/9"]
