"""Mistakes in `next_word`."""

from typing import Any

import torch
from torch import Tensor

from autograder.judge.mistakes import mistake
from autograder.mistakes.softmax import right


@mistake(
    "next_word",
    """You give the largest logit. Its place is asked for, the word's id: argmax in the place of
    max. See “Choosing a word”.""",
)
def largest_logit(logits: Tensor) -> Tensor:
    return logits.amax(-1)


@mistake(
    "next_word",
    """You give the largest probability. The word's id is asked for, which is its place in the row:
    argmax. See “Choosing a word”.""",
)
def probability_of_the_best(logits: Tensor) -> Tensor:
    return right(logits).amax(-1)


@mistake(
    "next_word",
    """You take the last of several largest logits. The first is asked for, the smallest id. See
    “Choosing a word”.""",
    credit=0.6,
)
def last_of_equals(logits: Tensor) -> Tensor:
    return logits.shape[-1] - 1 - logits.flip(-1).argmax(-1)


@mistake(
    "next_word",
    """You take the smallest logit, the least probable word. See “Choosing a word”.""",
)
def smallest_logit(logits: Tensor) -> Tensor:
    return logits.argmin(-1)


@mistake(
    "next_word",
    """You take the logit that is farthest from 0. A large negative logit is an improbable word: do
    not leave out the sign. See “Choosing a word”.""",
)
def farthest_from_zero(logits: Tensor) -> Tensor:
    return logits.abs().argmax(-1)


@mistake(
    "next_word",
    """You look for the largest logit of each column. Each place is a row, with the words along the
    last axis: dim=-1. See “Many places at once”.""",
)
def best_of_each_column(logits: Tensor) -> Tensor:
    return logits.argmax(0)


@mistake(
    "next_word",
    """You look for the largest logit of the whole table, and give its place there. One id for each
    row is asked for: dim=-1. See “Many places at once”.""",
)
def best_of_all_rows(logits: Tensor) -> Tensor:
    return logits.argmax()


@mistake(
    "next_word",
    """An axis of length 1 is left at the end. One id for each place is asked for: leave out
    keepdim. See “Choosing a word”.""",
    credit=0.6,
)
def axis_of_one_left(logits: Tensor) -> Tensor:
    return logits.argmax(-1, keepdim=True)


@mistake(
    "next_word",
    """You mark the best word with 1 and the others with 0. The id of the word is asked for, one
    number a row. See “Choosing a word”.""",
)
def best_word_marked(logits: Tensor) -> Tensor:
    return torch.nn.functional.one_hot(logits.argmax(-1), logits.shape[-1])


@mistake(
    "next_word",
    """You count the words from 1. Ids are counted from 0, so tea is 0. See “One number for each
    word”.""",
)
def counted_from_one(logits: Tensor) -> Tensor:
    return logits.argmax(-1) + 1


@mistake(
    "next_word",
    """You give the ids of all words in the order of their logits. Only the first of them is asked
    for. See “Choosing a word”.""",
)
def all_ids_in_order(logits: Tensor) -> Tensor:
    return logits.argsort(dim=-1, descending=True, stable=True)


@mistake(
    "next_word",
    """Your ids are right, but they are floats. An id is a whole number, torch.int64. See “Task 4:
    next word (1 point)”.""",
    credit=0.6,
)
def ids_as_floats(logits: Tensor) -> Tensor:
    return logits.argmax(-1).to(logits.dtype)


@mistake(
    "next_word",
    """Your ids are right, but they come as a Python number or a list. Leave out item() or
    tolist(): a torch tensor is asked for. See “Task 4: next word (1 point)”.""",
    credit=0.6,
)
def ids_as_a_list(logits: Tensor) -> Any:
    return logits.argmax(-1).tolist()


@mistake(
    "next_word",
    """You always say tea. Look for the largest of the logits that come in. See “Choosing a
    word”.""",
)
def always_tea(logits: Tensor) -> Tensor:
    return torch.zeros(logits.shape[:-1], dtype=torch.int64)
