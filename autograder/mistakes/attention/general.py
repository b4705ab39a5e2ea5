"""Mistakes in `attention` that the example's sizes hide: batches, other widths, single rows.

Where a student's function would stop with an error, these do so as well.
"""

import torch
from torch import Tensor

from autograder.judge.mistakes import mistake
from autograder.mistakes.attention import Three, finish, right, scaled, shares

# ---- batches


@mistake(
    "attention",
    """Your function is right without a batch and stops with an error as soon as there is one.
    Count axes from the end: q.shape[-1], k.transpose(-2, -1), dim=-1 and @ work for any number of
    axes in front. See “Shapes”.""",
)
def two_axes_only(q: Tensor, k: Tensor, v: Tensor) -> Three:
    scores = torch.mm(q, k.t()) / q.shape[-1] ** 0.5
    return finish(scores, v)


@mistake(
    "attention",
    """Your function is right for one batch axis and stops with an error for none or for two.
    With @ and k.transpose(-2, -1), in place of torch.bmm and fixed axes, any number of axes can
    stand in front. See “Shapes”.""",
)
def three_axes_only(q: Tensor, k: Tensor, v: Tensor) -> Three:
    scores = torch.bmm(q, k.mT) / q.shape[-1] ** 0.5
    weights = shares(scores)
    return torch.bmm(weights, v), scores, weights


@mistake(
    "attention",
    """Your function is right without a batch and with one batch axis, and stops with an error for
    two. With @ and axes counted from the end no case has to be written out. See “Shapes”.""",
)
def up_to_three_axes(q: Tensor, k: Tensor, v: Tensor) -> Three:
    if q.dim() > 3:
        raise ValueError("at most three axes")
    return right(q, k, v)


@mistake(
    "attention",
    """Your function is right without a batch and with one batch axis; for two it gives back None,
    because no branch fits. With @ and axes counted from the end no branches are needed. See
    “Shapes”.""",
)
def nothing_for_four_axes(q: Tensor, k: Tensor, v: Tensor) -> Three | None:
    return right(q, k, v) if q.dim() < 4 else None


@mistake(
    "attention",
    """Your transpose turns all axes round, as k.T does for a batch. Only the last two should
    change places: k.mT or k.transpose(-2, -1). See “Shapes”.""",
)
def all_axes_reversed(q: Tensor, k: Tensor, v: Tensor) -> Three:
    reverse = tuple(range(k.dim() - 1, -1, -1))
    return finish(q @ k.permute(reverse) / q.shape[-1] ** 0.5, v)


@mistake(
    "attention",
    """You transpose axes 0 and 1, which is right without a batch and exchanges texts and
    positions with one. Count from the end: k.mT or k.transpose(-2, -1). See “Shapes”.""",
)
def axes_zero_and_one_transposed(q: Tensor, k: Tensor, v: Tensor) -> Three:
    return finish(q @ k.transpose(0, 1) / q.shape[-1] ** 0.5, v)


@mistake(
    "attention",
    """You lay the texts of a batch end to end, so that they read one another. Each text is
    handled by itself; @ does so for any axes in front, without a reshape. See “Shapes”.""",
)
def batch_as_one_long_text(q: Tensor, k: Tensor, v: Tensor) -> Three:
    return right(*(part.reshape(-1, part.shape[-1]) for part in (q, k, v)))


@mistake(
    "attention",
    """Your output lets the texts of a batch read one another; scores and weights are right. Each
    text is handled by itself: weights @ v. See “Shapes”.""",
)
def output_across_texts(q: Tensor, k: Tensor, v: Tensor) -> Three:
    _, scores, weights = right(q, k, v)
    keys, values = k.reshape(-1, k.shape[-1]), v.reshape(-1, v.shape[-1])
    return shares(scaled(q, keys)) @ values, scores, weights


@mistake(
    "attention",
    """You fold several batch axes into one and forget to unfold them. Reshape the results back to
    the axes of the inputs, or let @ handle the batch. See “Shapes”.""",
)
def batch_axes_stay_folded(q: Tensor, k: Tensor, v: Tensor) -> Three:
    if q.dim() > 3:
        q, k, v = (part.flatten(0, -3) for part in (q, k, v))
    return right(q, k, v)


@mistake(
    "attention",
    """In a batch you average the proportions over the texts. Each text has proportions of its
    own, from its own queries and keys. See “Shapes”.""",
)
def weights_averaged_over_texts(q: Tensor, k: Tensor, v: Tensor) -> Three:
    scores = scaled(q, k)
    weights = shares(scores)
    if weights.dim() > 2:
        weights = weights.mean(dim=0, keepdim=True).expand_as(weights)
    return weights @ v, scores, weights


@mistake(
    "attention",
    """In a batch all texts read the values of the first. Each text has values of its own:
    weights @ v pairs them up by itself. See “Shapes”.""",
)
def first_texts_values_for_all(q: Tensor, k: Tensor, v: Tensor) -> Three:
    _, scores, weights = right(q, k, v)
    return weights @ (v[0] if v.dim() > 2 else v), scores, weights


@mistake(
    "attention",
    """In a batch all texts read the values of the very first. Each text has values of its own:
    weights @ v pairs them up by itself. See “Shapes”.""",
)
def very_first_values_for_all(q: Tensor, k: Tensor, v: Tensor) -> Three:
    _, scores, weights = right(q, k, v)
    while v.dim() > 2:
        v = v[0]
    return weights @ v, scores, weights


