# Fractions as strings.
def row_with_query(q, k, v, position, query):
    rows = [query if i == position else row for i, row in enumerate(q)]
    output, _, weights = attention(torch.stack(rows), k, v)
    return (weights[position], output[position])


exercise_2_weights = ["1/3", "1/3", "1/3"]
exercise_2_output = ["2/3", "4/3"]
