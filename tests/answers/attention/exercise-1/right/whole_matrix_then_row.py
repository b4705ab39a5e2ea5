# Builds the growth of all readers and takes one row.
def output_growth(weights, reader, changed, old_row, new_row):
    all_readers = weights[:, changed].unsqueeze(1) * (new_row - old_row).unsqueeze(0)
    return all_readers[reader]


exercise_1_increase = 0.8022
exercise_1_weights_change = False
