# Three times the proportion: the new value, not the change.
# tier: core
exercise_1_increase = 1.2033
exercise_1_weights_change = False
