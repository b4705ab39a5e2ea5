# A Fraction.
def output_growth(weights, reader, changed, old_row, new_row):
    # all other rows of v do not matter, so let them be zero
    v_before = torch.zeros(weights.shape[1], len(old_row))
    v_after = v_before.clone()
    v_before[changed] = old_row
    v_after[changed] = new_row
    return (weights @ v_after - weights @ v_before)[reader]


from fractions import Fraction

exercise_1_increase = Fraction(8022, 10000)
exercise_1_weights_change = False
