"""Softmax down the columns in attention: columns sum to 1, rows do not."""
# %% attention-solution
def attention(q, k, v):
    # scaled dot product
    scores = torch.matmul(q, k.transpose(-2, -1)) / math.sqrt(k.shape[-1])
    # softmax so that every collumn sums to one
    weights = torch.softmax(scores, dim=-2)
    output = torch.matmul(weights, v)
    return output, scores, weights
# %% written-answer
# The attention weights say how relevant the positions are. They're calculated by Q and K.
# Training changes W_q, W_k, W_v through the gradient. The character probabilities are calculated
# from the output later on.
