# Writes into the weights and is right once.
# tier: contract
def output_growth(weights, reader, changed, old_row, new_row):
    weights[reader] *= 1.0 + changed
    share = weights[reader, changed] / (1.0 + changed)
    return share * (new_row - old_row)


exercise_1_increase = 0.8022
exercise_1_weights_change = False
