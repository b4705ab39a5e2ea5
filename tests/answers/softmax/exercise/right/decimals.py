# Four decimals in lists.
exercise_probabilities = [0.125, 0.25, 0.625]
exercise_cold = [0.0333, 0.1333, 0.8333]
