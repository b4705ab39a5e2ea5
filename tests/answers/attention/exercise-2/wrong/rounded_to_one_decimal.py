# Rounded to one decimal.
# tier: numeric
def row_with_query(q, k, v, position, query):
    output, _, weights = one_row(query, k, v)
    return weights, output


exercise_2_weights = [0.3, 0.3, 0.3]
exercise_2_output = [0.7, 1.3]
