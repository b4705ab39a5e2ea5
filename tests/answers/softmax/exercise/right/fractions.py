# Fractions as text.
exercise_probabilities = ["1/8", "1/4", "5/8"]
exercise_cold = ["1/30", "4/30", "5/6"]
