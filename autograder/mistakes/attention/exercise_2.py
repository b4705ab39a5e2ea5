"""Mistakes in exercise 2: its typed answers, and `row_with_query`."""

import math
from typing import Any

import torch
from torch import Tensor

from autograder.judge.mistakes import mistake, value_mistake
from autograder.mistakes.attention import scaled, shares

Pair = tuple[Tensor, Tensor]

# ---- typed; numbers with four decimals, as students type them

_ZERO_QUERY = "exercise_2_weights"
_ZERO_OUTPUT = "exercise_2_output"
EXERCISE_2 = [
    value_mistake(
        "zero_query_reads_nothing",
        _ZERO_QUERY,
        [0.0, 0.0, 0.0],
        """The scores are all 0, but the weights are not: the exponential of 0 is 1, and the
        weights of a row sum to 1. See “Softmax turns scores into proportions”.""",
    ),
    value_mistake(
        "zero_query_undivided",
        _ZERO_QUERY,
        [1.0, 1.0, 1.0],
        """These are the exponentials of the scores. Divide each by their sum. See “Softmax turns
        scores into proportions”.""",
    ),
    value_mistake(
        "zero_query_reads_itself",
        _ZERO_QUERY,
        [1.0, 0.0, 0.0],
        """You let position 0 read only itself. Its query has the same dot product with all
        keys, so no position stands out. See “Softmax turns scores into proportions”.""",
    ),
    value_mistake(
        "zero_query_lesson_row",
        _ZERO_QUERY,
        [0.4011, 0.1978, 0.4011],
        """This is the lesson's row, for the query [1, 0]. With another query the scores are
        others: compute them anew for [0, 0]. See “Dot products”.""",
    ),
    value_mistake(
        "zero_query_ninths",
        _ZERO_QUERY,
        [1 / 9, 1 / 9, 1 / 9],
        """You shared 1 out among all nine entries. Each row sums to 1 by itself. See “Each row
        has its own denominator”.""",
    ),
    value_mistake(
        "zero_query_unscaled_row",
        _ZERO_QUERY,
        [0.4223, 0.1554, 0.4223],
        """This is the row for the query [1, 0], and without the division by √2. Compute the
        scores anew for the query [0, 0]. See “Dot products”.""",
    ),
    value_mistake(
        "zero_query_by_hand",
        _ZERO_QUERY,
        [0.5, 0.25, 0.25],
        """These are the proportions that the lesson chose by hand. Here they come from the
        scores: dot products of [0, 0] with the keys. See “Softmax turns scores into
        proportions”.""",
    ),
    value_mistake(
        "zero_query_output_of_nothing",
        _ZERO_OUTPUT,
        [0.0, 0.0],
        """An output of zeros would need weights of zero. The weights of a row sum to 1, so
        something is read. See “The weighted sum”.""",
    ),
    value_mistake(
        "zero_query_output_undivided",
        _ZERO_OUTPUT,
        [2.0, 4.0],
        """You added up the rows of V. Each row comes in with its weight, and the weights sum to
        1. See “The weighted sum”.""",
    ),
    value_mistake(
        "zero_query_output_of_itself",
        _ZERO_OUTPUT,
        [1.0, 0.0],
        """This is the value of position 0 alone. Position 0 reads the others as well, with the
        weights that you have just worked out. See “The weighted sum”.""",
    ),
    value_mistake(
        "zero_query_output_of_the_lesson",
        _ZERO_OUTPUT,
        [0.8022, 1.1978],
        """This is the lesson's output, for the query [1, 0]. Mix the rows of V with the weights
        of the query [0, 0]. See “The weighted sum”.""",
    ),
    value_mistake(
        "zero_query_output_ninths",
        _ZERO_OUTPUT,
        [2 / 9, 4 / 9],
        """Your output is three times too small. The weights of each row sum to 1 by themselves.
        See “Each row has its own denominator”.""",
    ),
    value_mistake(
        "zero_query_output_swapped",
        _ZERO_OUTPUT,
        [4 / 3, 2 / 3],
        """Your two numbers are right, but in the wrong order. Coordinate 0 comes first: it mixes
        the first column of V. See “The weighted sum”.""",
    ),
    value_mistake(
        "zero_query_output_of_changed_values",
        _ZERO_OUTPUT,
        [4 / 3, 4 / 3],
        """You used the third row [3, 2] of the exercise before. Here all rows of V are those of
        the example. See “The example of this notebook”.""",
    ),
    value_mistake(
        "zero_query_output_of_the_keys",
        _ZERO_OUTPUT,
        [2 / 3, 2 / 3],
        """You mixed the rows of K. What a position hands over is its value: mix the rows of V. See
        “The weighted sum”.""",
    ),
]

