"""Mistakes in the weights of `attention`: the axis, the denominator, the exponential."""

import torch
from torch import Tensor

from autograder.judge.mistakes import mistake
from autograder.mistakes.attention import Three, scaled, shares


def _with(weights: Tensor, scores: Tensor, v: Tensor) -> Three:
    """The three results with these weights."""
    return weights @ v, scores, weights


# ---- the axis


@mistake(
    "attention",
    """Your columns sum to 1, your rows do not: the softmax runs along the queries. Each reader
    has one whole to share out among the keys, the last axis (dim=-1). See “Each row has its own
    denominator”.""",
)
def softmax_down_the_columns(q: Tensor, k: Tensor, v: Tensor) -> Three:
    scores = scaled(q, k)
    return _with(torch.softmax(scores, dim=-2), scores, v)


@mistake(
    "attention",
    """Your softmax runs along axis 0: down the columns, or over the texts of a batch. Each reader
    shares out 1 among the keys, and those are the last axis (dim=-1). See “Each row has its own
    denominator”.""",
)
def softmax_over_axis_zero(q: Tensor, k: Tensor, v: Tensor) -> Three:
    scores = scaled(q, k)
    return _with(torch.softmax(scores, dim=0), scores, v)


@mistake(
    "attention",
    """Your softmax runs along axis 1: the keys without a batch, the queries with one. Counted from
    the end the keys are always dim=-1. See “Shapes”.""",
)
def softmax_over_axis_one(q: Tensor, k: Tensor, v: Tensor) -> Three:
    scores = scaled(q, k)
    return _with(torch.softmax(scores, dim=1), scores, v)


@mistake(
    "attention",
    """Your softmax runs along axis 2, which only a batch has and which holds the keys for one
    batch axis alone. Counted from the end the keys are always dim=-1. See “Shapes”.""",
)
def softmax_over_axis_two(q: Tensor, k: Tensor, v: Tensor) -> Three:
    scores = scaled(q, k)
    return _with(torch.softmax(scores, dim=2), scores, v)


@mistake(
    "attention",
    """You call softmax without saying along which axis, and for a batch torch guesses another
    one than you need. Say dim=-1, the keys. See “Each row has its own denominator”.""",
)
def softmax_without_an_axis(q: Tensor, k: Tensor, v: Tensor) -> Three:
    scores = scaled(q, k)
    return _with(torch.softmax(scores, dim=0 if scores.dim() == 3 else 1), scores, v)


@mistake(
    "attention",
    """As soon as there is a batch, your softmax runs over the texts. The texts have nothing to do
    with one another; the proportions are shared out among the keys (dim=-1). See “Shapes”.""",
)
def softmax_over_the_texts(q: Tensor, k: Tensor, v: Tensor) -> Three:
    scores = scaled(q, k)
    return _with(torch.softmax(scores, dim=0 if scores.dim() > 2 else 1), scores, v)


@mistake(
    "attention",
    """With two batch axes your softmax runs over the second of them. However many axes stand in
    front, the proportions are shared out among the keys (dim=-1). See “Shapes”.""",
)
def softmax_over_the_second_batch_axis(q: Tensor, k: Tensor, v: Tensor) -> Three:
    scores = scaled(q, k)
    return _with(torch.softmax(scores, dim=1 if scores.dim() == 4 else -1), scores, v)


@mistake(
    "attention",
    """Each of your matrices of weights sums to 1 as a whole. Every row should: in the example the
    nine entries together make 3, the number of readers. See “Each row has its own
    denominator”.""",
)
def one_denominator_a_matrix(q: Tensor, k: Tensor, v: Tensor) -> Three:
    scores = scaled(q, k)
    return _with(shares(scores.flatten(-2)).reshape(scores.shape), scores, v)


@mistake(
    "attention",
    """All your weights together sum to 1, over all rows and all texts. Every row should sum to 1
    by itself, so the sum needs dim=-1 and keepdim=True. See “Each row has its own
    denominator”.""",
)
def one_denominator_for_all(q: Tensor, k: Tensor, v: Tensor) -> Three:
    scores = scaled(q, k)
    return _with(torch.softmax(scores.flatten(), dim=0).reshape(scores.shape), scores, v)


# ---- the denominator


@mistake(
    "attention",
    """Your weights are the exponentials themselves; nobody divides them by their sum. In the
    example the first row is [2.0281, 1, 2.0281] and should become [0.4011, 0.1978, 0.4011]. See
    “Softmax turns scores into proportions”.""",
)
def no_denominator(q: Tensor, k: Tensor, v: Tensor) -> Three:
    scores = scaled(q, k)
    return _with(scores.exp(), scores, v)


