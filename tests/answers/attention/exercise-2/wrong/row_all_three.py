# Gives back what one_row gives.
# tier: contract
def row_with_query(q, k, v, position, query):
    return one_row(query, k, v)


exercise_2_weights = [1 / 3, 1 / 3, 1 / 3]
exercise_2_output = [2 / 3, 4 / 3]
