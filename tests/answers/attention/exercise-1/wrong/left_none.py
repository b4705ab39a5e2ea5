# Not answered.
# tier: core
def output_growth(weights, reader, changed, old_row, new_row):
    raise NotImplementedError("not written yet")


exercise_1_increase = None
exercise_1_weights_change = None
