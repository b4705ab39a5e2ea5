# The change of the value row, without the proportion.
# tier: core
exercise_1_increase = 2
exercise_1_weights_change = False
