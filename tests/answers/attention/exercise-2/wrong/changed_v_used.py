# Uses the third row [3, 2] of the exercise before.
# tier: core
exercise_2_weights = [1 / 3, 1 / 3, 1 / 3]
exercise_2_output = [4 / 3, 4 / 3]
