# More digits than asked for, and "NO".
exercise_1_increase = 0.8022241854
exercise_1_weights_change = "NO"
