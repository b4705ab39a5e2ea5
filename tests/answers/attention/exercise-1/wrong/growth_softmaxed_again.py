# Another softmax over the weights.
# tier: core
def output_growth(weights, reader, changed, old_row, new_row):
    return torch.softmax(weights, dim=-1)[reader, changed] * (new_row - old_row)


exercise_1_increase = 0.8022
exercise_1_weights_change = False
