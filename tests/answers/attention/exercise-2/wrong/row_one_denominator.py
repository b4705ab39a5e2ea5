# One denominator for the matrix.
# tier: core
def row_with_query(q, k, v, position, query):
    new_q = q.clone()
    new_q[position] = query
    e = torch.exp(new_q @ k.T / math.sqrt(len(query)))
    w = (e / e.sum())[position]
    return w, w @ v


exercise_2_weights = [1 / 3, 1 / 3, 1 / 3]
exercise_2_output = [2 / 3, 4 / 3]
