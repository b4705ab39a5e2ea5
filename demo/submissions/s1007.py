"""Right, but every function redefined several times; short written answer."""
# %% projection-solution
def project(x, weight):
    return x @ weight


# ^ wrong, shapes don't match when not square

project = lambda x, weight: torch.nn.functional.linear(x, weight)
# %% attention-solution
def attention(q, k, v):
    scores = q @ k.T / 2 ** 0.5
    return scores


# v2: batches, and d isn't always 2
def attention(q, k, v):
    scores = (q / q.shape[-1] ** 0.5) @ k.transpose(-2, -1)
    weights = torch.exp(torch.log_softmax(scores, dim=-1))
    return weights @ v, scores, weights
# %% written-answer
# It's temporary, not learned. It's about positions not characters. Also depends on V.
