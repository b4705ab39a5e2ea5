# Tensors that require gradients, in float64.
def row_with_query(q, k, v, position, query):
    query, k, v = query.double(), k.double(), v.double()
    w = torch.softmax(query @ k.T / len(query) ** 0.5, dim=-1)
    return w, torch.einsum("n,nd->d", w, v)


import torch

scores = torch.zeros(3, dtype=torch.float64, requires_grad=True)
exercise_2_weights = torch.softmax(scores, dim=0)
exercise_2_output = exercise_2_weights @ v.double()
