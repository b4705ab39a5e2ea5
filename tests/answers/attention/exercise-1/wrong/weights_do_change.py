# The number is right, the answer to the second question is not.
# tier: core
exercise_1_increase = 0.8022
exercise_1_weights_change = True