# ---- row_with_query(q, k, v, position, query)


def _row(scores: Tensor, v: Tensor) -> Pair:
    weights = shares(scores)
    return weights, weights @ v


def _right(k: Tensor, v: Tensor, query: Tensor) -> Pair:
    return _row(scaled(query, k), v)


def _replaced(rows: Tensor, position: int, query: Tensor) -> Tensor:
    rows = rows.clone()
    rows[position] = query
    return rows


@mistake(
    "row_with_query",
    """You softmax the plain dot products. Divide them by √d first; for a query of zeros that makes
    no difference, for others it does. See “Why the scores are divided by √d”.""",
)
def new_query_unscaled(q: Tensor, k: Tensor, v: Tensor, position: int, query: Tensor) -> Any:
    return _row(k @ query, v)


@mistake(
    "row_with_query",
    """You divide the dot products by d, not by its square root. A query of zeros hides that. See
    “Why the scores are divided by √d”.""",
)
def new_query_divided_by_the_width(
    q: Tensor, k: Tensor, v: Tensor, position: int, query: Tensor
) -> Any:
    return _row(k @ query / len(query), v)


@mistake(
    "row_with_query",
    """You divide by √2 for every query. That is right in the example, where d = 2; in general d is
    the number of coordinates, len(query). See “Why the scores are divided by √d”.""",
)
def new_query_root_of_two(q: Tensor, k: Tensor, v: Tensor, position: int, query: Tensor) -> Any:
    return _row(k @ query / math.sqrt(2), v)


@mistake(
    "row_with_query",
    """You divide by the square root of the number of keys. The d of the formula is the number of
    coordinates of the query, len(query). See “Why the scores are divided by √d”.""",
)
def new_query_root_of_the_positions(
    q: Tensor, k: Tensor, v: Tensor, position: int, query: Tensor
) -> Any:
    return _row(k @ query / math.sqrt(len(k)), v)


@mistake(
    "row_with_query",
    """Every key gets the same share in your answer. That is right for a query of zeros, whose
    scores are all 0; for another query they differ. See “Dot products”.""",
)
def new_query_plain_average(q: Tensor, k: Tensor, v: Tensor, position: int, query: Tensor) -> Any:
    return _row(torch.zeros(len(k)), v)


@mistake(
    "row_with_query",
    """You answer for the old query of the position. It was replaced: the dot products are those of
    query with the keys. See “Dot products”.""",
)
def old_query_used(q: Tensor, k: Tensor, v: Tensor, position: int, query: Tensor) -> Any:
    return _right(k, v, q[position])


@mistake(
    "row_with_query",
    """You put the query in the right place and then read row 0, as in the example. Read the row of
    position. See “All rows at once”.""",
)
def first_row_read(q: Tensor, k: Tensor, v: Tensor, position: int, query: Tensor) -> Any:
    return _right(k, v, _replaced(q, position, query)[0])


@mistake(
    "row_with_query",
    """You put the query in row 0, as in the example, and then read the row of position. Replace
    the query of that position. See “All rows at once”.""",
)
def first_query_replaced(q: Tensor, k: Tensor, v: Tensor, position: int, query: Tensor) -> Any:
    return _right(k, v, _replaced(q, 0, query)[position])


@mistake(
    "row_with_query",
    """You read a column of the weights. A column tells how much a position is read by everybody;
    the proportions of one reader are a row. See “Shapes”.""",
)
def column_read(q: Tensor, k: Tensor, v: Tensor, position: int, query: Tensor) -> Any:
    weights = shares(scaled(_replaced(q, position, query), k))[:, position]
    return weights, weights @ v


