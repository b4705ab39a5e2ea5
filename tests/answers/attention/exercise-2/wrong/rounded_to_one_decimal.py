# Rounded to one decimal.
# tier: numeric
exercise_2_weights = [0.3, 0.3, 0.3]
exercise_2_output = [0.7, 1.3]
