"""Mistakes in the scores of `attention`: the divisor, the dot products, which pairs may meet."""

import math

import torch
from torch import Tensor

from autograder.judge.mistakes import mistake
from autograder.mistakes.attention import Three, finish, scaled, shares

# ---- the divisor


@mistake(
    "attention",
    """Your scores are the plain dot products. In the example with q = [1, 0] you return
    [1, 0, 1]; the lesson divides by √2 and gets [0.7071, 0, 0.7071]. See
    “Why the scores are divided by √d”.""",
)
def unscaled(q: Tensor, k: Tensor, v: Tensor) -> Three:
    return finish(q @ k.mT, v)


@mistake(
    "attention",
    """Your scores are the dot products divided by d, not by its square root. With two
    coordinates a dot product of 1 becomes 0.5; the lesson has 0.7071. If you divide queries and
    keys both by √d, that makes d in all: see “Why the scores are divided by √d”.""",
)
def divided_by_the_width(q: Tensor, k: Tensor, v: Tensor) -> Three:
    return finish(q @ k.mT / q.shape[-1], v)


@mistake(
    "attention",
    """Your scores are divided by √d three times over, or by d and by √d. Once is enough: the
    example's dot product of 1 becomes 0.7071. See “Why the scores are divided by √d”.""",
)
def divided_three_times(q: Tensor, k: Tensor, v: Tensor) -> Three:
    return finish(q @ k.mT / q.shape[-1] ** 1.5, v)


@mistake(
    "attention",
    """Your scores are divided by d squared. A minus sign or a 2 in the exponent stands where
    one half belongs: d ** 0.5 is the root. See “Why the scores are divided by √d”.""",
)
def divided_by_the_square(q: Tensor, k: Tensor, v: Tensor) -> Three:
    return finish(q @ k.mT * float(q.shape[-1]) ** -2, v)


@mistake(
    "attention",
    """Your scores are multiplied by √d; they should be divided by it. Multiplying makes wide
    vectors' scores still larger, which is what the lesson wants to undo. See
    “Why the scores are divided by √d”.""",
)
def multiplied_by_the_root(q: Tensor, k: Tensor, v: Tensor) -> Three:
    return finish(q @ k.mT * q.shape[-1] ** 0.5, v)


@mistake(
    "attention",
    """Your scores are divided by half the width. In Python d ** 1 / 2 means (d ** 1) / 2; write
    d ** 0.5 or math.sqrt(d). See “Why the scores are divided by √d”.""",
)
def half_the_width(q: Tensor, k: Tensor, v: Tensor) -> Three:
    return finish(q @ k.mT / (q.shape[-1] / 2), v)


@mistake(
    "attention",
    """Your scores are divided by the fourth root of d. Perhaps only one of queries and keys got
    its share of the scaling, or the root was taken twice. See
    “Why the scores are divided by √d”.""",
)
def fourth_root(q: Tensor, k: Tensor, v: Tensor) -> Three:
    return finish(q @ k.mT / q.shape[-1] ** 0.25, v)


@mistake(
    "attention",
    """You divide by √2 for every input. That is right in the example, where d = 2; for other
    widths take d from the queries, as q.shape[-1]. See “Why the scores are divided by √d”.""",
)
def root_of_two(q: Tensor, k: Tensor, v: Tensor) -> Three:
    return finish(q @ k.mT / math.sqrt(2), v)


@mistake(
    "attention",
    """You divide by 8 for every input, the square root of 64. Here d is whatever width the
    queries have: q.shape[-1]. See “Why the scores are divided by √d”.""",
)
def divided_by_eight(q: Tensor, k: Tensor, v: Tensor) -> Three:
    return finish(q @ k.mT / 8, v)


