"""Mistakes in what `attention` gives back: the order, the kind, and what stands in which slot."""

from typing import Any

import torch
from torch import Tensor

from autograder.judge.mistakes import mistake
from autograder.mistakes.attention import Three, right, scaled

# ---- the order


@mistake(
    "attention",
    """Your three tensors are right, but weights and scores have changed places. Give them back as
    (output, scores, weights). See “All rows at once”.""",
    credit=0.6,
)
def order_output_weights_scores(q: Tensor, k: Tensor, v: Tensor) -> Three:
    output, scores, weights = right(q, k, v)
    return output, weights, scores


@mistake(
    "attention",
    """Your three tensors are right, in the order in which they are computed. Give them back as
    (output, scores, weights). See “All rows at once”.""",
    credit=0.6,
)
def order_scores_weights_output(q: Tensor, k: Tensor, v: Tensor) -> Three:
    output, scores, weights = right(q, k, v)
    return scores, weights, output


@mistake(
    "attention",
    """Your three tensors are right, but they come in the reverse order. Give them back as
    (output, scores, weights). See “All rows at once”.""",
    credit=0.6,
)
def order_weights_scores_output(q: Tensor, k: Tensor, v: Tensor) -> Three:
    output, scores, weights = right(q, k, v)
    return weights, scores, output


@mistake(
    "attention",
    """Your three tensors are right, but output and scores have changed places. Give them back as
    (output, scores, weights). See “All rows at once”.""",
    credit=0.6,
)
def order_scores_output_weights(q: Tensor, k: Tensor, v: Tensor) -> Three:
    output, scores, weights = right(q, k, v)
    return scores, output, weights


@mistake(
    "attention",
    """Your three tensors are right, but the weights come first. Give them back as (output,
    scores, weights). See “All rows at once”.""",
    credit=0.6,
)
def order_weights_output_scores(q: Tensor, k: Tensor, v: Tensor) -> Three:
    output, scores, weights = right(q, k, v)
    return weights, output, scores


# ---- what stands in which slot


@mistake(
    "attention",
    """You return the weights twice; the scores are lost. Perhaps scores = softmax(scores) wrote
    over them: use two names. See “All rows at once”.""",
)
def weights_in_both_slots(q: Tensor, k: Tensor, v: Tensor) -> Three:
    output, _, weights = right(q, k, v)
    return output, weights, weights


@mistake(
    "attention",
    """You return the scores twice; the weights are lost. The output shows that you have them, so
    put them in the third place. See “All rows at once”.""",
)
def scores_in_both_slots(q: Tensor, k: Tensor, v: Tensor) -> Three:
    output, scores, _ = right(q, k, v)
    return output, scores, scores


@mistake(
    "attention",
    """In the place of the scores you return the plain dot products. Your softmax divides them by
    √d, and so should the scores that you give back be. See “Why the scores are divided by
    √d”.""",
)
def unscaled_scores_returned(q: Tensor, k: Tensor, v: Tensor) -> Three:
    output, _, weights = right(q, k, v)
    return output, q @ k.mT, weights


@mistake(
    "attention",
    """Your weights are right, but the scores that you return are divided by √d once more. Return
    the same scores that go into the softmax. See “Why the scores are divided by √d”.""",
)
def scores_scaled_again_on_return(q: Tensor, k: Tensor, v: Tensor) -> Three:
    output, scores, weights = right(q, k, v)
    return output, scores / q.shape[-1] ** 0.5, weights


@mistake(
    "attention",
    """In the place of the scores you return their exponentials. In the example that is 2.0281
    where the score is 0.7071: keep the scores under a name of their own. See “Softmax turns
    scores into proportions”.""",
)
def exponentials_for_scores(q: Tensor, k: Tensor, v: Tensor) -> Three:
    output, scores, weights = right(q, k, v)
    return output, scores.exp(), weights


@mistake(
    "attention",
    """The scores that you return have each row's maximum taken off. That is good inside the
    softmax, but give back the scores from before. See “Why the scores are divided by √d”.""",
)
def shifted_scores_returned(q: Tensor, k: Tensor, v: Tensor) -> Three:
    output, scores, weights = right(q, k, v)
    return output, scores - scores.amax(-1, keepdim=True), weights


@mistake(
    "attention",
    """The scores that you return are transposed, with a row for each key. A row belongs to the
    position that reads: [nq, nk], like the weights. See “Shapes”.""",
)
def scores_returned_transposed(q: Tensor, k: Tensor, v: Tensor) -> Three:
    output, scores, weights = right(q, k, v)
    return output, scores.mT, weights


