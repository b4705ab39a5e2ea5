# Not answered.
# tier: core
exercise_1_increase = None
exercise_1_weights_change = None
