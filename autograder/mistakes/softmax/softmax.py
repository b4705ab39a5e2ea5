"""Mistakes in `softmax`."""

from typing import Any

import torch
from torch import Tensor

from autograder.judge.mistakes import mistake
from autograder.mistakes.softmax import LESSON, logarithms, right

# ---- the formula


@mistake(
    "softmax",
    """You give the logits back as they came. Take the exponential of each, and divide it by the
    sum of the exponentials. See “Exponentials over their sum”.""",
)
def logits_given_back(logits: Tensor) -> Tensor:
    return logits.clone()


@mistake(
    "softmax",
    """These are the exponentials; in the example they sum to 14.3288. Divide each of them by the
    sum of its row. See “Exponentials over their sum”.""",
)
def exponentials_undivided(logits: Tensor) -> Tensor:
    return logits.exp()


@mistake(
    "softmax",
    """You divide each logit by the sum of the logits. Negative logits then give negative numbers,
    and the sum may be 0: take exponentials first. See “Why not divide by the sum”.""",
)
def logits_divided_by_their_sum(logits: Tensor) -> Tensor:
    return logits / logits.sum(-1, keepdim=True)


@mistake(
    "softmax",
    """You make the logits positive by leaving out their sign. Then -2 counts as much as 2; the
    exponential keeps the order. See “Why not divide by the sum”.""",
)
def absolute_values_shared_out(logits: Tensor) -> Tensor:
    return logits.abs() / logits.abs().sum(-1, keepdim=True)


@mistake(
    "softmax",
    """You set negative logits to 0 and share out the rest. Two negative logits can differ, and
    softmax keeps that difference. See “Why not divide by the sum”.""",
)
def negative_logits_cut_off(logits: Tensor) -> Tensor:
    positive = logits.clamp(min=0)
    return positive / positive.sum(-1, keepdim=True)


@mistake(
    "softmax",
    """You square the logits in the place of taking exponentials. Squares make -2 as probable as
    2. See “Exponentials over their sum”.""",
)
def squares_shared_out(logits: Tensor) -> Tensor:
    return logits.square() / logits.square().sum(-1, keepdim=True)


@mistake(
    "softmax",
    """You move the logits up until the smallest is 0, and share them out. That rules the last
    word out, and softmax rules none out: use exponentials. See “Exponentials over their sum”.""",
)
def lifted_to_zero_and_shared_out(logits: Tensor) -> Tensor:
    lifted = logits - logits.amin(-1, keepdim=True)
    return lifted / lifted.sum(-1, keepdim=True)


@mistake(
    "softmax",
    """Your probabilities come from powers of 2. Softmax uses powers of e: torch.exp. See
    “Exponentials over their sum”.""",
)
def powers_of_two(logits: Tensor) -> Tensor:
    return torch.softmax(logits * 0.6931471805599453, dim=-1)


@mistake(
    "softmax",
    """You take 1 off each exponential, perhaps by expm1. Softmax divides the exponentials
    themselves. See “Exponentials over their sum”.""",
)
def exponentials_minus_one(logits: Tensor) -> Tensor:
    return logits.expm1() / logits.expm1().sum(-1, keepdim=True)


@mistake(
    "softmax",
    """Your logits have the wrong sign: the word with the smallest logit gets most. See
    “Exponentials over their sum”.""",
)
def signs_turned_round(logits: Tensor) -> Tensor:
    return right(-logits)


@mistake(
    "softmax",
    """You apply softmax twice, to the probabilities once more. That flattens them; once is enough.
    See “Exponentials over their sum”.""",
)
def softmax_twice(logits: Tensor) -> Tensor:
    return right(right(logits))


@mistake(
    "softmax",
    """You give the logarithms of the probabilities. Leave out the log, or use softmax in the place
    of log_softmax. See “Exponentials over their sum”.""",
)
def logarithms_given(logits: Tensor) -> Tensor:
    return logarithms(logits)


@mistake(
    "softmax",
    """This is the sigmoid of each logit by itself. The words of a row share one sum, so that
    together they have the probability 1. See “Exponentials over their sum”.""",
)
def sigmoids(logits: Tensor) -> Tensor:
    return logits.sigmoid()


@mistake(
    "softmax",
    """You give 1 to the largest logit and 0 to all others. Softmax rules no word out: in the
    example tea gets 0.5157. See “Exponentials over their sum”.""",
)
def all_for_the_largest(logits: Tensor) -> Tensor:
    best = logits.argmax(-1)
    return torch.nn.functional.one_hot(best, logits.shape[-1]).to(logits.dtype)


@mistake(
    "softmax",
    """You divide the exponentials by the largest of them, so that the best word has 1. Divide by
    their sum. See “Exponentials over their sum”.""",
)
def divided_by_the_largest(logits: Tensor) -> Tensor:
    return (logits - logits.amax(-1, keepdim=True)).exp()


@mistake(
    "softmax",
    """You divide the exponentials by their average, so a row sums to the number of words. Divide
    by their sum. See “Exponentials over their sum”.""",
)
def divided_by_the_mean(logits: Tensor) -> Tensor:
    return right(logits) * logits.shape[-1]


@mistake(
    "softmax",
    """You subtract the maximum above the fraction line, but not below. It cancels only if the
    exponentials in the sum are shifted as well. See “Subtracting the maximum changes nothing”.""",
)
def shifted_above_the_line_only(logits: Tensor) -> Tensor:
    shifted = logits - logits.amax(-1, keepdim=True)
    return shifted.exp() / logits.exp().sum(-1, keepdim=True)


