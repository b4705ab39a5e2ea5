# Fractions of Python.
def row_with_query(q, k, v, position, query):
    scores = []
    for key in k:
        scores.append(torch.dot(key, query) / len(query) ** 0.5)
    weights = torch.softmax(torch.stack(scores), dim=0)
    output = torch.zeros(v.shape[1])
    for j, share in enumerate(weights):
        output = output + share * v[j]
    return weights, output


from fractions import Fraction

third = Fraction(1, 3)
exercise_2_weights = [third] * 3
exercise_2_output = [third * (1 + 0 + 1), third * (0 + 2 + 2)]
