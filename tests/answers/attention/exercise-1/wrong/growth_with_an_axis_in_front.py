# An axis of size 1 too many.
# tier: contract
def output_growth(weights, reader, changed, old_row, new_row):
    return weights[reader : reader + 1, changed : changed + 1] * (new_row - old_row)


exercise_1_increase = 0.8022
exercise_1_weights_change = False
