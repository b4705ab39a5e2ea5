# Four decimals, in tuples.
def row_with_query(q, k, v, position, query):
    s = k @ query / math.sqrt(query.shape[0])
    e = torch.exp(s)
    w = e / e.sum()
    return w, w @ v


exercise_2_weights = (0.3333, 0.3333, 0.3333)
exercise_2_output = (0.6667, 1.3333)
