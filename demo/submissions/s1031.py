"""Queries meet the values and mix the keys: k and v have changed places in attention."""
# %% attention-solution
def attention(q, k, v):
    # "the query searches in the values"
    scores = q @ v.transpose(-2, -1) / q.shape[-1] ** 0.5
    weights = torch.softmax(scores, dim=-1)
    return weights @ k, scores, weights
# %% written-answer
# The query of position 0 is compared with each position and the result goes through softmax. This
# gives the proportions. The proportions change with the text. The key is the content and the
# value is for comparing (or the other way round?).
