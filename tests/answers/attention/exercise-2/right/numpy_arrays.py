# numpy arrays.
def row_with_query(q, k, v, position, query):
    scores = k.numpy() @ query.numpy() / np.sqrt(len(query))
    e = np.exp(scores - scores.max())
    w = e / e.sum()
    return torch.from_numpy(w), torch.from_numpy(w @ v.numpy())


import numpy as np

exercise_2_weights = np.full(3, 1 / 3)
exercise_2_output = exercise_2_weights @ np.array([[1, 0], [0, 2], [1, 2]])
