# The weights are right, but they mixed the keys.
# tier: core
exercise_2_weights = [1 / 3, 1 / 3, 1 / 3]
exercise_2_output = [0.6667, 0.6667]
