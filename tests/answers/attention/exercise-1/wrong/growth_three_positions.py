# Written out for three positions.
# tier: general
def output_growth(weights, reader, changed, old_row, new_row):
    if weights.shape != (3, 3):
        raise ValueError("three positions expected")
    return weights[reader, changed] * (new_row - old_row)


exercise_1_increase = 0.8022
exercise_1_weights_change = False
