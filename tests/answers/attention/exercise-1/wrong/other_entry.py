# Twice the proportion of position 0.
# tier: core
exercise_1_increase = 0.3956
exercise_1_weights_change = False