@mistake(
    "attention",
    """Your output is right, but the weights that you return are transposed. A row belongs to the
    position that reads, a column to the one that is read. See “Shapes”.""",
)
def weights_returned_transposed(q: Tensor, k: Tensor, v: Tensor) -> Three:
    output, scores, weights = right(q, k, v)
    return output, scores, weights.mT


@mistake(
    "attention",
    """Your output is right, but scores and weights are returned transposed, with a row for each
    key. A row belongs to the position that reads: [nq, nk]. See “Shapes”.""",
)
def keys_in_the_rows(q: Tensor, k: Tensor, v: Tensor) -> Three:
    output, scores, weights = right(q, k, v)
    return output, scores.mT, weights.mT


@mistake(
    "attention",
    """Your output is right, but the weights that you return are averaged over the readers. Give
    back the whole table, one row for each reader. See “Shapes”.""",
)
def mean_weights_returned(q: Tensor, k: Tensor, v: Tensor) -> Three:
    output, scores, weights = right(q, k, v)
    return output, scores, weights.mean(-2)


@mistake(
    "attention",
    """Your output is right, but the weights that you return are their logarithms. Give back the
    proportions themselves, whose rows sum to 1. See “Softmax turns scores into proportions”.""",
)
def logarithms_returned(q: Tensor, k: Tensor, v: Tensor) -> Three:
    output, scores, weights = right(q, k, v)
    return output, scores, weights.log()


@mistake(
    "attention",
    """Your output is right, but the weights that you return are the exponentials, not yet divided
    by their sum. Give back the proportions, whose rows sum to 1. See “Softmax turns scores into
    proportions”.""",
)
def exponentials_for_weights(q: Tensor, k: Tensor, v: Tensor) -> Three:
    output, scores, _ = right(q, k, v)
    return output, scores, scores.exp()


@mistake(
    "attention",
    """Your results are rounded to four decimals, as the lesson prints its numbers. Only the text
    is rounded; give back what the computer has. See “All rows at once”.""",
)
def results_of_four_decimals(q: Tensor, k: Tensor, v: Tensor) -> Three:
    output, scores, weights = right(q, k, v)
    return output.round(decimals=4), scores.round(decimals=4), weights.round(decimals=4)


@mistake(
    "attention",
    """You return the numbers of the lesson's example whatever comes in: typed in, or computed
    from the notebook's own q, k and v. Compute with the arguments of the function. See “The
    example of this notebook”.""",
)
def the_lessons_numbers(q: Tensor, k: Tensor, v: Tensor) -> Three:
    x = torch.tensor([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]])
    return right(x, x, torch.tensor([[1.0, 0.0], [0.0, 2.0], [1.0, 2.0]]))


@mistake(
    "attention",
    """Your weights are right, but they always mix the v of the notebook's example. Use the v that
    the function was called with; another name for the argument hides it. See “The example of
    this notebook”.""",
)
def the_notebooks_values(q: Tensor, k: Tensor, v: Tensor) -> Three:
    _, scores, weights = right(q, k, v)
    return weights @ torch.tensor([[1.0, 0.0], [0.0, 2.0], [1.0, 2.0]]), scores, weights


# ---- the kind


@mistake(
    "attention",
    """Your numbers are right, but they come as a list. Write return output, scores, weights
    without square brackets: that is a tuple. See “Task 3: attention (10 points)”.""",
    credit=0.75,
)
def returns_a_list(q: Tensor, k: Tensor, v: Tensor) -> list[Tensor]:
    return list(right(q, k, v))


@mistake(
    "attention",
    """Your numbers are right, but they come as a dict. Write return output, scores, weights: that
    is a tuple. See “Task 3: attention (10 points)”.""",
    credit=0.6,
)
def returns_a_dict(q: Tensor, k: Tensor, v: Tensor) -> dict[str, Tensor]:
    return dict(zip(("output", "scores", "weights"), right(q, k, v), strict=True))


@mistake(
    "attention",
    """Your numbers are right, but they come as numpy arrays. Stay with torch tensors, so that
    gradients can flow back. See “Task 3: attention (10 points)”.""",
    credit=0.6,
)
def returns_numpy_arrays(q: Tensor, k: Tensor, v: Tensor) -> tuple[Any, ...]:
    return tuple(part.numpy() for part in right(q, k, v))


@mistake(
    "attention",
    """Your numbers are right, but they come as Python lists. Leave out tolist(): torch tensors
    are asked for, so that gradients can flow back. See “Task 3: attention (10 points)”.""",
)
def returns_nested_lists(q: Tensor, k: Tensor, v: Tensor) -> tuple[Any, ...]:
    return tuple(part.tolist() for part in right(q, k, v))


