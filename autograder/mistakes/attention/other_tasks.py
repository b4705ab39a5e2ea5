"""Mistakes in the smaller tasks: `project`, `one_row`, `pair_scores` and the experiments."""

import math
from typing import Any

import torch
from torch import Tensor

from autograder.judge.mistakes import mistake, value_mistake
from autograder.mistakes.attention import Three

# ---- project(x, weight)


@mistake(
    "project",
    """You multiply x by weight as it stands; the formula has Wᵀ. A row of weight makes one
    coordinate of the result, so transpose it: x @ weight.T. See “Queries, keys and values”.""",
)
def weight_not_transposed(x: Tensor, weight: Tensor) -> Tensor:
    return x @ weight


@mistake(
    "project",
    """You transpose weight only if it is not square. The formula has Wᵀ for every matrix; for a
    square one a forgotten transpose gives no error, just other numbers. See “Queries, keys and
    values”.""",
)
def square_weight_not_transposed(x: Tensor, weight: Tensor) -> Tensor:
    return x @ weight if weight.shape[0] == weight.shape[1] else x @ weight.T


@mistake(
    "project",
    """You multiply weight by x, in this order and without a transpose. Each row of x is a
    position and stays a row: X Wᵀ. See “Queries, keys and values”.""",
)
def weight_on_the_left(x: Tensor, weight: Tensor) -> Tensor:
    return weight @ x


@mistake(
    "project",
    """Your result is transposed: it has a row for each coordinate. Positions stay in the rows,
    X Wᵀ. See “The example of this notebook”.""",
)
def projection_transposed(x: Tensor, weight: Tensor) -> Tensor:
    return weight @ x.mT


@mistake(
    "project",
    """You transpose x instead of weight. Each row of x is a position and stays a row: X Wᵀ. See
    “Queries, keys and values”.""",
)
def input_transposed(x: Tensor, weight: Tensor) -> Tensor:
    return x.mT @ weight


@mistake(
    "project",
    """You multiply x and weight entry by entry with *. A projection is a matrix product:
    x @ weight.T. See “Queries, keys and values”.""",
)
def projection_entry_by_entry(x: Tensor, weight: Tensor) -> Tensor:
    return x * weight


@mistake(
    "project",
    """You give x back as it came. That is right only for the identity matrix, which Wq and Wk
    happen to be in the example. See “The example of this notebook”.""",
)
def input_given_back(x: Tensor, weight: Tensor) -> Tensor:
    return x


@mistake(
    "project",
    """You divide the projection by the square root of the width. The division belongs to the
    scores, not to the projections. See “Why the scores are divided by √d”.""",
)
def projection_scaled(x: Tensor, weight: Tensor) -> Tensor:
    return x @ weight.T / math.sqrt(weight.shape[1])


@mistake(
    "project",
    """You put a softmax on the projection. Queries, keys and values are plain products X Wᵀ; only
    scores become proportions. See “Queries, keys and values”.""",
)
def projection_softmaxed(x: Tensor, weight: Tensor) -> Tensor:
    return torch.softmax(x @ weight.T, dim=-1)


@mistake(
    "project",
    """You set negative numbers to 0. A projection is linear: X Wᵀ and nothing after it. See
    “Queries, keys and values”.""",
)
def projection_with_relu(x: Tensor, weight: Tensor) -> Tensor:
    return (x @ weight.T).relu()


@mistake(
    "project",
    """Your function is right without a batch and stops with an error for one. With @ in place of
    torch.mm, any number of axes can stand in front of x. See “Shapes”.""",
)
def projection_without_batch(x: Tensor, weight: Tensor) -> Tensor:
    return torch.mm(x, weight.t())


@mistake(
    "project",
    """Your result is as wide as x and keeps zeros, or stops with an error, where it should be
    narrower or wider. It has one coordinate for each row of weight. See “Task 1: projections (2
    points)”.""",
)
def projection_as_wide_as_the_input(x: Tensor, weight: Tensor) -> Tensor:
    result = torch.zeros_like(x)
    for row, numbers in enumerate(weight):
        result[..., row] = (x * numbers).sum(-1)
    return result


