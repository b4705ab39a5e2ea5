# Has a softmax of its own, above.
def own_softmax(numbers):
    top = max(numbers)
    parts = [math.exp(n - top) for n in numbers]
    return torch.tensor([p / sum(parts) for p in parts])


def row_with_query(q, k, v, position, query):
    w = own_softmax([float(key @ query) / math.sqrt(len(query)) for key in k])
    return w, w @ v


exercise_2_weights = [1 / 3, 1 / 3, 1 / 3]
exercise_2_output = [2 / 3, 4 / 3]
