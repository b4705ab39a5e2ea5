# Spaces around the number; "False" as a word.
def output_growth(weights, reader, changed, old_row, new_row):
    row = weights[reader, :]
    delta = torch.sub(new_row, old_row)
    return torch.mul(row[changed], delta)


exercise_1_increase = " 0.8022 "
exercise_1_weights_change = "False"
