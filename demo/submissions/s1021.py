"""A syntax error in one cell (a bracket is missing in one_row); the rest is right."""
# %% one-row-solution
def one_row(query, k, v):
    scores = (k @ query / math.sqrt(query.shape[0])
    weights = torch.softmax(scores, dim=0)
    return weights @ v, scores, weights
# %% written-answer
# My one_row didn't work and I don't know why, sorry. About the question: the numbers are
# proportions of reading, calculated with softmax from the scores of the first query. They aren't
# saved. What is trained are the 3 matrices. To know the contribution I need the values.
