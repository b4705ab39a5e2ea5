# A Fraction.
from fractions import Fraction

exercise_1_increase = Fraction(8022, 10000)
exercise_1_weights_change = False
