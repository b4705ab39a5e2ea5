# NaN in every place.
# tier: cheat
nan = float("nan")
exercise_2_weights = [nan, nan, nan]
exercise_2_output = [nan, nan]