@mistake(
    "attention",
    """Your scores are divided by the square root of the number of keys. The d of the formula is
    the number of coordinates of a query, the last axis. See “Why the scores are divided by
    √d”.""",
)
def root_of_the_key_count(q: Tensor, k: Tensor, v: Tensor) -> Three:
    return finish(q @ k.mT / math.sqrt(k.shape[-2]), v)


@mistake(
    "attention",
    """Your scores are divided by the square root of the number of queries. The d of the formula
    is the number of coordinates of one query, q.shape[-1]. See “Why the scores are divided by
    √d”.""",
)
def root_of_the_query_count(q: Tensor, k: Tensor, v: Tensor) -> Three:
    return finish(q @ k.mT / math.sqrt(q.shape[-2]), v)


@mistake(
    "attention",
    """You take the length of the first axis for d, as len(q) or q.shape[0] do. That counts
    positions, or the texts of a batch; the coordinates are the last axis, q.shape[-1]. See
    “Shapes”.""",
)
def root_of_the_first_axis(q: Tensor, k: Tensor, v: Tensor) -> Three:
    return finish(q @ k.mT / math.sqrt(q.shape[0]), v)


@mistake(
    "attention",
    """You take d from q.shape[1], which is the width as long as there is no batch, and the number
    of positions in a batch. Count from the end: q.shape[-1]. See “Shapes”.""",
)
def width_from_axis_one(q: Tensor, k: Tensor, v: Tensor) -> Three:
    return finish(q @ k.mT / math.sqrt(q.shape[1]), v)


@mistake(
    "attention",
    """You divide by the square root of the values' width. Values may be wider or narrower than
    queries, and the dot product adds up the coordinates of a query and a key. See “Shapes”.""",
)
def root_of_the_value_width(q: Tensor, k: Tensor, v: Tensor) -> Three:
    return finish(q @ k.mT / math.sqrt(v.shape[-1]), v)


@mistake(
    "attention",
    """You divide by the square root of the number of axes, as len(q.shape) counts them. The d of
    the formula is the length of the last axis, q.shape[-1]. See “Shapes”.""",
)
def root_of_the_number_of_axes(q: Tensor, k: Tensor, v: Tensor) -> Three:
    return finish(q @ k.mT / math.sqrt(q.dim()), v)


@mistake(
    "attention",
    """You divide by the square root of the number of all entries of q. The d of the formula is
    the number of coordinates of one query, q.shape[-1]. See “Why the scores are divided by
    √d”.""",
)
def root_of_all_entries(q: Tensor, k: Tensor, v: Tensor) -> Three:
    return finish(q @ k.mT / math.sqrt(q.numel()), v)


@mistake(
    "attention",
    """You divide by the square root of d + 1. A dot product adds up d terms, so the root is of d
    itself. See “Why the scores are divided by √d”.""",
)
def width_plus_one(q: Tensor, k: Tensor, v: Tensor) -> Three:
    return finish(q @ k.mT / math.sqrt(q.shape[-1] + 1), v)


@mistake(
    "attention",
    """You divide by the square root of d - 1. That belongs to the standard deviation of a
    sample; a dot product adds up d terms, so the root is of d itself. See “Why the scores are
    divided by √d”.""",
)
def width_minus_one(q: Tensor, k: Tensor, v: Tensor) -> Three:
    return finish(q @ k.mT / math.sqrt(max(q.shape[-1] - 1, 1)), v)


@mistake(
    "attention",
    """Your square root is cut to a whole number, so √3 becomes 1. Scores need the root with its
    decimals: use d ** 0.5 or math.sqrt(d). See “Why the scores are divided by √d”.""",
)
def whole_number_root(q: Tensor, k: Tensor, v: Tensor) -> Three:
    return finish(q @ k.mT / math.isqrt(q.shape[-1]), v)


