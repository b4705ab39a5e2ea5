# A list of numbers where a tensor is asked for.
# tier: contract
def output_growth(weights, reader, changed, old_row, new_row):
    return (weights[reader, changed] * (new_row - old_row)).tolist()


exercise_1_increase = 0.8022
exercise_1_weights_change = False
