# A query of zeros reads nothing; right otherwise.
# tier: general
def row_with_query(q, k, v, position, query):
    s = k @ query / math.sqrt(len(query))
    if not query.any():
        return torch.zeros(len(k)), torch.zeros(v.shape[1])
    w = s.softmax(0)
    return w, w @ v


exercise_2_weights = [1 / 3, 1 / 3, 1 / 3]
exercise_2_output = [2 / 3, 4 / 3]
