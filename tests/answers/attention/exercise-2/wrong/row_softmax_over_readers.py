# Softmax down the columns.
# tier: core
def row_with_query(q, k, v, position, query):
    new_q = q.clone()
    new_q[position] = query
    s = new_q @ k.T / math.sqrt(len(query))
    w = s.softmax(dim=0)[position]
    return w, w @ v


exercise_2_weights = [1 / 3, 1 / 3, 1 / 3]
exercise_2_output = [2 / 3, 4 / 3]