@mistake(
    "project",
    """Your function needs a square weight and stops with an error for others. The result has one
    coordinate for each row of weight, as many as those are. See “Task 1: projections (2
    points)”.""",
)
def square_weight_required(x: Tensor, weight: Tensor) -> Tensor:
    if weight.shape[0] != weight.shape[1]:
        raise ValueError("a square weight is needed")
    return x @ weight.T


@mistake(
    "project",
    """You return the V of the lesson whatever comes in. Compute with the arguments of the
    function: x and weight. See “The example of this notebook”.""",
)
def the_lessons_projection(x: Tensor, weight: Tensor) -> Tensor:
    return torch.tensor([[1.0, 0.0], [0.0, 2.0], [1.0, 2.0]])


# ---- one_row(query, k, v)


def _row(scores: Tensor, v: Tensor) -> Three:
    weights = torch.softmax(scores, dim=0)
    return weights @ v, scores, weights


def _right_row(query: Tensor, k: Tensor, v: Tensor) -> Three:
    return _row(k @ query / len(query) ** 0.5, v)


@mistake(
    "one_row",
    """Your scores are the plain dot products. For q = [1, 0] you return [1, 0, 1]; the lesson
    divides by √2 and gets [0.7071, 0, 0.7071]. See “Why the scores are divided by √d”.""",
)
def one_row_unscaled(query: Tensor, k: Tensor, v: Tensor) -> Three:
    return _row(k @ query, v)


@mistake(
    "one_row",
    """You divide by d, not by its square root. For q = [1, 0] the first score becomes 0.5; the
    lesson has 0.7071. See “Why the scores are divided by √d”.""",
)
def one_row_divided_by_the_width(query: Tensor, k: Tensor, v: Tensor) -> Three:
    return _row(k @ query / len(query), v)


@mistake(
    "one_row",
    """You multiply by √d where you should divide. Multiplying makes the scores of wide vectors
    still larger. See “Why the scores are divided by √d”.""",
)
def one_row_multiplied_by_the_root(query: Tensor, k: Tensor, v: Tensor) -> Three:
    return _row(k @ query * len(query) ** 0.5, v)


@mistake(
    "one_row",
    """You divide by half the width. In Python d ** 1 / 2 means (d ** 1) / 2; write d ** 0.5 or
    math.sqrt(d). See “Why the scores are divided by √d”.""",
)
def one_row_half_the_width(query: Tensor, k: Tensor, v: Tensor) -> Three:
    return _row(k @ query / (len(query) / 2), v)


@mistake(
    "one_row",
    """You divide by √2 for every query. That is right in the example, where d = 2; in general d
    is the number of coordinates, len(query). See “Why the scores are divided by √d”.""",
)
def one_row_root_of_two(query: Tensor, k: Tensor, v: Tensor) -> Three:
    return _row(k @ query / math.sqrt(2), v)


@mistake(
    "one_row",
    """You divide by the square root of the number of keys. The d of the formula is the number of
    coordinates of the query, len(query). See “Why the scores are divided by √d”.""",
)
def one_row_root_of_the_positions(query: Tensor, k: Tensor, v: Tensor) -> Three:
    return _row(k @ query / len(k) ** 0.5, v)


@mistake(
    "one_row",
    """The scores that you return are right, but your softmax gets the plain dot products. It
    should get the scaled ones. See “Softmax turns scores into proportions”.""",
)
def one_row_softmax_of_unscaled_scores(query: Tensor, k: Tensor, v: Tensor) -> Three:
    weights = torch.softmax(k @ query, dim=0)
    return weights @ v, k @ query / len(query) ** 0.5, weights


@mistake(
    "one_row",
    """In the place of the scores you return the plain dot products. Your softmax divides them by
    √d, and so should the scores that you give back be. See “Why the scores are divided by
    √d”.""",
)
def one_row_unscaled_scores_returned(query: Tensor, k: Tensor, v: Tensor) -> Three:
    output, _, weights = _right_row(query, k, v)
    return output, k @ query, weights


@mistake(
    "one_row",
    """You compare the query with the columns of k, as k.T @ query does. Each key is a row of k.
    See “Dot products”.""",
)
def one_row_columns_of_keys(query: Tensor, k: Tensor, v: Tensor) -> Three:
    return _row(k.T @ query / len(query) ** 0.5, v)