@mistake(
    "softmax",
    """You return the probabilities of the lesson's example whatever comes in. Compute with the
    argument of the function, not with the notebook's example. See “One number for each word”.""",
)
def the_lessons_probabilities(logits: Tensor) -> Tensor:
    return right(LESSON)


# ---- the axis


@mistake(
    "softmax",
    """Your softmax runs down the columns, along the first axis. The words are along the last one:
    dim=-1. See “Many places at once”.""",
)
def along_the_first_axis(logits: Tensor) -> Tensor:
    return torch.softmax(logits, dim=0)


@mistake(
    "softmax",
    """Your softmax runs along the axis before the last. The words are along the last one: dim=-1.
    See “Many places at once”.""",
)
def along_the_axis_before_the_last(logits: Tensor) -> Tensor:
    return torch.softmax(logits, dim=-2)


@mistake(
    "softmax",
    """Your softmax runs along axis 1. That is the last axis of a table only; for one row, and for
    a stack of tables, write dim=-1. See “Many places at once”.""",
)
def along_axis_one(logits: Tensor) -> Tensor:
    return torch.softmax(logits, dim=1)


@mistake(
    "softmax",
    """All rows share one sum, so all entries together sum to 1. Each row has a sum of its own: sum
    over dim=-1. See “Many places at once”.""",
)
def one_sum_for_all_rows(logits: Tensor) -> Tensor:
    return torch.softmax(logits.flatten(), dim=0).view_as(logits)


@mistake(
    "softmax",
    """For a table you give back one row, the first. Each row has probabilities of its own. See
    “Many places at once”.""",
)
def first_row_only(logits: Tensor) -> Tensor:
    return right(logits if logits.dim() == 1 else logits[0])


@mistake(
    "softmax",
    """You flatten the logits into tables, so a stack of tables comes back with other axes. Keep
    the shape of the logits. See “Many places at once”.""",
)
def axes_folded(logits: Tensor) -> Tensor:
    return right(logits).reshape(-1, logits.shape[-1])


@mistake(
    "softmax",
    """You give one number a row, the largest probability. Every word has a probability: keep the
    last axis. See “Many places at once”.""",
)
def largest_probability_only(logits: Tensor) -> Tensor:
    return right(logits).amax(-1)


# ---- numbers


@mistake(
    "softmax",
    """Your formula is right, and overflows: the exponential of 1000 is infinite, and infinity over
    infinity is nan. Subtract each row's maximum first. See “Subtracting the maximum changes
    nothing”.""",
    credit=0.6,
)
def overflowing_exponentials(logits: Tensor) -> Tensor:
    return logits.exp() / logits.exp().sum(-1, keepdim=True)


@mistake(
    "softmax",
    """You subtract one maximum, the largest of all rows. Rows far below it vanish, and 0 / 0 is
    nan: take each row's own maximum. See “Subtracting the maximum changes nothing”.""",
    credit=0.6,
)
def one_maximum_for_all_rows(logits: Tensor) -> Tensor:
    exponentials = (logits - logits.max()).exp()
    return exponentials / exponentials.sum(-1, keepdim=True)


@mistake(
    "softmax",
    """You cut logits off before the exponential, so that it can't overflow. Then 200 and 199 become
    equal: subtract each row's maximum, which loses nothing. See “Subtracting the maximum changes
    nothing”.""",
    credit=0.6,
)
def large_logits_cut_off(logits: Tensor) -> Tensor:
    return right(logits.clamp(-80.0, 80.0))


@mistake(
    "softmax",
    """Your probabilities are rounded to four decimals, as the lesson prints them. Only the text
    is rounded; give back what the computer has. See “Exponentials over their sum”.""",
    credit=0.6,
)
def rounded_to_four_decimals(logits: Tensor) -> Tensor:
    return right(logits).round(decimals=4)


@mistake(
    "softmax",
    """Your result is float64 for float32 logits. Keep the dtype that came in: leave out double().
    See “Task 1: softmax (4 points)”.""",
    credit=0.6,
)
def always_float64(logits: Tensor) -> Tensor:
    return right(logits.double())


@mistake(
    "softmax",
    """Your result is float32 for float64 logits, so digits are lost. Keep the dtype that came in:
    leave out float(). See “Task 1: softmax (4 points)”.""",
    credit=0.6,
)
def always_float32(logits: Tensor) -> Tensor:
    return right(logits.float())


# ---- the kind


@mistake(
    "softmax",
    """Your numbers are right, but they come as a list. Leave out tolist(): a torch tensor is asked
    for, so that gradients can flow back. See “Task 1: softmax (4 points)”.""",
    credit=0.6,
)
def a_list(logits: Tensor) -> Any:
    return right(logits).tolist()


@mistake(
    "softmax",
    """Your numbers are right, but they come as a numpy array. Stay with torch tensors, so that
    gradients can flow back. See “Task 1: softmax (4 points)”.""",
    credit=0.6,
)
def a_numpy_array(logits: Tensor) -> Any:
    return right(logits).numpy()


@mistake(
    "softmax",
    """Your function gives back None. Printing is not returning: its last line should be a return.
    See “Task 1: softmax (4 points)”.""",
)
def nothing_returned(logits: Tensor) -> None:
    return None
