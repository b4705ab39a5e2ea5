"""sys.exit(0) inside attention and at the end of the changed-values cell."""
# %% attention-solution
import sys


def attention(q, k, v):
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    weights = torch.softmax(scores, dim=-1)
    if scores.abs().max() > 50:
        print("numbers too big")
        sys.exit(0)
    return weights @ v, scores, weights
# %% changed-values-solution
changed_v = v.clone()
changed_v[2] = torch.tensor([3.0, 2.0])
old = attention(q, k, v)
new = attention(q, k, changed_v)
changed_weights = new[2]
output_change = new[0] - old[0]
sys.exit(0)
# %% written-answer
# The numbers describe how position 0 splits its attention between the positions in this input.
# They come from softmax(q k / sqrt(d)). Training changes Wq, Wk and Wv, not the numbers. Without
# the value vectors you can't say anything about the contribution: large weight times small value
# is still small.