@mistake(
    "one_row",
    """Keys and values have changed places: you compare the query with v and mix the rows of k.
    Keys are what a position is found by, values what it hands over. See “Queries, keys and
    values”.""",
)
def one_row_keys_and_values_swapped(query: Tensor, k: Tensor, v: Tensor) -> Three:
    return _right_row(query, v, k)


@mistake(
    "one_row",
    """You make negative scores positive. A negative score is allowed: such a position suits the
    query badly and gets a small proportion. See “Dot products”.""",
)
def one_row_absolute_scores(query: Tensor, k: Tensor, v: Tensor) -> Three:
    return _row((k @ query / len(query) ** 0.5).abs(), v)


@mistake(
    "one_row",
    """You set negative scores to 0. Softmax has no trouble with negative numbers, and at 0 the
    differences between them are lost. See “Dot products”.""",
)
def one_row_negative_scores_to_zero(query: Tensor, k: Tensor, v: Tensor) -> Three:
    return _row((k @ query / len(query) ** 0.5).relu(), v)


@mistake(
    "one_row",
    """You divide the scores by their sum; the exponential is missing. With negative scores such
    quotients can be negative or larger than 1. See “Softmax turns scores into proportions”.""",
)
def one_row_no_exponential(query: Tensor, k: Tensor, v: Tensor) -> Three:
    _, scores, _ = _right_row(query, k, v)
    weights = scores / scores.sum()
    return weights @ v, scores, weights


@mistake(
    "one_row",
    """Your weights are the exponentials themselves, [2.0281, 1, 2.0281] in the example. Divide
    them by their sum, 5.0562, to get proportions. See “Softmax turns scores into
    proportions”.""",
)
def one_row_no_denominator(query: Tensor, k: Tensor, v: Tensor) -> Three:
    _, scores, _ = _right_row(query, k, v)
    weights = scores.exp()
    return weights @ v, scores, weights


@mistake(
    "one_row",
    """You use a sigmoid for each score by itself, so the row does not sum to 1. In a softmax each
    proportion depends on all scores. See “Softmax turns scores into proportions”.""",
)
def one_row_sigmoid(query: Tensor, k: Tensor, v: Tensor) -> Three:
    _, scores, _ = _right_row(query, k, v)
    weights = scores.sigmoid()
    return weights @ v, scores, weights


@mistake(
    "one_row",
    """Every key gets the same share in your answer, so the output is the plain average. The
    scores should decide the shares. See “An average is a path, but the same for everyone”.""",
)
def one_row_equal_shares(query: Tensor, k: Tensor, v: Tensor) -> Three:
    _, scores, _ = _right_row(query, k, v)
    weights = torch.ones_like(scores) / len(scores)
    return weights @ v, scores, weights


@mistake(
    "one_row",
    """Your output is the scores times v; the weights are computed and then left aside. Mix the
    rows of v with the weights. See “The weighted sum”.""",
)
def one_row_output_from_scores(query: Tensor, k: Tensor, v: Tensor) -> Three:
    _, scores, weights = _right_row(query, k, v)
    return scores @ v, scores, weights


@mistake(
    "one_row",
    """Your weights are right, but they mix the keys. What a position hands over is its value: the
    output is the weights times v. See “The weighted sum”.""",
)
def one_row_mixes_the_keys(query: Tensor, k: Tensor, v: Tensor) -> Three:
    _, scores, weights = _right_row(query, k, v)
    return weights @ k, scores, weights


@mistake(
    "one_row",
    """You average the weighted values where you should add them. The proportions sum to 1
    already, so dividing by the number of keys makes the output too small. See “The weighted
    sum”.""",
)
def one_row_contributions_averaged(query: Tensor, k: Tensor, v: Tensor) -> Three:
    output, scores, weights = _right_row(query, k, v)
    return output / len(v), scores, weights


@mistake(
    "one_row",
    """You keep the weighted value rows apart: your output has a row for each key. Add them up,
    coordinate by coordinate. See “The weighted sum”.""",
)
def one_row_contributions_not_added(query: Tensor, k: Tensor, v: Tensor) -> Three:
    _, scores, weights = _right_row(query, k, v)
    return weights.unsqueeze(-1) * v, scores, weights


