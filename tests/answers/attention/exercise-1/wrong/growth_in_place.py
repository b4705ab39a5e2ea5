# Subtracts in place, so new_row is another one afterwards.
# tier: contract
def output_growth(weights, reader, changed, old_row, new_row):
    new_row -= old_row
    new_row *= weights[reader, changed]
    return new_row


exercise_1_increase = 0.8022
exercise_1_weights_change = False