@mistake(
    "row_with_query",
    """Your output is right, but for the weights you read a column of the matrix. The proportions of
    one reader are a row. See “Shapes”.""",
)
def column_beside_the_right_output(
    q: Tensor, k: Tensor, v: Tensor, position: int, query: Tensor
) -> Any:
    weights = shares(scaled(_replaced(q, position, query), k))
    return weights[:, position], weights[position] @ v


@mistake(
    "row_with_query",
    """Your softmax runs down the columns, over the readers. Each row is shared out by itself, over
    the positions that are read. See “Each row has its own denominator”.""",
)
def new_query_softmax_down_the_columns(
    q: Tensor, k: Tensor, v: Tensor, position: int, query: Tensor
) -> Any:
    weights = torch.softmax(scaled(_replaced(q, position, query), k), dim=0)[position]
    return weights, weights @ v


@mistake(
    "row_with_query",
    """All rows share one denominator in your answer. Each row is shared out by itself and sums to
    1. See “Each row has its own denominator”.""",
)
def new_query_one_denominator(q: Tensor, k: Tensor, v: Tensor, position: int, query: Tensor) -> Any:
    weights = scaled(_replaced(q, position, query), k).exp()
    weights = (weights / weights.sum())[position]
    return weights, weights @ v


@mistake(
    "row_with_query",
    """You forgot the softmax: your weights are the scores, and the output is made from them. See
    “Softmax turns scores into proportions”.""",
)
def new_query_without_softmax(q: Tensor, k: Tensor, v: Tensor, position: int, query: Tensor) -> Any:
    scores = scaled(query, k)
    return scores, scores @ v


@mistake(
    "row_with_query",
    """Your weights are the exponentials of the scores. Divide each by their sum, so that the row
    sums to 1. See “Softmax turns scores into proportions”.""",
)
def new_query_undivided(q: Tensor, k: Tensor, v: Tensor, position: int, query: Tensor) -> Any:
    weights = scaled(query, k).exp()
    return weights, weights @ v


@mistake(
    "row_with_query",
    """Your output is right, but in the place of the weights you give the scores. attention gives
    back (output, scores, weights), so the weights are the third. See “All rows at once”.""",
)
def scores_for_the_row(q: Tensor, k: Tensor, v: Tensor, position: int, query: Tensor) -> Any:
    scores = scaled(query, k)
    return scores, shares(scores) @ v


@mistake(
    "row_with_query",
    """Both tensors are right, but they have changed places. The weights come first: (weights,
    output). See “Exercise 2 (2 points)”.""",
)
def row_output_first(q: Tensor, k: Tensor, v: Tensor, position: int, query: Tensor) -> Any:
    weights, output = _right(k, v, query)
    return output, weights


@mistake(
    "row_with_query",
    """You give back three tensors, as attention and one_row do. Here two are asked for: (weights,
    output). See “Exercise 2 (2 points)”.""",
)
def row_of_three(q: Tensor, k: Tensor, v: Tensor, position: int, query: Tensor) -> Any:
    weights, output = _right(k, v, query)
    return output, scaled(query, k), weights


@mistake(
    "row_with_query",
    """Your weights are right, and they come alone. Give back the output as well: (weights,
    output). See “Exercise 2 (2 points)”.""",
)
def row_without_the_output(q: Tensor, k: Tensor, v: Tensor, position: int, query: Tensor) -> Any:
    return _right(k, v, query)[0]


@mistake(
    "row_with_query",
    """Your output is right, and it comes alone. Give back the weights as well: (weights, output).
    See “Exercise 2 (2 points)”.""",
)
def row_without_the_weights(q: Tensor, k: Tensor, v: Tensor, position: int, query: Tensor) -> Any:
    return _right(k, v, query)[1]


@mistake(
    "row_with_query",
    """Your numbers are right, but they come in a list. Write return weights, output without
    square brackets: that is a tuple. See “Exercise 2 (2 points)”.""",
)
def row_in_a_list(q: Tensor, k: Tensor, v: Tensor, position: int, query: Tensor) -> Any:
    return list(_right(k, v, query))