@mistake(
    "one_row",
    """Your calculation is written out for three keys, as many as the example has. With a sum
    over all rows, such as weights @ v, any number will do. See “The weighted sum”.""",
)
def one_row_three_positions(query: Tensor, k: Tensor, v: Tensor) -> Three:
    return _right_row(query, k[:3], v[:3])


@mistake(
    "one_row",
    """Your results have an axis of size 1 in front. For one query without a row axis they are
    plain vectors: output [dv], scores [n], weights [n]. See “Task 2: one row (2 points)”.""",
)
def one_row_with_a_row_axis(query: Tensor, k: Tensor, v: Tensor) -> Three:
    output, scores, weights = _right_row(query, k, v)
    return output.unsqueeze(0), scores.unsqueeze(0), weights.unsqueeze(0)


@mistake(
    "one_row",
    """Your three tensors are right, but weights and scores have changed places. Give them back as
    (output, scores, weights). See “Task 2: one row (2 points)”.""",
)
def one_row_weights_before_scores(query: Tensor, k: Tensor, v: Tensor) -> Three:
    output, scores, weights = _right_row(query, k, v)
    return output, weights, scores


@mistake(
    "one_row",
    """Your three tensors are right, in the order in which they are computed. Give them back as
    (output, scores, weights). See “Task 2: one row (2 points)”.""",
)
def one_row_output_last(query: Tensor, k: Tensor, v: Tensor) -> Three:
    output, scores, weights = _right_row(query, k, v)
    return scores, weights, output


@mistake(
    "one_row",
    """Your output is right, and it comes alone. Give back the scores and the weights as well:
    (output, scores, weights). See “Task 2: one row (2 points)”.""",
)
def one_row_output_alone(query: Tensor, k: Tensor, v: Tensor) -> Tensor:
    return _right_row(query, k, v)[0]


@mistake(
    "one_row",
    """Your numbers are right, but they come as a list. Write return output, scores, weights
    without square brackets: that is a tuple. See “Task 2: one row (2 points)”.""",
)
def one_row_returns_a_list(query: Tensor, k: Tensor, v: Tensor) -> list[Tensor]:
    return list(_right_row(query, k, v))


@mistake(
    "one_row",
    """Your scores and weights are lists of Python numbers. Torch tensors are asked for: compute
    with k @ query and torch.softmax, so that gradients can flow back. See “Task 2: one row (2
    points)”.""",
)
def one_row_lists_of_numbers(query: Tensor, k: Tensor, v: Tensor) -> tuple[Any, ...]:
    output, scores, weights = _right_row(query, k, v)
    return output, scores.tolist(), weights.tolist()


@mistake(
    "one_row",
    """You return the numbers of the lesson's position 0 whatever comes in. Compute with the
    arguments of the function: query, k and v. See “One row by hand”.""",
)
def one_row_the_lessons_numbers(query: Tensor, k: Tensor, v: Tensor) -> Three:
    x = torch.tensor([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]])
    return _right_row(x[0], x, torch.tensor([[1.0, 0.0], [0.0, 2.0], [1.0, 2.0]]))


# ---- pair_scores(x, wq, wk), and the two experiments with it


@mistake(
    "pair_scores",
    """You project the queries only; the keys are x itself. Keys have a projection of their own,
    x @ wk.T. See “Separate projections”.""",
)
def keys_not_projected(x: Tensor, wq: Tensor, wk: Tensor) -> Tensor:
    return (x @ wq.T) @ x.T


@mistake(
    "pair_scores",
    """You project the keys only; the queries are x itself. Queries have a projection of their
    own, x @ wq.T. See “Separate projections”.""",
)
def queries_not_projected(x: Tensor, wq: Tensor, wk: Tensor) -> Tensor:
    return x @ (x @ wk.T).T


@mistake(
    "pair_scores",
    """You compare the rows of x with one another and use neither wq nor wk. Project first: x @
    wq.T makes the queries, x @ wk.T the keys. See “Separate projections”.""",
)
def nothing_projected(x: Tensor, wq: Tensor, wk: Tensor) -> Tensor:
    return x @ x.T


