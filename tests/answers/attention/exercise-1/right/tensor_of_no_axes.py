# Computed with the student's own attention; a tensor without axes.
def output_growth(weights, reader, changed, old_row, new_row):
    difference = new_row.clone()
    difference -= old_row
    return weights[reader].index_select(0, torch.tensor([changed])) * difference


weights = attention(q, k, v)[2]
exercise_1_increase = 2 * weights[1, 2]
exercise_1_weights_change = False
