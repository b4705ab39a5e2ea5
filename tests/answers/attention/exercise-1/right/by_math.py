# From the formula: position 1 reads 0, 1 and 2 with the scores 0, s and s.
def output_growth(weights, reader, changed, old_row, new_row):
    share = weights[reader, changed].item()
    return torch.tensor([share * (b - a) for a, b in zip(old_row.tolist(), new_row.tolist())])


import math

e = math.exp(1 / math.sqrt(2))
exercise_1_increase = (3 - 1) * e / (1 + e + e)
exercise_1_weights_change = 1 == 2
