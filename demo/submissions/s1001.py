"""Right throughout, with a careful written answer."""
# %% projection-solution
def project(x, weight):
    # weight is [out, in], so it has to be transposed
    return x @ weight.T
# %% one-row-solution
def one_row(query, k, v):
    d = query.shape[0]
    scores = k @ query / math.sqrt(d)
    weights = torch.softmax(scores, dim=0)
    output = weights @ v
    return output, scores, weights
# %% attention-solution
def attention(q, k, v):
    d = q.shape[-1]
    scores = q @ k.transpose(-2, -1) / math.sqrt(d)
    weights = torch.softmax(scores, dim=-1)
    output = weights @ v
    return output, scores, weights
# %% written-answer
# The three numbers are the shares with which position 0 reads positions 0, 1 and 2, in this
# one forward pass. They are computed: query of position 0 times the three keys, divided by the
# square root of 2, then softmax along the row. If the input changes, they change too, so the
# model has not "learned 0.4011". What it learns are the three matrices Wq, Wk, Wv; gradients
# flow back to them.
#
# They are also no probabilities for characters. There are three of them because there are three
# positions, not because there are three characters. And how much position 2 contributes depends
# on its value row: 0.4011 * [0, 0] would be nothing at all. Finally every position has its own
# row, position 2 gives itself 0.5035.
