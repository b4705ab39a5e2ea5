# A Decimal, and spaces around the "no".
def output_growth(weights, reader, changed, old_row, new_row):
    grown = torch.zeros_like(old_row)
    for i in range(len(old_row)):
        grown[i] = (new_row[i] - old_row[i]) * weights[reader, changed]
    return grown


from decimal import Decimal

exercise_1_increase = Decimal("0.8022")
exercise_1_weights_change = " no "
