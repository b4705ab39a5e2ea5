"""The right tensors in the wrong order, in attention; one_row is right."""
# %% attention-solution
def attention(q, k, v):
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.size(-1))
    weights = torch.softmax(scores, dim=-1)
    output = weights @ v
    return scores, weights, output
# %% changed-values-solution
changed_v = v.clone()
changed_v[2] = torch.tensor([3.0, 2.0])
_, w_old, o_old = attention(q, k, v)
_, changed_weights, o_new = attention(q, k, changed_v)
output_change = o_new - o_old
# %% exercise-2-solution
def row_with_query(q, k, v, position, query):
    _, w, o = attention(query.unsqueeze(0), k, v)
    return w[0], o[0]


exercise_2_weights = [1 / 3, 1 / 3, 1 / 3]
exercise_2_output = [2 / 3, 4 / 3]
# %% written-answer
# what the numbers are: how strongly position 0 reads position 0, 1 and 2
# where they come from: softmax(q0 K^T / sqrt 2)
# what training changes: the W matrices
# what else you need: the rows of V, since 0.4011 * v2 is what's added
