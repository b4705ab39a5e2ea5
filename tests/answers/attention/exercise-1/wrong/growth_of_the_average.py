# One share for everyone.
# tier: core
def output_growth(weights, reader, changed, old_row, new_row):
    return (new_row - old_row) / weights.shape[1]


exercise_1_increase = 0.8022
exercise_1_weights_change = False
