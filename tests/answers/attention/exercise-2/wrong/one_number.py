# One number for all three.
# tier: core
exercise_2_weights = 0.3333
exercise_2_output = 1.3333
