"""Two axes only, in project and in attention: a batch is an error."""
# %% projection-solution
def project(x, weight):
    n, d_in = x.shape
    d_out = weight.shape[0]
    result = torch.zeros(n, d_out, dtype=x.dtype)
    for i in range(n):
        result[i] = weight @ x[i]
    return result
# %% attention-solution
def attention(q, k, v):
    n_q, d = q.shape
    n_k, d_v = v.shape
    scores = torch.mm(q, k.t()) / math.sqrt(d)
    assert scores.shape == (n_q, n_k)
    weights = torch.softmax(scores, dim=1)
    output = torch.mm(weights, v)
    assert output.shape == (n_q, d_v)
    return output, scores, weights
# %% written-answer
# First, the weights A are no parameters. They're recomputed for each input from Q and K and the
# optimizer doesn't touch them. Second, they are spread over positions: three positions, three
# numbers. Third, each reader has its own row with its own denominator, so 40 % is only true for
# position 0. Fourth, the contribution to the output is the weight times the value row, for
# position 2 it's [0.4011, 0.8022] here, but with a value row of zeros it would be nothing.
