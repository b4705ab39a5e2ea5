# Rounded to one decimal.
# tier: numeric
exercise_1_increase = 0.8
exercise_1_weights_change = False