@mistake(
    "attention",
    """In a batch you answer for the first text only. All axes in front stay in the results:
    [..., nq, dv]. See “Shapes”.""",
)
def first_text_only(q: Tensor, k: Tensor, v: Tensor) -> Three:
    while q.dim() > 2:
        q, k, v = q[0], k[0], v[0]
    return right(q, k, v)


@mistake(
    "attention",
    """The letters of your einsum let the batch axis be summed over in the output. The letter of
    the batch must be the same in weights and v, and stand in the result. See “Shapes”.""",
)
def texts_added_up_in_the_output(q: Tensor, k: Tensor, v: Tensor) -> Three:
    output, scores, weights = right(q, k, v)
    if q.dim() == 3:
        output = weights @ v.sum(0)
    return output, scores, weights


@mistake(
    "attention",
    """The letters of your einsum let the batch axes be summed over in the scores. Keep them in
    the result, so that each text has scores of its own. See “Shapes”.""",
)
def texts_added_up_in_the_scores(q: Tensor, k: Tensor, v: Tensor) -> Three:
    scores = scaled(q, k)
    if scores.dim() > 2:
        scores = scores.sum(dim=tuple(range(scores.dim() - 2))).expand_as(scores)
    return finish(scores, v)


@mistake(
    "attention",
    """In a batch you divide by the square root of the number of texts. The d of the formula is
    the number of coordinates, q.shape[-1], with and without a batch. See “Why the scores are
    divided by √d”.""",
)
def root_of_the_batch_size(q: Tensor, k: Tensor, v: Tensor) -> Three:
    d = q.shape[0] if q.dim() > 2 else q.shape[-1]
    return finish(q @ k.mT / d**0.5, v)


# ---- axes of size 1


@mistake(
    "attention",
    """You squeeze the results, which drops every axis of size 1. A single query still has a row:
    weights [1, nk], output [1, dv]. See “Shapes”.""",
)
def axes_of_one_dropped(q: Tensor, k: Tensor, v: Tensor) -> Three:
    output, scores, weights = right(q, k, v)
    return output.squeeze(), scores.squeeze(), weights.squeeze()


@mistake(
    "attention",
    """You squeeze the output, which drops every axis of size 1. A single query still has a row of
    output, [1, dv]. See “Shapes”.""",
)
def axes_of_one_dropped_in_the_output(q: Tensor, k: Tensor, v: Tensor) -> Three:
    output, scores, weights = right(q, k, v)
    return output.squeeze(), scores, weights


@mistake(
    "attention",
    """A single query comes back without its axis. One query alone is the case nq = 1, with
    weights of shape [1, nk]. See “Shapes”.""",
)
def single_query_without_its_axis(q: Tensor, k: Tensor, v: Tensor) -> Three:
    output, scores, weights = right(q, k, v)
    return output.squeeze(-2), scores.squeeze(-2), weights.squeeze(-2)


@mistake(
    "attention",
    """A batch of one text comes back without its axis. All axes in front stay in the results,
    those of size 1 too. See “Shapes”.""",
)
def batch_of_one_without_its_axis(q: Tensor, k: Tensor, v: Tensor) -> Three:
    output, scores, weights = right(q, k, v)
    if q.dim() > 2 and q.shape[0] == 1:
        return output[0], scores[0], weights[0]
    return output, scores, weights


# ---- other sizes than the example's


@mistake(
    "attention",
    """Your function needs q, k and v of one and the same shape and stops with an error for
    others. There may be more keys than queries, and values may be wider than keys. See
    “Shapes”.""",
)
def same_shapes_required(q: Tensor, k: Tensor, v: Tensor) -> Three:
    if not q.shape == k.shape == v.shape:
        raise ValueError("three equal shapes are needed")
    return right(q, k, v)


@mistake(
    "attention",
    """Your function needs as many keys as queries and stops with an error otherwise. The scores
    are [nq, nk]: take nk from the shape of k. See “Shapes”.""",
)
def as_many_keys_as_queries(q: Tensor, k: Tensor, v: Tensor) -> Three:
    if q.shape[-2] != k.shape[-2]:
        raise ValueError("as many keys as queries are needed")
    return right(q, k, v)


@mistake(
    "attention",
    """You read only as many keys as there are queries. There can be more keys, and all of them
    are read: take their number from the shape of k. See “Shapes”.""",
)
def keys_cut_to_the_queries(q: Tensor, k: Tensor, v: Tensor) -> Three:
    count = q.shape[-2]
    if k.shape[-2] < count:
        raise IndexError("fewer keys than queries")
    return right(q, k[..., :count, :], v[..., :count, :])


@mistake(
    "attention",
    """Your function needs values as wide as the queries and stops with an error otherwise.
    Perhaps the output is collected in a tensor shaped like q; its shape is [nq, dv]. See
    “Shapes”.""",
)
def values_as_wide_as_queries(q: Tensor, k: Tensor, v: Tensor) -> Three:
    if q.shape[-1] != v.shape[-1]:
        raise ValueError("values as wide as the queries are needed")
    return right(q, k, v)


@mistake(
    "attention",
    """Your output has two columns for any values, as in the example. It is as wide as a value:
    take dv from the shape of v. See “Shapes”.""",
)
def two_columns_of_output(q: Tensor, k: Tensor, v: Tensor) -> Three:
    output, scores, weights = right(q, k, v)
    return output[..., :2], scores, weights


@mistake(
    "attention",
    """Your output adds up the first three value rows, as many as the example has. All keys
    contribute: weights @ v adds up however many there are. See “The weighted sum”.""",
)
def three_contributions(q: Tensor, k: Tensor, v: Tensor) -> Three:
    _, scores, weights = right(q, k, v)
    return weights[..., :3] @ v[..., :3, :], scores, weights
