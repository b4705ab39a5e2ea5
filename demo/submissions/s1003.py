"""Right, with loops and a logger; came from another programming language."""
# %% one-row-solution
import logging

logger = logging.getLogger("hw")
logging.basicConfig(level=logging.DEBUG)


def one_row(query, k, v):
    n = k.shape[0]
    scoreList = []
    for j in range(n):
        s = torch.dot(query, k[j]) / math.sqrt(query.shape[0])
        logger.debug("score %d = %s", j, s)
        scoreList.append(s)
    scores = torch.stack(scoreList)
    e = torch.exp(scores - torch.max(scores))
    weights = e / torch.sum(e)
    output = torch.zeros(v.shape[1], dtype=v.dtype)
    for j in range(n):
        output = output + weights[j] * v[j]
    return (output, scores, weights)
# %% attention-solution
def attention(q, k, v):
    # batches: call myself for every element of the first axis
    if len(q.shape) > 2:
        outs, scs, wts = [], [], []
        for b in range(q.shape[0]):
            o, s, w = attention(q[b], k[b], v[b])
            outs.append(o); scs.append(s); wts.append(w)
        return torch.stack(outs), torch.stack(scs), torch.stack(wts)
    results = [one_row(q[i], k, v) for i in range(q.shape[0])]
    logger.warning("attention finished, %d rows", len(results))
    output = torch.stack([r[0] for r in results])
    scores = torch.stack([r[1] for r in results])
    weights = torch.stack([r[2] for r in results])
    return (output, scores, weights)
# %% exercise-1-solution
def output_growth(weights, reader, changed, old_row, new_row):
    growth = torch.zeros(old_row.shape[0], dtype=old_row.dtype)
    for c in range(old_row.shape[0]):
        growth[c] = weights[reader][changed] * (new_row[c] - old_row[c])
    return growth


exercise_1_increase = 2 * 0.4011
exercise_1_weights_change = "no"
# %% exercise-2-solution
def row_with_query(q, k, v, position, query):
    logger.info("position %d", position)
    (output, scores, weights) = one_row(query, k, v)
    return (weights, output)


exercise_2_weights = ["1/3", "1/3", "1/3"]
exercise_2_output = ["2/3", "4/3"]
# %% written-answer
# 1) 0.4011 is not learned, it is calculated in every pass from q and k (dot product, sqrt(d),
# softmax).
# 2) learned are the matrices W_q, W_k and W_v.
# 3) "40 % of every output" is wrong because row 0 is only for position 0. In row 2 it is 0.5035.
# 4) you also must know the value vector. weight * value, and two of them can cancel each other.
# 5) position 2 is a position in the text and not a character of the vocabulary.
