# Reads row 0, as in the exercise.
# tier: core
def row_with_query(q, k, v, position, query):
    new_q = q.clone()
    new_q[position] = query
    output, _, weights = attention(new_q, k, v)
    return weights[0], output[0]


exercise_2_weights = [1 / 3, 1 / 3, 1 / 3]
exercise_2_output = [2 / 3, 4 / 3]
