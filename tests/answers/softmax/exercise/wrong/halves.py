# Half the probabilities at the temperature 0.5.
# tier: core
exercise_probabilities = [0.125, 0.25, 0.625]
exercise_cold = [0.0625, 0.125, 0.3125]
