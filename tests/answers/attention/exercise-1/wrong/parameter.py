# Answers with numbers that require gradients, where yes or no is asked for.
# tier: core
def output_growth(weights, reader, changed, old_row, new_row):
    return weights[reader, changed] * (new_row - old_row)


import torch

exercise_1_increase = torch.nn.Parameter(torch.tensor(0.8022))
exercise_1_weights_change = torch.nn.Parameter(torch.zeros(1))
