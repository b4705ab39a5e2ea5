# Tuples of quotients.
exercise_probabilities = (1 / 8, 2 / 8, 5 / 8)
exercise_cold = (1 / 30, 4 / 30, 25 / 30)
