# The function gives the exponentials, undivided.
# tier: core
def row_with_query(q, k, v, position, query):
    s = k @ query / math.sqrt(len(query))
    w = s.exp()
    return w, w @ v


exercise_2_weights = [1 / 3, 1 / 3, 1 / 3]
exercise_2_output = [2 / 3, 4 / 3]
