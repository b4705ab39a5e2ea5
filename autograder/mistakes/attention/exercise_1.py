"""Mistakes in exercise 1: its typed answers, and `output_growth`."""

from typing import Any

import torch
from torch import Tensor

from autograder.judge.mistakes import mistake, value_mistake

# ---- typed; numbers with four decimals, as students type them

_INCREASE = "exercise_1_increase"
EXERCISE_1 = [
    value_mistake(
        "increase_without_the_factor",
        _INCREASE,
        0.4011,
        """This is the proportion with which position 1 reads position 2. What arrives is
        proportion times value, and the value grows by 2. See “Changing only the values”.""",
    ),
    value_mistake(
        "increase_of_the_value",
        _INCREASE,
        2.0,
        """This is how much the value of position 2 grows. Position 1 receives only its proportion
        of that. See “Changing only the values”.""",
    ),
    value_mistake(
        "increase_from_another_column",
        _INCREASE,
        0.3956,
        """You took the proportion with which position 1 reads position 0. The value that changed
        is position 2's, the third entry of the row. See “Each row has its own denominator”.""",
    ),
    value_mistake(
        "increase_at_position_two",
        _INCREASE,
        1.0070,
        """This is what position 2 receives. Position 1 is the second row of the weights, since
        positions are counted from 0. See “Each row has its own denominator”.""",
    ),
    value_mistake(
        "increase_with_a_minus",
        _INCREASE,
        -0.8022,
        """Your number has the right size and a minus. The value grows, and proportions are
        positive, so the output grows as well. See “Changing only the values”.""",
    ),
    value_mistake(
        "increase_times_three",
        _INCREASE,
        1.2033,
        """You multiplied the proportion by the new value, 3. The growth comes from the change of
        the value, from 1 to 3. See “Changing only the values”.""",
    ),
    value_mistake(
        "increase_is_the_new_output",
        _INCREASE,
        1.4011,
        """This is coordinate 0 of the new output at position 1. The exercise asks by how much it
        grows. See “Changing only the values”.""",
    ),
    value_mistake(
        "increase_is_the_old_output",
        _INCREASE,
        0.5989,
        """This is coordinate 0 of the output at position 1 before the change. The exercise asks
        by how much it grows. See “Changing only the values”.""",
    ),
    value_mistake(
        "increase_by_plain_average",
        _INCREASE,
        2 / 3,
        """This would be the growth of the plain average. Position 1 reads position 2 with a
        proportion of its own, not with one third. See “Each row has its own denominator”.""",
    ),
    value_mistake(
        "increase_of_nothing",
        _INCREASE,
        0.0,
        """The weights stay, but the output does not: it mixes the values, and one of them
        changes. See “Changing only the values”.""",
    ),
    value_mistake(
        "weights_said_to_change",
        "exercise_1_weights_change",
        True,
        """The weights come from queries and keys alone, through scores and softmax. Values come in
        afterwards, so changing them leaves the weights as they are. See “Changing only the
        values”.""",
    ),
]

# ---- output_growth(weights, reader, changed, old_row, new_row)


@mistake(
    "output_growth",
    """You give back the change of the value row. The reader receives only its share of that:
    its proportion in the changed position times the change. See “Changing only the values”.""",
)
def growth_without_the_share(w: Tensor, reader: int, changed: int, old: Tensor, new: Tensor) -> Any:
    return new - old


@mistake(
    "output_growth",
    """You take the share of the new row. The old row was in the output already, so the growth
    comes from the change: new_row minus old_row. See “Changing only the values”.""",
)
def growth_from_the_new_row(w: Tensor, reader: int, changed: int, old: Tensor, new: Tensor) -> Any:
    return w[reader, changed] * new


@mistake(
    "output_growth",
    """You take the share of the old row. The growth comes from the change of the row: new_row
    minus old_row. See “Changing only the values”.""",
)
def growth_from_the_old_row(w: Tensor, reader: int, changed: int, old: Tensor, new: Tensor) -> Any:
    return w[reader, changed] * old


@mistake(
    "output_growth",
    """You subtract the new row from the old one. Growth is afterwards minus before, so it is
    new_row minus old_row. See “Changing only the values”.""",
)
def growth_old_minus_new(w: Tensor, reader: int, changed: int, old: Tensor, new: Tensor) -> Any:
    return w[reader, changed] * (old - new)


@mistake(
    "output_growth",
    """You take the amount of the change without its sign. A coordinate that becomes smaller makes
    the output smaller, too. See “Changing only the values”.""",
)
def growth_without_signs(w: Tensor, reader: int, changed: int, old: Tensor, new: Tensor) -> Any:
    return w[reader, changed] * (new - old).abs()


@mistake(
    "output_growth",
    """You give back the share alone. What arrives is share times value, so multiply it by the
    change of the row. See “Changing only the values”.""",
)
def growth_is_the_share(w: Tensor, reader: int, changed: int, old: Tensor, new: Tensor) -> Any:
    return w[reader, changed]


@mistake(
    "output_growth",
    """You multiply the share by 2, as in the example. There the value grew by 2; here it grows by
    new_row minus old_row. See “Changing only the values”.""",
)
def growth_of_two(w: Tensor, reader: int, changed: int, old: Tensor, new: Tensor) -> Any:
    return 2 * w[reader, changed]


@mistake(
    "output_growth",
    """Row and column have changed places: you take weights[changed, reader]. A row belongs to the
    position that reads, a column to the position that is read. See “Shapes”.""",
)
def growth_row_and_column_swapped(
    w: Tensor, reader: int, changed: int, old: Tensor, new: Tensor
) -> Any:
    return w[changed, reader] * (new - old)


