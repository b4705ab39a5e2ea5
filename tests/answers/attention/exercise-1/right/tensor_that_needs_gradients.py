# A tensor with one entry that requires a gradient.
def output_growth(weights, reader, changed, old_row, new_row):
    w = weights.double()
    return torch.einsum(",d->d", w[reader, changed], new_row.double() - old_row.double())


import torch

exercise_1_increase = torch.tensor([0.8022], requires_grad=True)
exercise_1_weights_change = False
