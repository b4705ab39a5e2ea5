# "yes" as a word.
# tier: core
def output_growth(weights, reader, changed, old_row, new_row):
    return weights[reader, changed] * (new_row - old_row)


exercise_1_increase = 0.8022
exercise_1_weights_change = "yes"
