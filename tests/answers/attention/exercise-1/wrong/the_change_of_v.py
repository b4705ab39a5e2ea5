# The change of the value row, without the proportion.
# tier: core
def output_growth(weights, reader, changed, old_row, new_row):
    return weights[reader, changed] * (new_row - old_row)


exercise_1_increase = 2
exercise_1_weights_change = False
