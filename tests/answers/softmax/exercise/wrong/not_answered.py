# Nothing is filled in.
# tier: core
exercise_probabilities = None
exercise_cold = None
