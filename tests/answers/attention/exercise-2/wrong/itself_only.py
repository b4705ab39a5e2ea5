# All the weight on the position itself.
# tier: core
exercise_2_weights = [1.0, 0.0, 0.0]
exercise_2_output = [1.0, 0.0]
