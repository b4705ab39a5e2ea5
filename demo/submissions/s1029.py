"""Ends its cells with a number, which nbgrader would take for a score, and skips attention."""
# %% projection-solution
def project(x, weight):
    return x


2.0
# %% attention-solution
from IPython.display import display


def attention(q, k, v):
    return v, q, k


display(10.0)
10.0
# %% written-answer
# Attention is all you need. It gives each word a weight, and the weights sum to one.