@mistake(
    "output_growth",
    """You take the share in which the reader reads itself. The value that changed is that of
    another position, weights[reader, changed]. See “Shapes”.""",
)
def growth_by_the_readers_own_share(
    w: Tensor, reader: int, changed: int, old: Tensor, new: Tensor
) -> Any:
    return w[reader, reader] * (new - old)


@mistake(
    "output_growth",
    """You take the row of the position that changed, where it reads itself. The row should be the
    reader's: each reader has proportions of its own. See “Each row has its own denominator”.""",
)
def growth_at_the_changed_position(
    w: Tensor, reader: int, changed: int, old: Tensor, new: Tensor
) -> Any:
    return w[changed, changed] * (new - old)


@mistake(
    "output_growth",
    """You take the first row of the weights, whoever reads. In the example rows 0 and 1 happen to
    agree there; take the row of reader. See “Each row has its own denominator”.""",
)
def growth_of_the_first_reader(
    w: Tensor, reader: int, changed: int, old: Tensor, new: Tensor
) -> Any:
    return w[0, changed] * (new - old)


@mistake(
    "output_growth",
    """You take the first column of the weights, whichever row of V changed. Take the column of
    the position that changed. See “Shapes”.""",
)
def growth_of_the_first_column(
    w: Tensor, reader: int, changed: int, old: Tensor, new: Tensor
) -> Any:
    return w[reader, 0] * (new - old)


@mistake(
    "output_growth",
    """You take the last column of the weights, whichever row of V changed. In the example it was
    the last one; here it is given by changed. See “Shapes”.""",
)
def growth_of_the_last_column(
    w: Tensor, reader: int, changed: int, old: Tensor, new: Tensor
) -> Any:
    return w[reader, -1] * (new - old)


@mistake(
    "output_growth",
    """You take weights[1, 2], the share of the example, whatever the positions are. Take the row of
    reader and the column of changed. See “Shapes”.""",
)
def growth_at_the_examples_positions(
    w: Tensor, reader: int, changed: int, old: Tensor, new: Tensor
) -> Any:
    return w[1, 2] * (new - old)


@mistake(
    "output_growth",
    """You count positions from 1 and are one row and one column off. They are counted from 0, as
    Python does: weights[reader, changed]. See “Shapes”.""",
)
def growth_counted_from_one(w: Tensor, reader: int, changed: int, old: Tensor, new: Tensor) -> Any:
    return w[reader - 1, changed - 1] * (new - old)


@mistake(
    "output_growth",
    """You give back the growth of every reader's output, a row for each. Only that of reader is
    asked for, [dv]. See “Exercise 1 (2 points)”.""",
)
def growth_of_all_readers(w: Tensor, reader: int, changed: int, old: Tensor, new: Tensor) -> Any:
    return w[:, changed, None] * (new - old)


@mistake(
    "output_growth",
    """You multiply the change by all shares of the reader, a row for each position. Only one row
    of V changes, and it comes in with one share: weights[reader, changed]. See “The weighted
    sum”.""",
)
def growth_with_every_share(w: Tensor, reader: int, changed: int, old: Tensor, new: Tensor) -> Any:
    return w[reader, :, None] * (new - old)


@mistake(
    "output_growth",
    """Every position has the same share in your answer, as in a plain average. The reader's share
    stands in the weights. See “An average is a path, but the same for everyone”.""",
)
def growth_of_a_plain_average(
    w: Tensor, reader: int, changed: int, old: Tensor, new: Tensor
) -> Any:
    return (new - old) / w.shape[1]


@mistake(
    "output_growth",
    """Nothing grows in your answer. The weights stay when V changes, but the output mixes the
    values, and one of them is another one. See “Changing only the values”.""",
)
def growth_of_nothing(w: Tensor, reader: int, changed: int, old: Tensor, new: Tensor) -> Any:
    return torch.zeros_like(new)


@mistake(
    "output_growth",
    """You give back coordinate 0 alone, as in the example. The function gives the growth of all
    coordinates, [dv]. See “Exercise 1 (2 points)”.""",
)
def growth_of_one_coordinate(w: Tensor, reader: int, changed: int, old: Tensor, new: Tensor) -> Any:
    return w[reader, changed] * (new - old)[0]


@mistake(
    "output_growth",
    """You add up the growth of the coordinates to one number. Each coordinate of the output grows
    by itself, [dv]. See “The weighted sum”.""",
)
def growth_added_up(w: Tensor, reader: int, changed: int, old: Tensor, new: Tensor) -> Any:
    return (w[reader, changed] * (new - old)).sum()


@mistake(
    "output_growth",
    """You put the weights through another softmax. They are proportions already; softmax belongs
    to the scores. See “Softmax turns scores into proportions”.""",
)
def growth_softmaxed_again(w: Tensor, reader: int, changed: int, old: Tensor, new: Tensor) -> Any:
    return torch.softmax(w, dim=-1)[reader, changed] * (new - old)


@mistake(
    "output_growth",
    """You add the share to the change. What arrives in the output is share times value: multiply
    them. See “The weighted sum”.""",
)
def growth_share_added(w: Tensor, reader: int, changed: int, old: Tensor, new: Tensor) -> Any:
    return w[reader, changed] + (new - old)


@mistake(
    "output_growth",
    """Your numbers are right, but they come as a list. A torch tensor is asked for: multiply the
    rows as they are, without a loop. See “Exercise 1 (2 points)”.""",
)
def growth_as_a_list(w: Tensor, reader: int, changed: int, old: Tensor, new: Tensor) -> Any:
    found: list[float] = (w[reader, changed] * (new - old)).tolist()
    return found
