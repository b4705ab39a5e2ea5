# The weights are right, the two coordinates are changed over.
# tier: core
exercise_2_weights = ["1/3", "1/3", "1/3"]
exercise_2_output = ["4/3", "2/3"]
