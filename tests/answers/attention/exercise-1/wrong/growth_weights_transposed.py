# Transposes the weights first, then reads as it should.
# tier: core
def output_growth(weights, reader, changed, old_row, new_row):
    w = weights.T
    return w[reader, changed] * (new_row - old_row)


exercise_1_increase = 0.8022
exercise_1_weights_change = False