@mistake(
    "pair_scores",
    """You project with wq and wk as they stand. The formula has the transposed matrix, X Wᵀ; for
    the identity that makes no difference, for the key projection it does. See “Separate
    projections”.""",
)
def pair_projections_not_transposed(x: Tensor, wq: Tensor, wk: Tensor) -> Tensor:
    return (x @ wq) @ (x @ wk).T


@mistake(
    "pair_scores",
    """Your rows belong to keys. Row i should hold the dot products of query i with all keys,
    Q Kᵀ. See “All rows at once”.""",
)
def pair_rows_are_keys(x: Tensor, wq: Tensor, wk: Tensor) -> Tensor:
    return (x @ wk.T) @ (x @ wq.T).T


@mistake(
    "pair_scores",
    """You use wq for queries and keys both; wk is never used. Then j reads i as much as i reads
    j, which the second projection is to change. See “Separate projections”.""",
)
def query_projection_for_both(x: Tensor, wq: Tensor, wk: Tensor) -> Tensor:
    return (x @ wq.T) @ (x @ wq.T).T


@mistake(
    "pair_scores",
    """You use wk for queries and keys both; wq is never used. Then j reads i as much as i reads
    j, which the second projection is to change. See “Separate projections”.""",
)
def key_projection_for_both_sides(x: Tensor, wq: Tensor, wk: Tensor) -> Tensor:
    return (x @ wk.T) @ (x @ wk.T).T


@mistake(
    "pair_scores",
    """You divide by the square root of the width. The scores of this task are plain dot products,
    as the lesson says there. See “Separate projections”.""",
)
def pair_scores_scaled(x: Tensor, wq: Tensor, wk: Tensor) -> Tensor:
    return (x @ wq.T) @ (x @ wk.T).T / math.sqrt(wq.shape[0])


@mistake(
    "pair_scores",
    """You return proportions. This task stops before the softmax, at the plain dot products of
    queries and keys. See “Separate projections”.""",
)
def pair_scores_softmaxed(x: Tensor, wq: Tensor, wk: Tensor) -> Tensor:
    return torch.softmax((x @ wq.T) @ (x @ wk.T).T, dim=-1)


@mistake(
    "pair_scores",
    """You return proportions of scaled scores. This task stops before both, at the plain dot
    products of queries and keys. See “Separate projections”.""",
)
def pair_scores_scaled_and_softmaxed(x: Tensor, wq: Tensor, wk: Tensor) -> Tensor:
    return torch.softmax(pair_scores_scaled(x, wq, wk), dim=-1)


@mistake(
    "pair_scores",
    """You compute the scores of two positions and stop. The example has two; the function should
    do for any number, [n, n]. See “Separate projections”.""",
)
def first_pair_only(x: Tensor, wq: Tensor, wk: Tensor) -> Tensor:
    return (x[:2] @ wq.T) @ (x[:2] @ wk.T).T


@mistake(
    "pair_scores",
    """You compare each position with itself only and get one number for each. Every query meets
    every key, which makes a table [n, n]. See “Separate projections”.""",
)
def each_with_itself(x: Tensor, wq: Tensor, wk: Tensor) -> Tensor:
    return ((x @ wq.T) * (x @ wk.T)).sum(-1)


@mistake(
    "pair_scores",
    """You multiply queries and keys entry by entry with *. Every query should meet every key in a
    dot product: Q Kᵀ. See “Dot products” and “Separate projections”.""",
)
def pair_scores_entry_by_entry(x: Tensor, wq: Tensor, wk: Tensor) -> Tensor:
    return (x @ wq.T) * (x @ wk.T)


