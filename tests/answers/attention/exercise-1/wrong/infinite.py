# Infinity.
# tier: cheat
exercise_1_increase = float("inf")
exercise_1_weights_change = False
