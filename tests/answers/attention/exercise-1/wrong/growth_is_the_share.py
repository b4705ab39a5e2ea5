# The share without the change.
# tier: core
def output_growth(weights, reader, changed, old_row, new_row):
    return weights[reader, changed]


exercise_1_increase = 0.8022
exercise_1_weights_change = False
