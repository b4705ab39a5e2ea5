# Divides by d.
# tier: core
def row_with_query(q, k, v, position, query):
    w = torch.softmax(k @ query / len(query), dim=0)
    return w, w @ v


exercise_2_weights = [1 / 3, 1 / 3, 1 / 3]
exercise_2_output = [2 / 3, 4 / 3]
