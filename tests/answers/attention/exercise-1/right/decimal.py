# A Decimal, and spaces around the "no".
from decimal import Decimal

exercise_1_increase = Decimal("0.8022")
exercise_1_weights_change = " no "
