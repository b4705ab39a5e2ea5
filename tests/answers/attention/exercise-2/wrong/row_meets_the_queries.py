# Compares with the queries.
# tier: core
def row_with_query(q, k, v, position, query):
    new_q = q.clone()
    new_q[position] = query
    s = new_q @ query / math.sqrt(len(query))
    w = s.softmax(0)
    return w, w @ v


exercise_2_weights = [1 / 3, 1 / 3, 1 / 3]
exercise_2_output = [2 / 3, 4 / 3]
