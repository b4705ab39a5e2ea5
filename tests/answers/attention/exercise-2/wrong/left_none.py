# Not answered.
# tier: core
def row_with_query(q, k, v, position, query):
    raise NotImplementedError("not written yet")


exercise_2_weights = None
exercise_2_output = None
