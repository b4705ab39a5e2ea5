# Not answered.
# tier: core
exercise_2_weights = None
exercise_2_output = None
