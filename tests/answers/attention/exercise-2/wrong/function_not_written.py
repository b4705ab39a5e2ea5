# Only the typed answers.
# tier: core
def row_with_query(q, k, v, position, query):
    raise NotImplementedError("not written yet")


exercise_2_weights = [1 / 3, 1 / 3, 1 / 3]
exercise_2_output = [2 / 3, 4 / 3]
