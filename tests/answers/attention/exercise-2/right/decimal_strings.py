# Four decimals as strings.
def row_with_query(q, k, v, position, query):
    new_q = q.clone()
    new_q[position] = query
    output, scores, weights = attention(new_q, k, v)
    return weights[position], output[position]


exercise_2_weights = ["0.3333", "0.3333", "0.3333"]
exercise_2_output = ["0.6667", "1.3333"]