@mistake(
    "attention",
    """Your scores are whole numbers, since // rounds down after dividing. In the example 0.7071
    becomes 0; write / to keep the decimals. See “Why the scores are divided by √d”.""",
)
def whole_number_division(q: Tensor, k: Tensor, v: Tensor) -> Three:
    return finish(q @ k.mT // math.sqrt(q.shape[-1]), v)


@mistake(
    "attention",
    """Your square root is rounded to two decimals, as on paper. Let the computer keep all its
    digits; only the text of the lesson is rounded. See “Why the scores are divided by √d”.""",
)
def root_rounded_on_paper(q: Tensor, k: Tensor, v: Tensor) -> Three:
    return finish(q @ k.mT / round(math.sqrt(q.shape[-1]), 2), v)


@mistake(
    "attention",
    """The scores that you return are right, but your softmax gets the plain dot products. In the
    example the first row of weights should be [0.4011, 0.1978, 0.4011], the softmax of the
    scaled scores. See “Softmax turns scores into proportions”.""",
)
def softmax_of_unscaled_scores(q: Tensor, k: Tensor, v: Tensor) -> Three:
    weights = shares(q @ k.mT)
    return weights @ v, scaled(q, k), weights


@mistake(
    "attention",
    """The scores that you return are right, but on their way into the softmax they are divided
    by √d once more. Take the softmax of the scores as they are. See “Softmax turns scores into
    proportions”.""",
)
def scaled_again_in_the_softmax(q: Tensor, k: Tensor, v: Tensor) -> Three:
    scores = scaled(q, k)
    weights = shares(scores / q.shape[-1] ** 0.5)
    return weights @ v, scores, weights


@mistake(
    "attention",
    """You divide by √d after the softmax, so your proportions do not sum to 1. The division
    belongs to the scores, before the softmax. See “Why the scores are divided by √d”.""",
)
def root_after_the_softmax(q: Tensor, k: Tensor, v: Tensor) -> Three:
    scores = q @ k.mT
    weights = shares(scores) / q.shape[-1] ** 0.5
    return weights @ v, scores, weights


@mistake(
    "attention",
    """Your scores are divided by their own standard deviation. Then each score depends on all the
    others; the lesson divides by √d, a number that the width alone decides. See “Why the scores
    are divided by √d”.""",
)
def divided_by_their_spread(q: Tensor, k: Tensor, v: Tensor) -> Three:
    dots = q @ k.mT
    return finish(dots / dots.std(), v)


@mistake(
    "attention",
    """Your scores are brought to mean 0 and spread 1 in each row. That makes all rows equally
    decided, though some readers should be surer than others; only √d divides. See “Why the
    scores are divided by √d”.""",
)
def standardised_scores(q: Tensor, k: Tensor, v: Tensor) -> Three:
    dots = q @ k.mT
    centred = dots - dots.mean(-1, keepdim=True)
    return finish(centred / (dots.std(-1, keepdim=True) + 1e-5), v)


@mistake(
    "attention",
    """You divide each row of scores by the length of its own query. The √d of the formula is the
    root of the number of coordinates, the same for all queries. See “Why the scores are divided
    by √d”.""",
)
def length_of_the_query(q: Tensor, k: Tensor, v: Tensor) -> Three:
    return finish(q @ k.mT / q.norm(dim=-1, keepdim=True), v)


@mistake(
    "attention",
    """You divide each score by the length of its key. Then a long key counts no more than a short
    one; the lesson divides by √d only. See “Dot products” and “Why the scores are divided by
    √d”.""",
)
def length_of_the_key(q: Tensor, k: Tensor, v: Tensor) -> Three:
    return finish(q @ k.mT / k.norm(dim=-1).unsqueeze(-2), v)


@mistake(
    "attention",
    """Your scores are cosines: queries and keys are brought to length 1. In the lesson the
    lengths of the vectors matter too, and the dot product is divided by √d. See “Queries, keys
    and values”.""",
)
def cosine_similarity(q: Tensor, k: Tensor, v: Tensor) -> Three:
    return finish(_unit(q) @ _unit(k).mT, v)


@mistake(
    "attention",
    """You bring queries and keys to length 1 before you divide by √d. Leave them as they are:
    directions and lengths both matter to a dot product. See “Queries, keys and values”.""",
)
def cosine_over_the_root(q: Tensor, k: Tensor, v: Tensor) -> Three:
    return finish(scaled(_unit(q), _unit(k)), v)


def _unit(vectors: Tensor) -> Tensor:
    return torch.nn.functional.normalize(vectors, dim=-1)


# ---- the dot products


@mistake(
    "attention",
    """Keys and values have changed places: you compare the queries with v and mix the rows of k.
    Keys are what a position is found by, values what it hands over. See “Queries, keys and
    values”.""",
)
def keys_and_values_swapped(q: Tensor, k: Tensor, v: Tensor) -> Three:
    return finish(scaled(q, v), k)


@mistake(
    "attention",
    """You compare the queries with the values; k is never used. A query meets every key, and the
    values come in only when they are mixed. See “Queries, keys and values”.""",
)
def values_in_place_of_keys(q: Tensor, k: Tensor, v: Tensor) -> Three:
    return finish(scaled(q, v), v)


@mistake(
    "attention",
    """Queries and values have changed places, as if the function took (v, k, q). It is called as
    attention(q, k, v): keep that order in its first line. See “Queries, keys and values”.""",
)
def queries_and_values_swapped(q: Tensor, k: Tensor, v: Tensor) -> Three:
    return finish(scaled(v, k), q)


@mistake(
    "attention",
    """Queries and keys have changed places, so your rows belong to keys. Row i should hold the
    scores of query i with all keys: Q Kᵀ, not K Qᵀ. See “All rows at once”.""",
)
def queries_and_keys_swapped(q: Tensor, k: Tensor, v: Tensor) -> Three:
    return finish(scaled(k, q), v)


@mistake(
    "attention",
    """You compare the queries with one another; k is never used. In the example that goes
    unnoticed, because there Q = K. See “Queries, keys and values”.""",
)
def queries_among_themselves(q: Tensor, k: Tensor, v: Tensor) -> Three:
    return finish(scaled(q, q), v)


@mistake(
    "attention",
    """You compare the keys with one another; q is never used. In the example that goes unnoticed,
    because there Q = K. See “Queries, keys and values”.""",
)
def keys_among_themselves(q: Tensor, k: Tensor, v: Tensor) -> Three:
    return finish(scaled(k, k), v)


@mistake(
    "attention",
    """You multiply q by k without transposing k. Transposing brings each key into a column, so
    that every query meets whole keys: k.mT or k.transpose(-2, -1). See “All rows at once”.""",
)
def key_not_transposed(q: Tensor, k: Tensor, v: Tensor) -> Three:
    return finish(q @ k / q.shape[-1] ** 0.5, v)


@mistake(
    "attention",
    """You transpose the queries instead of the keys: your products pair coordinates, not
    positions. Row i should hold query i's dot products with all keys, Q Kᵀ. See “All rows at
    once”.""",
)
def query_transposed(q: Tensor, k: Tensor, v: Tensor) -> Three:
    return finish(q.mT @ k / q.shape[-1] ** 0.5, v)


@mistake(
    "attention",
    """Your keys are brought into the transposed shape by reshape or view. That keeps the numbers
    in reading order and cuts them anew, so keys get mixed up; use k.mT or k.transpose(-2, -1).
    See “All rows at once”.""",
)
def key_reshaped(q: Tensor, k: Tensor, v: Tensor) -> Three:
    upright = k.reshape(*k.shape[:-2], k.shape[-1], k.shape[-2])
    return finish(q @ upright / q.shape[-1] ** 0.5, v)


@mistake(
    "attention",
    """You multiply q and k entry by entry with *, and the weights and v as well. Every query
    should meet every key in a dot product: that is the matrix product @. See “Dot products” and
    “All rows at once”.""",
)
def entry_by_entry(q: Tensor, k: Tensor, v: Tensor) -> Three:
    scores = q * k / q.shape[-1] ** 0.5
    weights = shares(scores)
    return weights * v, scores, weights


@mistake(
    "attention",
    """You multiply q and k entry by entry with *. Every query should meet every key in a dot
    product, and q @ k.mT does them all. See “Dot products” and “All rows at once”.""",
)
def scores_entry_by_entry(q: Tensor, k: Tensor, v: Tensor) -> Three:
    return finish(q * k / q.shape[-1] ** 0.5, v)


@mistake(
    "attention",
    """Each position meets only its own key, and all other scores are 0. A query is compared with
    every key, its own and the others'. See “Queries, keys and values”.""",
)
def only_its_own_key(q: Tensor, k: Tensor, v: Tensor) -> Three:
    own = (q * k).sum(-1) / q.shape[-1] ** 0.5
    return finish(torch.diag_embed(own), v)


@mistake(
    "attention",
    """Your scores add queries and keys where they should multiply them. A dot product multiplies
    coordinate by coordinate and then adds up. See “Dot products”.""",
)
def coordinates_added(q: Tensor, k: Tensor, v: Tensor) -> Three:
    sums = (q.unsqueeze(-2) + k.unsqueeze(-3)).sum(-1)
    return finish(sums / q.shape[-1] ** 0.5, v)


@mistake(
    "attention",
    """Your scores are distances between queries and keys with a minus in front. The lesson
    compares them by dot products. See “Dot products”.""",
)
def negative_distances(q: Tensor, k: Tensor, v: Tensor) -> Three:
    apart = q.unsqueeze(-2) - k.unsqueeze(-3)
    return finish(-apart.norm(dim=-1) / q.shape[-1] ** 0.5, v)


@mistake(
    "attention",
    """Your scores are squared distances between queries and keys with a minus in front. The
    lesson compares them by dot products. See “Dot products”.""",
)
def negative_squared_distances(q: Tensor, k: Tensor, v: Tensor) -> Three:
    apart = q.unsqueeze(-2) - k.unsqueeze(-3)
    return finish(-apart.square().sum(-1) / q.shape[-1] ** 0.5, v)


@mistake(
    "attention",
    """Your scores have the opposite sign, so the key that suits a query best is read least. Look
    for a minus that does not belong there. See “Dot products”.""",
)
def scores_with_a_minus(q: Tensor, k: Tensor, v: Tensor) -> Three:
    return finish(-scaled(q, k), v)


@mistake(
    "attention",
    """You make all scores positive. A negative score is allowed and says something: such a
    position suits the query badly and gets a small proportion. See “Dot products”.""",
)
def absolute_scores(q: Tensor, k: Tensor, v: Tensor) -> Three:
    return finish(scaled(q, k).abs(), v)


@mistake(
    "attention",
    """You set negative scores to 0. Softmax has no trouble with negative numbers, and at 0 the
    differences between them are lost. See “Dot products”.""",
)
def negative_scores_to_zero(q: Tensor, k: Tensor, v: Tensor) -> Three:
    return finish(scaled(q, k).relu(), v)


@mistake(
    "attention",
    """Your returned scores are right, but the softmax sees 0 in place of the negative ones. It
    has no trouble with negative numbers, and at 0 their differences are lost. See “Dot
    products”.""",
)
def negative_scores_to_zero_unseen(q: Tensor, k: Tensor, v: Tensor) -> Three:
    scores = scaled(q, k)
    weights = shares(scores.relu())
    return weights @ v, scores, weights


@mistake(
    "attention",
    """Your returned scores are right, but the softmax sees them without their signs. A strongly
    negative score should give a small proportion, not a large one. See “Dot products”.""",
)
def absolute_scores_unseen(q: Tensor, k: Tensor, v: Tensor) -> Three:
    scores = scaled(q, k)
    weights = shares(scores.abs())
    return weights @ v, scores, weights


@mistake(
    "attention",
    """You put a tanh over the scores, which presses them between -1 and 1. Scores go into the
    softmax as they are, however large. See “Softmax turns scores into proportions”.""",
)
def scores_through_tanh(q: Tensor, k: Tensor, v: Tensor) -> Three:
    return finish(torch.tanh(scaled(q, k)), v)


@mistake(
    "attention",
    """You take the average key off all keys first. The proportions stay right, since that moves
    all scores of a row alike, but the scores are no longer q kᵀ over √d. See “Dot products”.""",
)
def centred_keys(q: Tensor, k: Tensor, v: Tensor) -> Three:
    return finish(scaled(q, k - k.mean(dim=-2, keepdim=True)), v)


@mistake(
    "attention",
    """You average the scores with their transpose, so i reads j as much as j reads i. Reading is
    not mutual: queries and keys come from different projections. See “Separate projections”.""",
)
def symmetrised_scores(q: Tensor, k: Tensor, v: Tensor) -> Three:
    scores = scaled(q, k)
    if scores.shape[-1] == scores.shape[-2]:
        scores = (scores + scores.mT) / 2
    return finish(scores, v)


@mistake(
    "attention",
    """Your dot products use the first two coordinates only, as many as the example has. A dot
    product runs over all d coordinates; q @ k.mT does so for any d. See “Dot products”.""",
)
def two_coordinates_only(q: Tensor, k: Tensor, v: Tensor) -> Three:
    return finish(q[..., :2] @ k[..., :2].mT / q.shape[-1] ** 0.5, v)


@mistake(
    "attention",
    """You use the example's sizes: two coordinates, and √2. A dot product runs over all d
    coordinates and is divided by √d, whatever d is. See “Dot products” and “Why the scores are
    divided by √d”.""",
)
def two_coordinates_and_their_root(q: Tensor, k: Tensor, v: Tensor) -> Three:
    return finish(q[..., :2] @ k[..., :2].mT / math.sqrt(2), v)


@mistake(
    "attention",
    """Your dot products leave out the last coordinate. A range that should count d of them ends
    one too early; q @ k.mT needs no counting. See “Dot products”.""",
)
def last_coordinate_left_out(q: Tensor, k: Tensor, v: Tensor) -> Three:
    return finish(q[..., :-1] @ k[..., :-1].mT / q.shape[-1] ** 0.5, v)


@mistake(
    "attention",
    """Your dot products lose the last coordinate where d is odd, as if coordinates came in
    pairs. All d of them count; q @ k.mT takes care of it. See “Dot products”.""",
)
def odd_coordinate_left_out(q: Tensor, k: Tensor, v: Tensor) -> Three:
    even = q.shape[-1] // 2 * 2
    return finish(q[..., :even] @ k[..., :even].mT / q.shape[-1] ** 0.5, v)


# ---- which pairs may meet

_AHEAD = """You hide the positions that come after the reader. That is the subject of the next
    lesson; here every position may read all of them, before and behind. See “What comes
    next”."""


def _ahead(scores: Tensor) -> Tensor:
    return torch.ones(scores.shape[-2:], dtype=torch.bool).triu(1)


@mistake("attention", _AHEAD)
def later_positions_hidden(q: Tensor, k: Tensor, v: Tensor) -> Three:
    scores = scaled(q, k)
    return finish(scores.masked_fill(_ahead(scores), -math.inf), v)


@mistake("attention", _AHEAD)
def later_positions_minus_a_billion(q: Tensor, k: Tensor, v: Tensor) -> Three:
    scores = scaled(q, k)
    return finish(scores.masked_fill(_ahead(scores), -1e9), v)


@mistake("attention", _AHEAD)
def later_positions_hidden_in_the_softmax(q: Tensor, k: Tensor, v: Tensor) -> Three:
    scores = scaled(q, k)
    weights = shares(scores.masked_fill(_ahead(scores), -math.inf))
    return weights @ v, scores, weights


@mistake(
    "attention",
    """You set the proportions of later positions to 0, so your rows do not sum to 1. In this
    lesson every position may read all of them; hiding some comes later. See “What comes
    next”.""",
)
def later_proportions_to_zero(q: Tensor, k: Tensor, v: Tensor) -> Three:
    scores = scaled(q, k)
    weights = shares(scores).tril()
    return weights @ v, scores, weights


@mistake(
    "attention",
    """You set the scores of later positions to 0. That does not even hide them, since e⁰ is 1,
    and in this lesson every position may read all of them. See “What comes next”.""",
)
def later_scores_to_zero(q: Tensor, k: Tensor, v: Tensor) -> Three:
    return finish(scaled(q, k).tril(), v)


@mistake(
    "attention",
    """No position reads itself in your answer. In the lesson every position reads all of them,
    itself among them: position 2 gives itself 0.5035. See “Each row has its own
    denominator”.""",
)
def never_itself(q: Tensor, k: Tensor, v: Tensor) -> Three:
    scores = scaled(q, k)
    itself = torch.eye(*scores.shape[-2:], dtype=torch.bool)
    weights = shares(scores.masked_fill(itself, -math.inf))
    return weights @ v, scores, weights


@mistake(
    "attention",
    """You take a score of 0 for a gap and hide it. Zero is a score like others: in the example
    position 1 has the score 0 for q = [1, 0], and the proportion 0.1978. See “Softmax turns
    scores into proportions”.""",
)
def zero_scores_hidden(q: Tensor, k: Tensor, v: Tensor) -> Three:
    scores = scaled(q, k)
    weights = shares(scores.masked_fill(scores == 0, -math.inf))
    return weights @ v, scores, weights


@mistake(
    "attention",
    """The last key gets no proportion in your answer. A range that should reach it ends one too
    early; softmax runs over all keys. See “Softmax turns scores into proportions”.""",
)
def last_key_skipped(q: Tensor, k: Tensor, v: Tensor) -> Three:
    scores = scaled(q, k)
    weights = torch.zeros_like(scores)
    weights[..., :-1] = shares(scores[..., :-1])
    return weights @ v, scores, weights


@mistake(
    "attention",
    """Only the first three keys are read, as many as the example has. Any number of positions can
    be read: take it from the shape of k. See “Shapes”.""",
)
def first_three_keys(q: Tensor, k: Tensor, v: Tensor) -> Three:
    scores = scaled(q, k)
    weights = torch.zeros_like(scores)
    weights[..., :3] = shares(scores[..., :3])
    return weights @ v, scores, weights


@mistake(
    "attention",
    """All your rows are the row of the first query. Inside the loop the query should move on with
    the row: q[..., i, :], not q[..., 0, :]. See “All rows at once”.""",
)
def first_query_for_all(q: Tensor, k: Tensor, v: Tensor) -> Three:
    return finish(scaled(q[..., :1, :].expand_as(q), k), v)


@mistake(
    "attention",
    """You answer for the first query only, as in the calculation by hand. Every query gets a row
    of its own: scores [nq, nk] and output [nq, dv]. See “All rows at once”.""",
)
def first_query_alone(q: Tensor, k: Tensor, v: Tensor) -> Three:
    output, scores, weights = finish(scaled(q[..., :1, :], k), v)
    return output.squeeze(-2), scores.squeeze(-2), weights.squeeze(-2)


@mistake(
    "attention",
    """You answer for the last query only. A model that predicts one character may do with that;
    here every query gets a row of its own. See “All rows at once”.""",
)
def last_query_alone(q: Tensor, k: Tensor, v: Tensor) -> Three:
    return finish(scaled(q[..., -1:, :], k), v)
