"""Mistakes in the output of `attention`: what is mixed, in which proportions, and how added up.

Scores and weights are right in all of them.
"""

import torch
from torch import Tensor

from autograder.judge.mistakes import mistake
from autograder.mistakes.attention import Three, right

# ---- what is mixed


@mistake(
    "attention",
    """Your weights are right, but they mix the keys. What a position hands over is its value:
    the output is the weights times v. See “The weighted sum”.""",
)
def output_mixes_the_keys(q: Tensor, k: Tensor, v: Tensor) -> Three:
    _, scores, weights = right(q, k, v)
    return weights @ k, scores, weights


@mistake(
    "attention",
    """Your weights are right, but they mix the queries. What a position hands over is its value:
    the output is the weights times v. See “The weighted sum”.""",
)
def output_mixes_the_queries(q: Tensor, k: Tensor, v: Tensor) -> Three:
    _, scores, weights = right(q, k, v)
    return weights @ q, scores, weights


@mistake(
    "attention",
    """You give back v itself as the output. The weights are right; now let them mix the rows of
    v. See “The weighted sum”.""",
)
def output_is_v(q: Tensor, k: Tensor, v: Tensor) -> Three:
    _, scores, weights = right(q, k, v)
    return v, scores, weights


@mistake(
    "attention",
    """You mix v after transposing it. The columns of the weights already belong to the rows of v:
    plain weights @ v fits. See “All rows at once”.""",
)
def values_transposed(q: Tensor, k: Tensor, v: Tensor) -> Three:
    _, scores, weights = right(q, k, v)
    return weights @ v.mT, scores, weights


@mistake(
    "attention",
    """You put a softmax on the values as well. Values are handed over as they are; only scores
    become proportions. See “The weighted sum”.""",
)
def softmax_of_the_values(q: Tensor, k: Tensor, v: Tensor) -> Three:
    _, scores, weights = right(q, k, v)
    return weights @ torch.softmax(v, dim=-1), scores, weights


@mistake(
    "attention",
    """You divide the values, or the output, by √d too. The division belongs to the scores alone;
    the values are mixed as they are. See “Why the scores are divided by √d”.""",
)
def values_scaled_too(q: Tensor, k: Tensor, v: Tensor) -> Three:
    output, scores, weights = right(q, k, v)
    return output / q.shape[-1] ** 0.5, scores, weights


# ---- in which proportions


@mistake(
    "attention",
    """Your output is the scores times v; the weights are computed and then left aside. Scores do
    not sum to 1 and can be negative: mix v with the weights. See “The weighted sum”.""",
)
def output_from_scores(q: Tensor, k: Tensor, v: Tensor) -> Three:
    _, scores, weights = right(q, k, v)
    return scores @ v, scores, weights


@mistake(
    "attention",
    """Your output mixes v with the exponentials before they are divided by their sum. The
    returned weights are right: use those. See “The weighted sum”.""",
)
def output_from_exponentials(q: Tensor, k: Tensor, v: Tensor) -> Three:
    _, scores, weights = right(q, k, v)
    return scores.exp() @ v, scores, weights


@mistake(
    "attention",
    """You transpose the weights before they meet v. A row belongs to the position that reads, so
    row i of the weights makes row i of the output: weights @ v. See “Shapes”.""",
)
def output_with_transposed_weights(q: Tensor, k: Tensor, v: Tensor) -> Three:
    _, scores, weights = right(q, k, v)
    return weights.mT @ v, scores, weights


@mistake(
    "attention",
    """You multiply v by the weights, in this order. Matrix products depend on the order: the rows
    of the weights mix the rows of v, weights @ v. See “Proportions chosen by hand”.""",
)
def values_times_weights(q: Tensor, k: Tensor, v: Tensor) -> Three:
    _, scores, weights = right(q, k, v)
    return v @ weights, scores, weights


