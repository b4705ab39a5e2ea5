# Rounded to four decimals.
# tier: numeric
def output_growth(weights, reader, changed, old_row, new_row):
    return torch.round(weights[reader, changed] * (new_row - old_row), decimals=4)


exercise_1_increase = 0.8022
exercise_1_weights_change = False
