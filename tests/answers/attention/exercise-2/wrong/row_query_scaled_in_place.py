# Scales the query in place.
# tier: contract
def row_with_query(q, k, v, position, query):
    query /= math.sqrt(len(query))
    w = torch.softmax(k @ query, dim=0)
    return w, w @ v


exercise_2_weights = [1 / 3, 1 / 3, 1 / 3]
exercise_2_output = [2 / 3, 4 / 3]
