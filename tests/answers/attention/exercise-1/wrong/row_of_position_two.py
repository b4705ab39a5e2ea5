# Position 2's row: counts positions from one too many.
# tier: core
exercise_1_increase = 1.0070
exercise_1_weights_change = False
