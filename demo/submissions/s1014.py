"""The values are right, but the weights are detached, so no gradient reaches q and k."""
# %% attention-solution
def attention(q, k, v):
    with torch.no_grad():  # weights are not parameters!
        scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
        weights = torch.softmax(scores, dim=-1)
    output = weights @ v
    return output, scores, weights
# %% written-answer
# The weights are not parameters and nothing is learned about them, that's why I used no_grad.
# They come from the softmax over the scores and say how much of each position's value goes into
# the output of position 0. They're not about characters. Learned is only what's in W.
