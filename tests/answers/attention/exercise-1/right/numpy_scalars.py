# numpy's float64 and bool.
def output_growth(weights, reader, changed, old_row, new_row):
    share = weights.numpy()[reader, changed]
    return torch.from_numpy((new_row.numpy() - old_row.numpy()) * share)


import numpy as np

exercise_1_increase = np.float64(2) * np.float64(0.40111)
exercise_1_weights_change = np.False_
