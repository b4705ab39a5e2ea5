"""Mistakes in `surprise`."""

import torch
from torch import Tensor

from autograder.judge.mistakes import mistake
from autograder.mistakes.softmax import logarithms, of_words, right


@mistake(
    "surprise",
    """You give the probability of the word. The surprise is minus its logarithm, 0.6623 for tea.
    See “How surprised the model is”.""",
)
def probability_of_the_word(logits: Tensor, words: Tensor) -> Tensor:
    return of_words(right(logits), words)


@mistake(
    "surprise",
    """The minus is missing: logarithms of probabilities are negative, and a surprise is not. See
    “How surprised the model is”.""",
)
def minus_left_out(logits: Tensor, words: Tensor) -> Tensor:
    return of_words(logarithms(logits), words)


@mistake(
    "surprise",
    """You take minus the logit of the word. The logarithm of the sum of all exponentials belongs
    to it as well: for tea it is 2.6623 - 2. See “How surprised the model is”.""",
)
def minus_the_logit(logits: Tensor, words: Tensor) -> Tensor:
    return -of_words(logits, words)


@mistake(
    "surprise",
    """You give the logarithm of the sum of the exponentials, the same for every word of a row.
    Subtract the logit of the word. See “How surprised the model is”.""",
)
def logit_not_subtracted(logits: Tensor, words: Tensor) -> Tensor:
    return logits.logsumexp(-1)


@mistake(
    "surprise",
    """You use the logarithm to the base 2. Here it is the natural one: torch.log. See “How
    surprised the model is”.""",
)
def logarithm_to_base_two(logits: Tensor, words: Tensor) -> Tensor:
    return -of_words(logarithms(logits), words) / 0.6931471805599453


@mistake(
    "surprise",
    """You use the logarithm to the base 10. Here it is the natural one: torch.log. See “How
    surprised the model is”.""",
)
def logarithm_to_base_ten(logits: Tensor, words: Tensor) -> Tensor:
    return -of_words(logarithms(logits), words) / 2.302585092994046


@mistake(
    "surprise",
    """You give the average over all places, the cross-entropy. The task asks for one number for
    each place: with torch.nn.functional.cross_entropy, reduction="none". See “How surprised the
    model is”.""",
    credit=0.5,
)
def averaged_over_places(logits: Tensor, words: Tensor) -> Tensor:
    return -of_words(logarithms(logits), words).mean()


@mistake(
    "surprise",
    """You give the sum over all places. The task asks for one number for each place. See “How
    surprised the model is”.""",
    credit=0.5,
)
def summed_over_places(logits: Tensor, words: Tensor) -> Tensor:
    return -of_words(logarithms(logits), words).sum()


@mistake(
    "surprise",
    """You give the surprise of every word of the vocabulary. Pick the one that came, with gather
    or by indexing. See “Task 3: surprise (2 points)”.""",
)
def surprise_of_every_word(logits: Tensor, words: Tensor) -> Tensor:
    return -logarithms(logits)


@mistake(
    "surprise",
    """Each place gets the words of all places: logits[:, words] makes a table. Pick one entry from
    each row, with gather. See “Task 3: surprise (2 points)”.""",
)
def words_of_all_places(logits: Tensor, words: Tensor) -> Tensor:
    return -logarithms(logits)[..., words]


@mistake(
    "surprise",
    """An axis of length 1 is left at the end. One number for each place is asked for: squeeze the
    last axis. See “Task 3: surprise (2 points)”.""",
    credit=0.5,
)
def axis_left_at_the_end(logits: Tensor, words: Tensor) -> Tensor:
    return -of_words(logarithms(logits), words).unsqueeze(-1)


@mistake(
    "surprise",
    """You give the surprise of the most probable word. Take the word that came, from the second
    argument. See “How surprised the model is”.""",
)
def surprise_of_the_favourite(logits: Tensor, words: Tensor) -> Tensor:
    return -logarithms(logits).amax(-1)


@mistake(
    "surprise",
    """You take the words to be counted from 1, and read the entry before. Ids are counted from 0.
    See “One number for each word”.""",
)
def words_counted_from_one(logits: Tensor, words: Tensor) -> Tensor:
    return -of_words(logarithms(logits), words - 1)


@mistake(
    "surprise",
    """You give 1 minus the probability. It has to grow without end when the probability goes to
    0: take minus the logarithm. See “How surprised the model is”.""",
)
def one_minus_the_probability(logits: Tensor, words: Tensor) -> Tensor:
    return 1 - of_words(right(logits), words)


@mistake(
    "surprise",
    """You give 1 divided by the probability. Its logarithm is asked for, the same as minus the
    logarithm of the probability. See “How surprised the model is”.""",
)
def one_over_the_probability(logits: Tensor, words: Tensor) -> Tensor:
    return 1 / of_words(right(logits), words)


@mistake(
    "surprise",
    """Softmax runs twice: cross_entropy and log_softmax take logits, not probabilities. See “How
    surprised the model is”.""",
)
def probabilities_taken_for_logits(logits: Tensor, words: Tensor) -> Tensor:
    return -of_words(logarithms(right(logits)), words)


@mistake(
    "surprise",
    """You take the logarithm of the logit itself. The logit is not a probability yet: softmax comes
    first. See “How surprised the model is”.""",
)
def logarithm_of_the_logit(logits: Tensor, words: Tensor) -> Tensor:
    return -of_words(logits, words).log()


@mistake(
    "surprise",
    """Your softmax runs along the first axis. The words are along the last one: dim=-1. See “Many
    places at once”.""",
)
def surprise_along_the_first_axis(logits: Tensor, words: Tensor) -> Tensor:
    return -of_words(torch.log_softmax(logits, dim=0), words)


@mistake(
    "surprise",
    """You give the average surprise of a row, weighted with the probabilities (its entropy). Take
    the surprise of the word that came. See “How surprised the model is”.""",
)
def entropy_of_the_row(logits: Tensor, words: Tensor) -> Tensor:
    return -(right(logits) * logarithms(logits)).sum(-1)


@mistake(
    "surprise",
    """Your formula is right, but a probability that is too small for a float becomes 0, and the
    logarithm of 0 is infinite. Take the shorter way, without the probability. See “How surprised
    the model is”.""",
    credit=0.6,
)
def logarithm_of_nothing(logits: Tensor, words: Tensor) -> Tensor:
    return -of_words(right(logits), words).log()


@mistake(
    "surprise",
    """You add a small number to the probability so that the logarithm stays finite. Then no
    surprise is larger than that of the small number: take the shorter way. See “How surprised
    the model is”.""",
    credit=0.6,
)
def saved_by_a_small_number(logits: Tensor, words: Tensor) -> Tensor:
    return -(of_words(right(logits), words) + 1e-9).log()


@mistake(
    "surprise",
    """Your result is float64 for float32 logits. Keep the dtype that came in. See “Task 3: surprise
    (2 points)”.""",
    credit=0.6,
)
def surprise_in_float64(logits: Tensor, words: Tensor) -> Tensor:
    return -of_words(logarithms(logits.double()), words)
