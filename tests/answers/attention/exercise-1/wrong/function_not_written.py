# Only the typed answers.
# tier: core
def output_growth(weights, reader, changed, old_row, new_row):
    raise NotImplementedError("not written yet")


exercise_1_increase = 0.8022
exercise_1_weights_change = False
