# Computed by the student's own attention, the row taken out.
def row_with_query(q, k, v, position, query):
    out, _, w = attention(query.unsqueeze(0), k, v)
    return w.squeeze(0), out.squeeze(0)


import torch

q0 = torch.tensor([[0.0, 0.0]])
out, _, w = attention(q0, k, v)
exercise_2_weights = w[0]
exercise_2_output = out[0]
