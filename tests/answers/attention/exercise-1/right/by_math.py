# From the formula: position 1 reads 0, 1 and 2 with the scores 0, s and s.
import math

e = math.exp(1 / math.sqrt(2))
exercise_1_increase = (3 - 1) * e / (1 + e + e)
exercise_1_weights_change = 1 == 2
