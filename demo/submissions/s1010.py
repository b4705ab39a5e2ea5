"""One denominator for the whole matrix: softmax over all entries, in exercise 2 too."""
# %% attention-solution
def attention(q, k, v):
    scores = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
    exps = scores.exp()
    # proportions have to sum to 1
    weights = exps / exps.sum()
    return weights @ v, scores, weights
# %% exercise-2-solution
def row_with_query(q, k, v, position, query):
    # my attention does all rows, so use it
    q2 = q.clone()
    q2[position] = query
    output, scores, weights = attention(q2, k, v)
    return weights[position], output[position]


exercise_2_weights = ["1/3", "1/3", "1/3"]
exercise_2_output = [0.6667, 1.3333]
# %% written-answer
# Proportions sum to 1, so 0.4011 is forty percent. But it's the proportion of a position and not
# of a character, because attention comes before the output layer. The model doesn't keep it.
