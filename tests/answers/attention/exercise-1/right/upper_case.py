# More digits than asked for, and "NO".
class Growth:
    def __call__(self, weights, reader, changed, old_row, new_row):
        print("share", weights[reader, changed])
        return weights[reader, changed] * (new_row - old_row)


output_growth = Growth()


exercise_1_increase = 0.8022241854
exercise_1_weights_change = "NO"
