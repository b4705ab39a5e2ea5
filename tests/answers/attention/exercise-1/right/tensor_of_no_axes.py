# Computed with the student's own attention; a tensor without axes.
weights = attention(q, k, v)[2]
exercise_1_increase = 2 * weights[1, 2]
exercise_1_weights_change = False
