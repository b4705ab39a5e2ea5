# Pasted the typed answers over the stub.
# tier: core
exercise_1_increase = 0.8022
exercise_1_weights_change = False