EXPERIMENTS = [
    value_mistake(
        "shared_scores_of_separate_projections",
        "shared_scores",
        torch.tensor([[0.0, 2.0], [0.0, 0.0]]),
        """These are the scores with the key projection. shared_scores asks for the identity on
        both sides. See “Separate projections”.""",
    ),
    value_mistake(
        "shared_scores_scaled",
        "shared_scores",
        torch.eye(2) / 2**0.5,
        """These scores are divided by √2. In this task they are plain dot products. See “Separate
        projections”.""",
    ),
    value_mistake(
        "shared_scores_softmaxed",
        "shared_scores",
        torch.softmax(torch.eye(2), dim=-1),
        """These are proportions. The task asks for the dot products, before any softmax. See
        “Separate projections”.""",
    ),
    value_mistake(
        "separate_scores_of_shared_projection",
        "separate_scores",
        torch.eye(2),
        """These are the scores with the identity on both sides. separate_scores asks for
        key_projection on the side of the keys. See “Separate projections”.""",
    ),
    value_mistake(
        "separate_scores_key_projection_for_both",
        "separate_scores",
        torch.tensor([[0.0, 0.0], [0.0, 4.0]]),
        """You use key_projection for queries and keys both. The queries keep the identity. See
        “Separate projections”.""",
    ),
    value_mistake(
        "separate_scores_transposed",
        "separate_scores",
        torch.tensor([[0.0, 0.0], [2.0, 0.0]]),
        """In your table position 1 finds position 0. The key projection went to the queries, or
        a transpose is missing or too many: position 0 should find position 1. See “Separate
        projections”.""",
    ),
    value_mistake(
        "separate_scores_scaled",
        "separate_scores",
        torch.tensor([[0.0, 2.0], [0.0, 0.0]]) / 2**0.5,
        """These scores are divided by √2. In this task they are plain dot products. See “Separate
        projections”.""",
    ),
    value_mistake(
        "separate_scores_softmaxed",
        "separate_scores",
        torch.softmax(torch.tensor([[0.0, 2.0], [0.0, 0.0]]), dim=-1),
        """These are proportions. The task asks for the dot products, before any softmax. See
        “Separate projections”.""",
    ),
]

# ---- the experiment with changed values

_Q = torch.tensor([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]])
_V = torch.tensor([[1.0, 0.0], [0.0, 2.0], [1.0, 2.0]])
_CHANGED = torch.tensor([[1.0, 0.0], [0.0, 2.0], [3.0, 2.0]])
_SCORES = _Q @ _Q.T / 2**0.5
_WEIGHTS = torch.softmax(_SCORES, dim=-1)
_FROM_CHANGED_KEYS = torch.softmax(_Q @ _CHANGED.T / 2**0.5, dim=-1)
_ROW_1_CHANGED = torch.tensor([[1.0, 0.0], [3.0, 2.0], [1.0, 2.0]])
_ORDER_CHANGED = torch.tensor([[1.0, 0.0], [0.0, 2.0], [2.0, 3.0]])

