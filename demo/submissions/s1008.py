"""Forgets the division by the square root of d, in one_row and in attention alike."""
# %% one-row-solution
def one_row(query, k, v):
    scores = k @ query
    weights = torch.softmax(scores, dim=0)
    return weights @ v, scores, weights
# %% attention-solution
def attention(q, k, v):
    scores = q @ k.transpose(-2, -1)
    weights = torch.softmax(scores, dim=-1)
    return weights @ v, scores, weights
# %% written-answer
# The number 0.4011 comes from the softmax of the dot products of the first query with each key.
# It tells how much position 0 listens to position 2. It isn't stored in the model because next
# time the input is different, but the matrices Wq Wk and Wv are stored. I'm not sure about the
# 40 % of the output, I think it depends on what is in V.
