# The function gives numpy arrays back.
# tier: contract
def row_with_query(q, k, v, position, query):
    output, _, weights = one_row(query, k, v)
    return weights.numpy(), output.numpy()


exercise_2_weights = [1 / 3, 1 / 3, 1 / 3]
exercise_2_output = [2 / 3, 4 / 3]
