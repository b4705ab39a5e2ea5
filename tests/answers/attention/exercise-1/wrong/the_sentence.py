# A sentence where a number is asked for.
# tier: core
exercise_1_increase = "it grows by 0.8022"
exercise_1_weights_change = "the weights do not change"
