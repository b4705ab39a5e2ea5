# Position 2's row: counts positions from one too many.
# tier: core
def output_growth(weights, reader, changed, old_row, new_row):
    return weights[reader, changed] * (new_row - old_row)


exercise_1_increase = 1.0070
exercise_1_weights_change = False