@mistake(
    "attention",
    """The largest of your weights in each row is 1. Taking off the maximum is good against
    overflow, but the exponentials must still be divided by the sum of their row. See “Softmax
    turns scores into proportions”.""",
)
def largest_weight_is_one(q: Tensor, k: Tensor, v: Tensor) -> Three:
    scores = scaled(q, k)
    e = (scores - scores.amax(-1, keepdim=True)).exp()
    return _with(e, scores, v)


@mistake(
    "attention",
    """The row sums are divided into the columns: without keepdim=True the sum of row j lands
    under column j. Keep the axis, so that each sum stays with its row. See “Each row has its own
    denominator”.""",
)
def denominators_without_keepdim(q: Tensor, k: Tensor, v: Tensor) -> Three:
    scores = scaled(q, k)
    e = scores.exp()
    return _with(e / e.sum(-1), scores, v)


@mistake(
    "attention",
    """The row maxima are taken off the columns: without keepdim=True the maximum of row j lands
    under column j. Keep the axis, so that all of a row moves alike. See “Each row has its own
    denominator”.""",
)
def maxima_without_keepdim(q: Tensor, k: Tensor, v: Tensor) -> Three:
    scores = scaled(q, k)
    return _with(shares(scores - scores.amax(-1)), scores, v)


@mistake(
    "attention",
    """You take the largest score of each column off before the softmax. Within a row only one
    number may be taken off everywhere, or the proportions change: use the row's maximum, or
    torch.softmax. See “Each row has its own denominator”.""",
)
def column_maximum_taken_off(q: Tensor, k: Tensor, v: Tensor) -> Three:
    scores = scaled(q, k)
    return _with(shares(scores - scores.amax(-2, keepdim=True)), scores, v)


@mistake(
    "attention",
    """Every row is divided by the first row's sum. In the example the first row has the
    denominator 5.0562 and the last one 8.1695. See “Each row has its own denominator”.""",
)
def first_rows_denominator(q: Tensor, k: Tensor, v: Tensor) -> Three:
    scores = scaled(q, k)
    e = scores.exp()
    return _with(e / e[..., :1, :].sum(-1, keepdim=True), scores, v)


@mistake(
    "attention",
    """You divide the exponentials by their mean, so a row sums to the number of keys. Divide by
    the sum, and it sums to 1. See “Softmax turns scores into proportions”.""",
)
def divided_by_the_mean(q: Tensor, k: Tensor, v: Tensor) -> Three:
    scores = scaled(q, k)
    return _with(shares(scores) * scores.shape[-1], scores, v)


@mistake(
    "attention",
    """You divide the exponentials by the number of keys. The denominator is the sum of the row's
    exponentials, 5.0562 for the example's first row. See “Softmax turns scores into
    proportions”.""",
)
def divided_by_the_key_count(q: Tensor, k: Tensor, v: Tensor) -> Three:
    scores = scaled(q, k)
    return _with(scores.exp() / scores.shape[-1], scores, v)


@mistake(
    "attention",
    """You divide the exponentials by the sum of the scores. The denominator is the sum of the
    exponentials themselves, so that the row sums to 1. See “Softmax turns scores into
    proportions”.""",
)
def divided_by_the_sum_of_scores(q: Tensor, k: Tensor, v: Tensor) -> Three:
    scores = scaled(q, k)
    return _with(scores.exp() / scores.sum(-1, keepdim=True), scores, v)


@mistake(
    "attention",
    """Your denominator is 1 too large, so your rows sum to less than 1. It is the sum of the
    row's exponentials and nothing more: they are positive, so it is never 0. See “Softmax turns
    scores into proportions”.""",
)
def one_added_to_the_denominator(q: Tensor, k: Tensor, v: Tensor) -> Three:
    scores = scaled(q, k)
    e = scores.exp()
    return _with(e / (1 + e.sum(-1, keepdim=True)), scores, v)


@mistake(
    "attention",
    """You divide each row by its length, the root of its squares. Proportions are exponentials
    divided by their sum. See “Softmax turns scores into proportions”.""",
)
def rows_of_length_one(q: Tensor, k: Tensor, v: Tensor) -> Three:
    scores = scaled(q, k)
    return _with(scores / scores.norm(dim=-1, keepdim=True), scores, v)


