# numpy's float64 and bool.
import numpy as np

exercise_1_increase = np.float64(2) * np.float64(0.40111)
exercise_1_weights_change = np.False_
