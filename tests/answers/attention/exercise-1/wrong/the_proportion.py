# The proportion itself; the factor 2 is missing.
# tier: core
def output_growth(weights, reader, changed, old_row, new_row):
    return weights[reader, changed] * (new_row - old_row)


exercise_1_increase = 0.4011
exercise_1_weights_change = False