@mistake(
    "attention",
    """You stretch each row of scores to lie between 0 and 1. That gives no proportions: the row
    does not sum to 1, and the worst key gets nothing. See “Softmax turns scores into
    proportions”.""",
)
def stretched_from_zero_to_one(q: Tensor, k: Tensor, v: Tensor) -> Three:
    scores = scaled(q, k)
    low, high = scores.amin(-1, keepdim=True), scores.amax(-1, keepdim=True)
    return _with((scores - low) / (high - low), scores, v)


# ---- the exponential


@mistake(
    "attention",
    """You divide the scores by their sum; the exponential is missing. With negative scores such
    quotients can be negative or larger than 1. See “Softmax turns scores into proportions”.""",
)
def no_exponential(q: Tensor, k: Tensor, v: Tensor) -> Three:
    scores = scaled(q, k)
    return _with(scores / scores.sum(-1, keepdim=True), scores, v)


@mistake(
    "attention",
    """You divide all scores by the sum of all of them. Two things are missing: the exponential,
    and a sum for each row by itself. See “Softmax turns scores into proportions” and “Each row
    has its own denominator”.""",
)
def scores_over_their_total(q: Tensor, k: Tensor, v: Tensor) -> Three:
    scores = scaled(q, k)
    return _with(scores / scores.sum(), scores, v)


@mistake(
    "attention",
    """You divide absolute scores by their sum. Then a strongly negative score is read a lot; the
    exponential makes scores positive and keeps their order. See “Softmax turns scores into
    proportions”.""",
)
def absolute_values_over_their_sum(q: Tensor, k: Tensor, v: Tensor) -> Three:
    scores = scaled(q, k)
    return _with(scores.abs() / scores.abs().sum(-1, keepdim=True), scores, v)


@mistake(
    "attention",
    """You divide squared scores by their sum. Then a strongly negative score is read a lot; the
    exponential makes scores positive and keeps their order. See “Softmax turns scores into
    proportions”.""",
)
def squares_over_their_sum(q: Tensor, k: Tensor, v: Tensor) -> Three:
    scores = scaled(q, k)
    return _with(scores.square() / scores.square().sum(-1, keepdim=True), scores, v)


@mistake(
    "attention",
    """You use a sigmoid for each score by itself, so a row does not sum to 1. In a softmax each
    proportion depends on all scores of its row. See “Softmax turns scores into proportions”.""",
)
def sigmoid_for_softmax(q: Tensor, k: Tensor, v: Tensor) -> Three:
    scores = scaled(q, k)
    return _with(scores.sigmoid(), scores, v)


@mistake(
    "attention",
    """You divide sigmoids by their sum. The rows do sum to 1, but a sigmoid is not an
    exponential: softmax divides eˢ by the sum of the eˢ. See “Softmax turns scores into
    proportions”.""",
)
def sigmoids_over_their_sum(q: Tensor, k: Tensor, v: Tensor) -> Three:
    scores = scaled(q, k)
    gates = scores.sigmoid()
    return _with(gates / gates.sum(-1, keepdim=True), scores, v)


@mistake(
    "attention",
    """You use softplus where the exponential belongs. The rows do sum to 1, but the proportions
    are flatter than those of a softmax. See “Softmax turns scores into proportions”.""",
)
def softplus_over_its_sum(q: Tensor, k: Tensor, v: Tensor) -> Three:
    scores = scaled(q, k)
    soft = torch.logaddexp(scores, torch.zeros_like(scores))
    return _with(soft / soft.sum(-1, keepdim=True), scores, v)


@mistake(
    "attention",
    """You raise 2 to the scores where e belongs (2.718…). In the example e to the 0.7071 is
    2.0281. See “Softmax turns scores into proportions”.""",
)
def powers_of_two(q: Tensor, k: Tensor, v: Tensor) -> Three:
    scores = scaled(q, k)
    e = torch.exp2(scores)
    return _with(e / e.sum(-1, keepdim=True), scores, v)


@mistake(
    "attention",
    """Your weights are the logarithms of the proportions, so they are negative. Use softmax, not
    log_softmax. See “Softmax turns scores into proportions”.""",
)
def logarithms_of_the_proportions(q: Tensor, k: Tensor, v: Tensor) -> Three:
    scores = scaled(q, k)
    return _with(torch.log_softmax(scores, dim=-1), scores, v)


