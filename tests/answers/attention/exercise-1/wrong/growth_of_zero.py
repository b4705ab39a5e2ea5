# The weights stay, so nothing grows, it is said.
# tier: core
def output_growth(weights, reader, changed, old_row, new_row):
    return torch.zeros_like(new_row)


exercise_1_increase = 0.8022
exercise_1_weights_change = False