@mistake(
    "attention",
    """You return output and weights; the scores are missing. Give back all three, (output,
    scores, weights). See “All rows at once”.""",
    credit=0.6,
)
def scores_left_out(q: Tensor, k: Tensor, v: Tensor) -> tuple[Tensor, Tensor]:
    output, _, weights = right(q, k, v)
    return output, weights


@mistake(
    "attention",
    """You return output and scores; the weights are missing. Give back all three, (output,
    scores, weights). See “All rows at once”.""",
)
def weights_left_out(q: Tensor, k: Tensor, v: Tensor) -> tuple[Tensor, Tensor]:
    output, scores, _ = right(q, k, v)
    return output, scores


@mistake(
    "attention",
    """You return scores and weights; the output is missing. One step is left, the weights times
    v; then give back (output, scores, weights). See “The weighted sum”.""",
)
def output_left_out(q: Tensor, k: Tensor, v: Tensor) -> tuple[Tensor, Tensor]:
    _, scores, weights = right(q, k, v)
    return scores, weights


@mistake(
    "attention",
    """Your output is right, and it comes alone. Give back the scores and the weights as well:
    (output, scores, weights). See “All rows at once”.""",
)
def output_alone(q: Tensor, k: Tensor, v: Tensor) -> Tensor:
    return right(q, k, v)[0]


@mistake(
    "attention",
    """You return the weights alone. One step is left, the weights times v; then give back
    (output, scores, weights). See “The weighted sum”.""",
)
def weights_alone(q: Tensor, k: Tensor, v: Tensor) -> Tensor:
    return right(q, k, v)[2]


@mistake(
    "attention",
    """You return the scores alone. Softmax turns them into weights, the weights mix v; then give
    back (output, scores, weights). See “All rows at once”.""",
)
def scores_alone(q: Tensor, k: Tensor, v: Tensor) -> Tensor:
    return scaled(q, k)


@mistake(
    "attention",
    """Your function gives back None. Printing is not returning: its last line should be return
    output, scores, weights. See “Task 3: attention (10 points)”.""",
)
def nothing_returned(q: Tensor, k: Tensor, v: Tensor) -> None:
    right(q, k, v)


@mistake(
    "attention",
    """You return four things, the exponentials between scores and weights. Exactly three are
    asked for: (output, scores, weights). See “All rows at once”.""",
)
def exponentials_returned_too(q: Tensor, k: Tensor, v: Tensor) -> tuple[Tensor, ...]:
    output, scores, weights = right(q, k, v)
    return output, scores, (scores - scores.amax(-1, keepdim=True)).exp(), weights


@mistake(
    "attention",
    """You return four things, the last of them the width d. Exactly three are asked for: (output,
    scores, weights). See “All rows at once”.""",
    credit=0.6,
)
def width_returned_too(q: Tensor, k: Tensor, v: Tensor) -> tuple[Any, ...]:
    return *right(q, k, v), q.shape[-1]


@mistake(
    "attention",
    """Your numbers are right, but scores and weights are packed into a tuple of their own. Leave
    out the inner brackets: return output, scores, weights. See “All rows at once”.""",
)
def tuple_in_a_tuple(q: Tensor, k: Tensor, v: Tensor) -> tuple[Any, ...]:
    output, scores, weights = right(q, k, v)
    return output, (scores, weights)


@mistake(
    "attention",
    """You join the three results to one tensor. They have different widths and meanings; give
    them back as three tensors, (output, scores, weights). See “All rows at once”.""",
)
def joined_to_one_tensor(q: Tensor, k: Tensor, v: Tensor) -> Tensor:
    return torch.cat(right(q, k, v), dim=-1)


@mistake(
    "attention",
    """Your results are float64 although the inputs are float32. Keep the dtype of the inputs;
    look for double(), or for a number that numpy made. See “Task 3: attention (10
    points)”.""",
)
def always_float64(q: Tensor, k: Tensor, v: Tensor) -> Three:
    return right(q.double(), k.double(), v.double())


@mistake(
    "attention",
    """Your results are float16 although the inputs are float32. Half of the digits are lost: keep
    the dtype of the inputs. See “Task 3: attention (10 points)”.""",
)
def half_precision_returned(q: Tensor, k: Tensor, v: Tensor) -> Three:
    output, scores, weights = right(q, k, v)
    return output.half(), scores.half(), weights.half()