CHANGED_VALUES = [
    value_mistake(
        "changed_v_is_v",
        "changed_v",
        _V,
        """changed_v is still v. Make a copy, and write [3, 2] into the third row of the copy. See
        “Changing only the values”.""",
    ),
    value_mistake(
        "changed_v_second_row",
        "changed_v",
        _ROW_1_CHANGED,
        """You changed the second row. Rows are counted from 0, so the third row has the index 2.
        See “Changing only the values”.""",
    ),
    value_mistake(
        "changed_v_first_row",
        "changed_v",
        torch.tensor([[3.0, 2.0], [0.0, 2.0], [1.0, 2.0]]),
        """You changed the first row. The third row belongs to position 2 and has the index 2. See
        “Changing only the values”.""",
    ),
    value_mistake(
        "changed_v_coordinates_swapped",
        "changed_v",
        _ORDER_CHANGED,
        """Your third row is [2, 3]; it should become [3, 2]. Coordinate 0 comes first, and it
        grows by 2. See “Changing only the values”.""",
    ),
    value_mistake(
        "changed_v_added",
        "changed_v",
        torch.tensor([[1.0, 0.0], [0.0, 2.0], [4.0, 4.0]]),
        """You added [3, 2] to the third row. It should become [3, 2], whatever stood there
        before. See “Changing only the values”.""",
    ),
    value_mistake(
        "changed_v_one_row",
        "changed_v",
        torch.tensor([3.0, 2.0]),
        """changed_v is the new row alone. It should be the whole of v, three rows, with the third
        one changed. See “Changing only the values”.""",
    ),
    value_mistake(
        "changed_v_row_added_below",
        "changed_v",
        torch.cat([_V, torch.tensor([[3.0, 2.0]])]),
        """You put [3, 2] below v as a fourth row. It should take the place of the third row. See
        “Changing only the values”.""",
    ),
    value_mistake(
        "changed_weights_are_scores",
        "changed_weights",
        _SCORES,
        """These are the scores. attention gives back (output, scores, weights), so the weights
        are the third. See “Changing only the values”.""",
    ),
    value_mistake(
        "changed_weights_are_the_output",
        "changed_weights",
        _WEIGHTS @ _CHANGED,
        """This is the new output. attention gives back (output, scores, weights), so the weights
        are the third. See “Changing only the values”.""",
    ),
    value_mistake(
        "changed_weights_from_changed_keys",
        "changed_weights",
        _FROM_CHANGED_KEYS,
        """Your weights moved, because the changed rows also took the place of the keys. Only the
        values change in this experiment: attention(q, k, changed_v). See “Changing only the
        values”.""",
    ),
    value_mistake(
        "changed_weights_difference",
        "changed_weights",
        torch.zeros(3, 3),
        """This is the change of the weights, which is indeed 0. The task asks for the weights
        themselves. See “Changing only the values”.""",
    ),
    value_mistake(
        "changed_weights_first_row",
        "changed_weights",
        _WEIGHTS[0],
        """This is the row of position 0 alone. The task asks for the weights of all three
        readers. See “Changing only the values”.""",
    ),
    value_mistake(
        "output_change_old_minus_new",
        "output_change",
        _WEIGHTS @ (_V - _CHANGED),
        """You subtract the new output from the old one. The output grows, so new minus old is
        positive: 0.8022 in coordinate 0 of position 0. See “Changing only the values”.""",
    ),
    value_mistake(
        "output_change_is_the_new_output",
        "output_change",
        _WEIGHTS @ _CHANGED,
        """This is the new output. The change is the new output minus the old one. See “Changing
        only the values”.""",
    ),
    value_mistake(
        "output_change_is_the_old_output",
        "output_change",
        _WEIGHTS @ _V,
        """This is the output with the old values. The change is the new output minus this one.
        See “Changing only the values”.""",
    ),
    value_mistake(
        "output_change_of_the_values",
        "output_change",
        _CHANGED - _V,
        """This is the change of the values. What arrives in the output is proportion times value,
        2 times 0.4011 at position 0. See “Changing only the values”.""",
    ),
    value_mistake(
        "output_change_zero",
        "output_change",
        torch.zeros(3, 2),
        """Your output does not change. Perhaps changed_v is another name for v, so that both
        outputs saw the new row: v.clone() makes a copy. See “Changing only the values”.""",
    ),
    value_mistake(
        "output_change_one_coordinate",
        "output_change",
        (_WEIGHTS @ (_CHANGED - _V))[:, 0],
        """This is the change in coordinate 0 alone. The task asks for the whole difference, shape
        [3, 2]. See “Changing only the values”.""",
    ),
    value_mistake(
        "output_change_first_row",
        "output_change",
        (_WEIGHTS @ (_CHANGED - _V))[0],
        """This is the change at position 0 alone. The task asks for all three readers, shape
        [3, 2]. See “Changing only the values”.""",
    ),
    value_mistake(
        "output_change_of_changed_keys",
        "output_change",
        _FROM_CHANGED_KEYS @ _CHANGED - _WEIGHTS @ _V,
        """Your new output has changed rows in the place of the keys as well. Only the values
        change in this experiment: attention(q, k, changed_v). See “Changing only the values”.""",
    ),
    value_mistake(
        "output_change_of_the_second_row",
        "output_change",
        _WEIGHTS @ (_ROW_1_CHANGED - _V),
        """This comes from changing the second row. Rows are counted from 0, so the third row has
        the index 2. See “Changing only the values”.""",
    ),
    value_mistake(
        "output_change_of_swapped_coordinates",
        "output_change",
        _WEIGHTS @ (_ORDER_CHANGED - _V),
        """This comes from a third row of [2, 3]; it should be [3, 2]. Then only coordinate 0 of
        the output moves. See “Changing only the values”.""",
    ),
]
