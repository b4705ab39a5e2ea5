# A query of zeros reads nothing, it is said.
# tier: core
exercise_2_weights = [0, 0, 0]
exercise_2_output = [0, 0]
