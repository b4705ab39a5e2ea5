# New weights, old output.
# tier: core
def row_with_query(q, k, v, position, query):
    new_q = q.clone()
    new_q[position] = query
    return attention(new_q, k, v)[2][position], attention(q, k, v)[0][position]


exercise_2_weights = [1 / 3, 1 / 3, 1 / 3]
exercise_2_output = [2 / 3, 4 / 3]
