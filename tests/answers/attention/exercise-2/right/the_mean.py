# The plain average of the value rows.
def row_with_query(q, k, v, position, query):
    import torch.nn.functional as F
    
    w = F.softmax(F.linear(query, k) * len(query) ** -0.5, dim=-1)
    return w, F.linear(w, v.T)


import torch

exercise_2_weights = torch.ones(3) / 3
exercise_2_output = v.mean(dim=0)
