# NaN, which is not smaller or larger than anything.
# tier: cheat
exercise_1_increase = float("nan")
exercise_1_weights_change = False
