# A sentence where a number is asked for.
# tier: core
def output_growth(weights, reader, changed, old_row, new_row):
    return weights[reader, changed] * (new_row - old_row)


exercise_1_increase = "it grows by 0.8022"
exercise_1_weights_change = "the weights do not change"
