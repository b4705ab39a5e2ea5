# A string, a float and a tensor side by side.
def row_with_query(q, k, v, position, query):
    d = len(query)
    exps = [math.exp(sum(a * b for a, b in zip(key, query.tolist())) / math.sqrt(d)) for key in k.tolist()]
    shares = [e / sum(exps) for e in exps]
    mix = [sum(s * row[c] for s, row in zip(shares, v.tolist())) for c in range(v.shape[1])]
    return torch.tensor(shares), torch.tensor(mix)


import torch

exercise_2_weights = ["1/3", 0.33333, torch.tensor(1 / 3)]
exercise_2_output = [torch.tensor(2 / 3), "1.3333"]
