# The proportion itself; the factor 2 is missing.
# tier: core
exercise_1_increase = 0.4011
exercise_1_weights_change = False
