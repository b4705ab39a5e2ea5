# numpy arrays.
import numpy as np

exercise_2_weights = np.full(3, 1 / 3)
exercise_2_output = exercise_2_weights @ np.array([[1, 0], [0, 2], [1, 2]])
