# Fractions of Python.
from fractions import Fraction

third = Fraction(1, 3)
exercise_2_weights = [third] * 3
exercise_2_output = [third * (1 + 0 + 1), third * (0 + 2 + 2)]
