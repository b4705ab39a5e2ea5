# Exponentials that are not divided.
# tier: core
exercise_probabilities = [1, 2, 5]
exercise_cold = [1, 4, 25]
