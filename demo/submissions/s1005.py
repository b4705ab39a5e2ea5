"""Right: torch's own attention for the output, a namedtuple for the result."""
# %% attention-solution
from collections import namedtuple

import torch.nn.functional as F

AttentionResult = namedtuple("AttentionResult", ["output", "scores", "weights"])


def attention(q, k, v):
    scores = torch.matmul(q, k.transpose(-1, -2)) / q.size(-1) ** 0.5
    weights = F.softmax(scores, dim=-1)
    # pytorch has it built in, nice
    output = F.scaled_dot_product_attention(q, k, v)
    return AttentionResult(output, scores, weights)
# %% written-answer
# These are proportions between positions. The model computes them new for each text with the
# trained Wq and Wk. So the classmate mixes up weights (parameters) with weights (attention).
# Probability of the next character comes later when there's a score per character. I'd need V
# too: a proportion only says how much of the value row is taken, not how big this row is.
