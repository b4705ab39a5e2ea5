# Says what it does while doing it.
def output_growth(weights, reader, changed, old_row, new_row):
    assert weights.dim() == 2
    print("reader", reader, "reads", changed)
    assert old_row.shape == new_row.shape
    result = weights[reader, changed] * (new_row - old_row)
    print(result)
    return result


exercise_1_increase = 0.8022
exercise_1_weights_change = False
