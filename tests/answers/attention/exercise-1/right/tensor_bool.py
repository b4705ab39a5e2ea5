# A tensor for the number, a tensor for the truth value.
output_growth = lambda weights, reader, changed, old_row, new_row: (
    (new_row - old_row) * weights[reader, changed]
)


import torch

exercise_1_increase = torch.tensor(0.8022, dtype=torch.float64)
exercise_1_weights_change = torch.tensor(False)
