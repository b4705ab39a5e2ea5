# A word in Chinese.
def output_growth(weights, reader, changed, old_row, new_row):
    after = weights[reader][changed] * new_row
    before = weights[reader][changed] * old_row
    return after - before


exercise_1_increase = 2 * 0.4011
exercise_1_weights_change = "不会"
