# Four decimals, in tuples.
exercise_2_weights = (0.3333, 0.3333, 0.3333)
exercise_2_output = (0.6667, 1.3333)
