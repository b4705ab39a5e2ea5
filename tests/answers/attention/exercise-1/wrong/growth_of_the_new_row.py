# Share of the new row; the old one is not subtracted.
# tier: core
def output_growth(weights, reader, changed, old_row, new_row):
    return weights[reader, changed] * new_row


exercise_1_increase = 0.8022
exercise_1_weights_change = False
