# Words in the place of numbers.
# tier: core
exercise_probabilities = "small, middle, large"
exercise_cold = "the large one grows"
