# Forgets that the query was replaced.
# tier: core
def row_with_query(q, k, v, position, query):
    output, _, weights = attention(q, k, v)
    return weights[position], output[position]


exercise_2_weights = [1 / 3, 1 / 3, 1 / 3]
exercise_2_output = [2 / 3, 4 / 3]