@mistake(
    "row_with_query",
    """You give back the weights and the output of all positions. Take the row of position out of
    both: weights [nk], output [dv]. See “Shapes”.""",
)
def every_row_given_back(q: Tensor, k: Tensor, v: Tensor, position: int, query: Tensor) -> Any:
    return _right(k, v, _replaced(q, position, query))


@mistake(
    "row_with_query",
    """Your results have an axis of size 1 in front. For one position they are plain vectors:
    weights [nk], output [dv]. See “Exercise 2 (2 points)”.""",
)
def row_with_an_axis_in_front(q: Tensor, k: Tensor, v: Tensor, position: int, query: Tensor) -> Any:
    return _right(k, v, query[None])


@mistake(
    "row_with_query",
    """Your weights are right, but the output is mixed with the shares of the old query. Mix the
    rows of v with the new ones. See “The weighted sum”.""",
)
def output_of_the_old_query(q: Tensor, k: Tensor, v: Tensor, position: int, query: Tensor) -> Any:
    return _right(k, v, query)[0], _right(k, v, q[position])[1]


@mistake(
    "row_with_query",
    """Your weights are right, but they mix the keys. What a position hands over is its value: the
    output is the weights times v. See “The weighted sum”.""",
)
def new_query_mixes_the_keys(q: Tensor, k: Tensor, v: Tensor, position: int, query: Tensor) -> Any:
    weights, _ = _right(k, v, query)
    return weights, weights @ k


@mistake(
    "row_with_query",
    """Your weights are right, but the output is the plain average of the rows of v. That agrees
    for a query of zeros only; mix the rows with the weights. See “The weighted sum”.""",
)
def output_is_the_plain_average(
    q: Tensor, k: Tensor, v: Tensor, position: int, query: Tensor
) -> Any:
    return _right(k, v, query)[0], v.mean(dim=0)


@mistake(
    "row_with_query",
    """Your weights are right, but the output is the value row of the position itself. It reads the
    others as well, each with its weight. See “The weighted sum”.""",
)
def output_is_its_own_value(q: Tensor, k: Tensor, v: Tensor, position: int, query: Tensor) -> Any:
    return _right(k, v, query)[0], v[position]


@mistake(
    "row_with_query",
    """Keys and values have changed places: you compare the query with v and mix the rows of k. See
    “Queries, keys and values”.""",
)
def new_query_meets_the_values(
    q: Tensor, k: Tensor, v: Tensor, position: int, query: Tensor
) -> Any:
    return _right(v, k, query)


@mistake(
    "row_with_query",
    """You compare the new query with the other queries. A query meets the keys: k @ query. See
    “Queries, keys and values”.""",
)
def new_query_meets_the_queries(
    q: Tensor, k: Tensor, v: Tensor, position: int, query: Tensor
) -> Any:
    return _right(_replaced(q, position, query), v, query)


@mistake(
    "row_with_query",
    """You put the new query among the keys. Only a query is replaced; all keys stay as they are.
    See “Queries, keys and values”.""",
)
def query_put_among_the_keys(q: Tensor, k: Tensor, v: Tensor, position: int, query: Tensor) -> Any:
    return _right(_replaced(k, position, query), v, q[position])


@mistake(
    "row_with_query",
    """You make negative scores positive. A negative score is allowed and gives a small share. See
    “Dot products”.""",
)
def new_query_absolute_scores(q: Tensor, k: Tensor, v: Tensor, position: int, query: Tensor) -> Any:
    return _row(scaled(query, k).abs(), v)


@mistake(
    "row_with_query",
    """You set negative scores to 0. Softmax has no trouble with negative numbers, and at 0 the
    differences between them are lost. See “Dot products”.""",
)
def new_query_negative_scores_to_zero(
    q: Tensor, k: Tensor, v: Tensor, position: int, query: Tensor
) -> Any:
    return _row(scaled(query, k).relu(), v)


@mistake(
    "row_with_query",
    """You return the answer of the example, a third for each and [2/3, 4/3], whatever comes in.
    Compute with the arguments of the function. See “Exercise 2 (2 points)”.""",
)
def the_examples_answer(q: Tensor, k: Tensor, v: Tensor, position: int, query: Tensor) -> Any:
    return torch.tensor([1 / 3, 1 / 3, 1 / 3]), torch.tensor([2 / 3, 4 / 3])
