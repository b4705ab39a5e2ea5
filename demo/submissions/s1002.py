"""Right, with einsum; prints to stderr and raises warnings while doing so."""
# %% projection-solution
import sys


def project(x, weight):
    print("projecting", tuple(x.shape), file=sys.stderr)
    return torch.einsum("...i,oi->...o", x, weight)
# %% attention-solution
import warnings


def attention(q, k, v):
    warnings.warn("no causal mask yet!!")
    scores = torch.einsum("...qd,...kd->...qk", q, k) / math.sqrt(q.shape[-1])
    weights = scores.softmax(-1)
    print("row sums:", weights.sum(-1).flatten()[:5], file=sys.stderr)
    return torch.einsum("...qk,...kv->...qv", weights, v), scores, weights
# %% written-answer
# Nothing is kept. A is a result of this pass, made from Q and K, and Q and K come from the input
# by Wq and Wk. Only Wq Wk Wv are trained. The numbers sum to one over POSITIONS so they can't be
# the probability of a character. What position 2 contributes is 0.4011 times its value [1, 2],
# and if the value was zero it would be nothing even with 100 %.
