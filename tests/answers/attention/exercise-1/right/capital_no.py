# A calculation with four decimals, and "No".
exercise_1_increase = 2 * 0.4011
exercise_1_weights_change = "No"
