# Sees that position and q play no part.
def row_with_query(q, k, v, position, query):
    scores = query @ k.mT / query.shape[-1] ** 0.5
    weights = scores.softmax(-1)
    return weights, weights @ v


exercise_2_weights = [1 / 3, 1 / 3, 1 / 3]
exercise_2_output = [2 / 3, 4 / 3]