@mistake(
    "attention",
    """Your scores are right, but the softmax gets them with a minus: the worst key is read most.
    Look for a minus before the softmax, or for softmin. See “Softmax turns scores into
    proportions”.""",
)
def softmin(q: Tensor, k: Tensor, v: Tensor) -> Three:
    scores = scaled(q, k)
    return _with(shares(-scores), scores, v)


@mistake(
    "attention",
    """Your weights went through the softmax twice, which makes them nearly equal. In the example
    the first row should be [0.4011, 0.1978, 0.4011]. See “Softmax turns scores into
    proportions”.""",
)
def softmax_twice(q: Tensor, k: Tensor, v: Tensor) -> Three:
    scores = scaled(q, k)
    return _with(shares(shares(scores)), scores, v)


@mistake(
    "attention",
    """Your proportions are sharper than the lesson's: squared and shared out anew, or from scores
    that were doubled (a temperature of 0.5). Take the softmax of the scores as they are. See
    “Softmax turns scores into proportions”.""",
)
def proportions_sharpened(q: Tensor, k: Tensor, v: Tensor) -> Three:
    scores = scaled(q, k)
    return _with(shares(2 * scores), scores, v)


@mistake(
    "attention",
    """Your weights are 1 minus the proportions, so the best key is read least. Use the
    proportions themselves. See “Softmax turns scores into proportions”.""",
)
def one_minus_the_proportions(q: Tensor, k: Tensor, v: Tensor) -> Three:
    scores = scaled(q, k)
    return _with(1 - shares(scores), scores, v)


@mistake(
    "attention",
    """You give everything to the best key. Softmax gives it the most, and each of the others a
    share as well: in the example 0.1978 for the score 0. See “Softmax turns scores into
    proportions”.""",
)
def all_to_the_best_key(q: Tensor, k: Tensor, v: Tensor) -> Three:
    scores = scaled(q, k)
    best = scores.argmax(-1, keepdim=True)
    return _with(torch.zeros_like(scores).scatter(-1, best, 1.0), scores, v)


@mistake(
    "attention",
    """Every key gets the same share in your answer, so all outputs are the plain average.
    Attention is there to do better: the scores decide the shares. See “An average is a path, but
    the same for everyone”.""",
)
def equal_shares(q: Tensor, k: Tensor, v: Tensor) -> Three:
    scores = scaled(q, k)
    return _with(torch.ones_like(scores) / scores.shape[-1], scores, v)


@mistake(
    "attention",
    """You keep the two best keys of each row and drop the others. Softmax runs over all keys, and
    each of them gets a share. See “Softmax turns scores into proportions”.""",
)
def two_best_keys(q: Tensor, k: Tensor, v: Tensor) -> Three:
    scores = scaled(q, k)
    return _with(_best(scores, 2), scores, v)


@mistake(
    "attention",
    """You keep the three best keys of each row and drop the others. Softmax runs over all keys,
    however many there are. See “Softmax turns scores into proportions”.""",
)
def three_best_keys(q: Tensor, k: Tensor, v: Tensor) -> Three:
    scores = scaled(q, k)
    return _with(_best(scores, 3), scores, v)


def _best(scores: Tensor, count: int) -> Tensor:
    edge = scores.topk(count, dim=-1).values[..., -1:]
    return shares(scores.masked_fill(scores < edge, -torch.inf))


@mistake(
    "attention",
    """You sort each row of proportions, so they no longer belong to their positions. Column j
    says how much position j is read, and meets row j of v. See “Shapes”.""",
)
def proportions_sorted(q: Tensor, k: Tensor, v: Tensor) -> Three:
    scores = scaled(q, k)
    return _with(shares(scores).sort(dim=-1, descending=True).values, scores, v)


@mistake(
    "attention",
    """Your weights are rounded to two decimals, so they miss 1 by a little and the output is off.
    Only the text of the lesson is rounded; keep all digits. See “Each row has its own
    denominator”.""",
)
def weights_of_two_decimals(q: Tensor, k: Tensor, v: Tensor) -> Three:
    scores = scaled(q, k)
    return _with(shares(scores).round(decimals=2), scores, v)


@mistake(
    "attention",
    """Your weights are rounded to four decimals before they meet the values. Only the text of
    the lesson is rounded; the code works with full precision. See “Each row has its own
    denominator”.""",
)
def weights_of_four_decimals(q: Tensor, k: Tensor, v: Tensor) -> Three:
    scores = scaled(q, k)
    return _with(shares(scores).round(decimals=4), scores, v)