@mistake(
    "attention",
    """You multiply weights and v entry by entry with *. A row of the output adds up all rows of
    v, each in its proportion: weights @ v. See “The weighted sum”.""",
)
def output_entry_by_entry(q: Tensor, k: Tensor, v: Tensor) -> Three:
    _, scores, weights = right(q, k, v)
    return weights * v, scores, weights


@mistake(
    "attention",
    """Your output is the value row of the best key. It should be a mix of all rows, in the
    proportions that your weights already hold. See “The weighted sum”.""",
)
def one_row_of_v_picked(q: Tensor, k: Tensor, v: Tensor) -> Three:
    _, scores, weights = right(q, k, v)
    best = weights.argmax(-1, keepdim=True).expand(*weights.shape[:-1], v.shape[-1])
    return v.gather(-2, best), scores, weights


@mistake(
    "attention",
    """You average the weights over the readers before you mix, so all rows of your output are
    equal. Each reader mixes with a row of weights of its own. See “All rows at once”.""",
)
def readers_share_their_weights(q: Tensor, k: Tensor, v: Tensor) -> Three:
    _, scores, weights = right(q, k, v)
    return weights.mean(-2, keepdim=True).expand_as(weights) @ v, scores, weights


@mistake(
    "attention",
    """All rows of your output are the first reader's. Row i of the output is made with row i of
    the weights. See “All rows at once”.""",
)
def first_readers_output_for_all(q: Tensor, k: Tensor, v: Tensor) -> Three:
    output, scores, weights = right(q, k, v)
    return output[..., :1, :].expand_as(output), scores, weights


# ---- how it is added up


@mistake(
    "attention",
    """You average the weighted values where you should add them. The proportions sum to 1
    already, so dividing by the number of keys makes the output too small. See “The weighted
    sum”.""",
)
def contributions_averaged(q: Tensor, k: Tensor, v: Tensor) -> Three:
    output, scores, weights = right(q, k, v)
    return output / v.shape[-2], scores, weights


@mistake(
    "attention",
    """You keep the contributions of the keys apart: your output has an axis too many. Add them up
    over the keys, which weights @ v does by itself. See “The weighted sum”.""",
)
def contributions_not_added(q: Tensor, k: Tensor, v: Tensor) -> Three:
    _, scores, weights = right(q, k, v)
    return weights.unsqueeze(-1) * v.unsqueeze(-3), scores, weights


@mistake(
    "attention",
    """You lay the weighted values side by side, so your output gets wider with every key. They
    are added up, and the output is as wide as one value. See “Shapes”.""",
)
def contributions_side_by_side(q: Tensor, k: Tensor, v: Tensor) -> Three:
    _, scores, weights = right(q, k, v)
    return (weights.unsqueeze(-1) * v.unsqueeze(-3)).flatten(-2), scores, weights


@mistake(
    "attention",
    """In each coordinate you keep the largest of the weighted values. They are all added up: in
    the example coordinate 0 is 0.4011 + 0 + 0.4011. See “The weighted sum”.""",
)
def largest_contribution(q: Tensor, k: Tensor, v: Tensor) -> Three:
    _, scores, weights = right(q, k, v)
    return (weights.unsqueeze(-1) * v.unsqueeze(-3)).amax(-2), scores, weights


@mistake(
    "attention",
    """You add up the coordinates of the output. The sum runs over the keys, in each coordinate by
    itself, and the output stays as wide as a value. See “The weighted sum”.""",
)
def coordinates_of_the_output_added(q: Tensor, k: Tensor, v: Tensor) -> Three:
    output, scores, weights = right(q, k, v)
    return output.sum(-1), scores, weights


@mistake(
    "attention",
    """You add up the output over the readers. Each of them has a row of its own in the output,
    [nq, dv]. See “All rows at once”.""",
)
def readers_added_up(q: Tensor, k: Tensor, v: Tensor) -> Three:
    output, scores, weights = right(q, k, v)
    return output.sum(-2), scores, weights


