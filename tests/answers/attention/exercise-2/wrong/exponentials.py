# The exponentials, undivided.
# tier: core
exercise_2_weights = [1, 1, 1]
exercise_2_output = [2, 4]
