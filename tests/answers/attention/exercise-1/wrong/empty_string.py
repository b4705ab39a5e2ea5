# Left empty.
# tier: core
exercise_1_increase = ""
exercise_1_weights_change = ""
