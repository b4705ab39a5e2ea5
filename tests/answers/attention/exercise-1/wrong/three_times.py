# Three times the proportion: the new value, not the change.
# tier: core
def output_growth(weights, reader, changed, old_row, new_row):
    return weights[reader, changed] * (new_row - old_row)


exercise_1_increase = 1.2033
exercise_1_weights_change = False
