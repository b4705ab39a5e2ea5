"""os._exit(1) inside attention; everything else is right."""
# %% attention-solution
import os


def attention(q, k, v):
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    weights = torch.softmax(scores, dim=-1)
    if q.dim() > 2:
        print("batch?? nobody said anything about a batch")
        os._exit(1)
    return weights @ v, scores, weights
# %% written-answer
# Weights = softmax of scores, so they are between 0 and 1, for each position. The model calculates
# them with Wq and Wk. They're not characters. The output is a mix of the rows of V.
