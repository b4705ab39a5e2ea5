# The temperature 2 in the place of 0.5.
# tier: core
exercise_probabilities = [0.125, 0.25, 0.625]
exercise_cold = [0.2150, 0.3041, 0.4809]