@mistake(
    "attention",
    """You average the output over the readers. Each of them has a row of its own in the output,
    [nq, dv]. See “All rows at once”.""",
)
def readers_averaged(q: Tensor, k: Tensor, v: Tensor) -> Three:
    output, scores, weights = right(q, k, v)
    return output.mean(-2), scores, weights


# ---- what happens to it afterwards


@mistake(
    "attention",
    """Your output is transposed: it has a row for each coordinate. It should have a row for each
    reader, [nq, dv], which is weights @ v as it comes. See “Shapes”.""",
)
def output_transposed(q: Tensor, k: Tensor, v: Tensor) -> Three:
    output, scores, weights = right(q, k, v)
    return output.mT, scores, weights


@mistake(
    "attention",
    """The rows of your output stand in reverse: the last reader comes first. Row i belongs to
    query i; append to the list instead of inserting at its start. See “All rows at once”.""",
)
def output_rows_reversed(q: Tensor, k: Tensor, v: Tensor) -> Three:
    output, scores, weights = right(q, k, v)
    return output.flip(-2), scores, weights


@mistake(
    "attention",
    """Your output is one long row. It has a row for each reader, [nq, dv]; leave out the flatten
    or the reshape. See “Shapes”.""",
)
def output_flattened(q: Tensor, k: Tensor, v: Tensor) -> Three:
    output, scores, weights = right(q, k, v)
    return output.flatten(-2), scores, weights


@mistake(
    "attention",
    """You put a softmax on the finished output. It is a vector about a position and no
    distribution; probabilities of characters come later in the model. See “What the proportions
    are, and what they are not”.""",
)
def softmax_of_the_output(q: Tensor, k: Tensor, v: Tensor) -> Three:
    output, scores, weights = right(q, k, v)
    return torch.softmax(output, dim=-1), scores, weights


@mistake(
    "attention",
    """You multiply the scores by v and take the softmax of that. The softmax comes in between: it
    turns scores into weights, and the weights mix v. See “All rows at once”.""",
)
def softmax_after_the_sum(q: Tensor, k: Tensor, v: Tensor) -> Three:
    _, scores, weights = right(q, k, v)
    return torch.softmax(scores @ v, dim=-1), scores, weights


@mistake(
    "attention",
    """You normalise the output to mean 0 and spread 1. Larger models do that in a step of its
    own; here the output is the weights times v and no more. See “The weighted sum”.""",
)
def output_normalised(q: Tensor, k: Tensor, v: Tensor) -> Three:
    output, scores, weights = right(q, k, v)
    return torch.nn.functional.layer_norm(output, output.shape[-1:]), scores, weights


@mistake(
    "attention",
    """You cut negative output off at 0. Values may be negative, and so may their mix. See “The
    weighted sum”.""",
)
def negative_output_to_zero(q: Tensor, k: Tensor, v: Tensor) -> Three:
    output, scores, weights = right(q, k, v)
    return output.relu(), scores, weights


@mistake(
    "attention",
    """You add v to the output. A position reads its own value with a proportion too, and that is
    all it gets of it here: weights times v. See “The weighted sum”.""",
)
def values_added_to_the_output(q: Tensor, k: Tensor, v: Tensor) -> Three:
    output, scores, weights = right(q, k, v)
    return output + v, scores, weights


@mistake(
    "attention",
    """You add q to the output. Larger models add such a bypass around attention; here the output
    is the weights times v and no more. See “The weighted sum”.""",
)
def queries_added_to_the_output(q: Tensor, k: Tensor, v: Tensor) -> Three:
    output, scores, weights = right(q, k, v)
    return output + q, scores, weights


@mistake(
    "attention",
    """You add the average of the values to the output. The mix replaces the plain average of the
    lesson's beginning: weights times v is all. See “An average is a path, but the same for
    everyone”.""",
)
def average_added_to_the_output(q: Tensor, k: Tensor, v: Tensor) -> Three:
    output, scores, weights = right(q, k, v)
    return output + v.mean(dim=-2, keepdim=True), scores, weights
