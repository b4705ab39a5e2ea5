"""Comparisons whose failure is a sentence that a student can act on.

Each check raises `Mismatch` with what was expected and what came. Values are shown only for
`public` examples, those that the lesson prints; for hidden inputs a message names the
property and the shapes, never a number. All arithmetic is done in float64.

Tolerances
----------
`CLOSE` = 1e-5 of the size of the values (at least of 1): right float32 answers deviate by at
most 1.5e-6, the nearest wrong one by 5e-5. `STABLE` = 1e-3 for what is made from scores near
±1000, since float32 keeps such scores only to about 1e-4 (the scores themselves are still
right to `CLOSE`). `EXACT` = 1e-9 for float64, which would show a detour through float32 (1e-7).
"""

import math
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import torch

from autograder.wire.messages import Foreign
from autograder.wire.values import to_array

__all__ = [
    "CLOSE", "EXACT", "STABLE",
    "Mismatch",
    "all_close",
    "check_close", "check_dtype", "check_gradient", "check_ids", "check_same", "check_shape",
    "check_tensor", "describe", "number", "numbers", "truth",
]  # fmt: skip

CLOSE = 1e-5
STABLE = 1e-3
EXACT = 1e-9

_WORDS = {
    True: ("true", "yes", "y", "是", "是的", "对", "会"),
    False: ("false", "no", "n", "否", "不", "不是", "不对", "不会"),
}


class Mismatch(AssertionError):
    """The student's answer lacks a property; the text is for the student."""


def describe(thing: object) -> str:
    """What a value is, in few words and without its content."""
    if isinstance(thing, torch.Tensor):
        return f"a tensor of shape {list(thing.shape)}"
    if isinstance(thing, np.ndarray):
        return f"a numpy array of shape {list(thing.shape)}"
    if isinstance(thing, Foreign):
        return _with_article(thing.type_name)
    if isinstance(thing, tuple | list | dict):
        name = type(thing).__name__
        return f"a {name} of {len(thing)}"
    if thing is None:
        return "None"
    return _with_article(type(thing).__name__)


def _with_article(name: str) -> str:
    return f"an {name}" if name[:1].lower() in tuple("aeiou") else f"a {name}"


def check_tensor(label: str, got: object) -> torch.Tensor:
    """`got`, which must be a torch tensor of floating point numbers."""
    if not isinstance(got, torch.Tensor):
        raise Mismatch(f"{label} should be a torch tensor; it is {describe(got)}.")
    if not got.is_floating_point():
        raise Mismatch(f"{label} should hold floating point numbers; it holds {got.dtype}.")
    return got.detach() if got.requires_grad else got


def check_shape(label: str, got: torch.Tensor, expected: Sequence[int], why: str = "") -> None:
    """`got` has exactly the shape `expected` (axis lengths)."""
    if got.shape != tuple(expected):
        if why:
            raise Mismatch(
                f"{label} should have shape {list(expected)}: {why}; it has {list(got.shape)}."
            )
        raise Mismatch(f"{label} should have shape {list(expected)}; it has {list(got.shape)}.")


def check_dtype(label: str, got: torch.Tensor, expected: torch.dtype) -> None:
    """`got` has the dtype `expected`."""
    if got.dtype != expected:
        raise Mismatch(f"{label} should be {expected} like the inputs; it is {got.dtype}.")


def check_close(
    label: str,
    got: object,
    expected: torch.Tensor,
    *,
    tolerance: float = CLOSE,
    public: bool = False,
    meaning: str = "",
) -> None:
    """`got` is a tensor with the shape and, within `tolerance`, the values of `expected`.

    `meaning` says in words what the expected values are.
    """
    tensor = check_tensor(label, got)
    check_shape(label, tensor, expected.shape, meaning)
    ours, theirs = expected.detach().double(), tensor.double()
    if ours.numel() == 0:
        return
    scale, gap = max(1.0, float(ours.abs().max())), float((theirs - ours).abs().max())
    if gap <= tolerance * scale < math.inf:  # False for NaN, which the largest of some NaN is
        return
    if not torch.isfinite(theirs).all():
        raise Mismatch(f"{label} should be finite; it holds NaN or infinity.")
    if not torch.isfinite(ours).all():  # expected from results of the student's that are not
        raise Mismatch(f"{label} is finite, but what it is made from holds NaN or infinity.")
    wrong = (theirs - ours).abs() > tolerance * scale
    if not public:
        raise _other(label, meaning)
    at = tuple(int(i) for i in wrong.nonzero()[0])
    raise _other(label, meaning, at, f"{float(theirs[at]):.4f}", f"{float(ours[at]):.4f}")


def all_close(pairs: Iterable[tuple[object, torch.Tensor]], tolerance: float = CLOSE) -> bool:
    """Whether every (got, expected) is alike in shape and, within `tolerance`, in values.

    One comparison for all, for what is mostly right: where it says True, `check_close` of each
    would pass; where it says False, `check_close` says what is wrong, if anything is.
    """
    got, expected = [], []
    for one, right in pairs:
        if not isinstance(one, torch.Tensor) or one.shape != right.shape:
            return False
        if not one.is_floating_point():
            return False
        got.append(one.reshape(-1))
        expected.append(right.reshape(-1))
    if not got:
        return True
    with torch.no_grad():
        gaps = torch.cat(got).double().sub_(torch.cat(expected)).abs_()
    return gaps.numel() == 0 or bool(gaps.max() <= tolerance)  # False for NaN


def check_gradient(
    name: str, got: torch.Tensor | None, expected: torch.Tensor, *, tolerance: float = CLOSE
) -> None:
    """The gradient that reached the argument `name` is `expected`; None is that none did."""
    if got is None:
        raise Mismatch(
            f"No gradient reaches {name}: something on the way was detached, copied into a new "
            "tensor or computed without gradients."
        )
    check_close(
        f"the gradient of {name}", got, expected, tolerance=tolerance, meaning="that of the formula"
    )


def check_ids(
    label: str, got: object, expected: torch.Tensor, *, public: bool = False, meaning: str = ""
) -> None:
    """`got` is an int64 tensor with the shape and exactly the entries of `expected`.

    `meaning` says in words what the expected entries are; entries are told for `public` ones.
    """
    if not isinstance(got, torch.Tensor):
        raise Mismatch(f"{label} should be a torch tensor; it is {describe(got)}.")
    check_shape(label, got, expected.shape, meaning)
    if got.dtype != torch.int64:
        raise Mismatch(f"{label} should hold ids, torch.int64; it holds {got.dtype}.")
    wrong = (got != expected).nonzero()
    if len(wrong):
        if not public:
            raise _other(label, meaning)
        at = tuple(int(i) for i in wrong[0])
        raise _other(label, meaning, at, str(int(got[at])), str(int(expected[at])))


def _other(
    label: str, meaning: str, at: tuple[int, ...] = (), came: str = "", wanted: str = ""
) -> Mismatch:
    """Says what the values should be and, where `came` may be told, the first that is not.

    Each message is one f-string, so that it can be said in another language.
    """
    entry = f"{label}[{', '.join(map(str, at))}]" if at else label
    if came and meaning:
        return Mismatch(f"{label} should be {meaning}. {entry} is {came}, expected {wanted}.")
    if came:
        return Mismatch(f"{label} has other values. {entry} is {came}, expected {wanted}.")
    if meaning:
        return Mismatch(f"{label} should be {meaning}.")
    return Mismatch(f"{label} has other values.")


def check_same(label: str, before: torch.Tensor, after: object) -> None:
    """An argument is, bit for bit, what it was before the call."""
    if not isinstance(after, torch.Tensor) or after.shape != before.shape:
        raise Mismatch(f"{label} was changed by the call: it is now {describe(after)}.")
    if after.dtype != before.dtype or to_array(after).data != to_array(before).data:
        raise Mismatch(f"{label} was changed by the call; work on a new tensor instead.")
    if after.requires_grad != before.requires_grad:
        raise Mismatch(f"{label}.requires_grad was changed by the call.")


def number(label: str, got: object) -> float:
    """A finite number given as a number, a numeric string, a fraction or a one-element array.

    Raises `Mismatch` for anything else.
    """
    value = _plain(got)
    while isinstance(value, list | tuple) and len(value) == 1:
        value = _plain(value[0])
    if value is None:
        raise Mismatch(f"{label} is not answered yet.")
    parsed = _parse(value)
    if parsed is None:
        raise Mismatch(f"{label} should be a number; it is {describe(got)}.")
    if not math.isfinite(parsed):
        raise Mismatch(f"{label} should be a finite number; it is {parsed}.")
    return parsed


def numbers(label: str, got: object, count: int) -> list[float]:
    """`count` finite numbers given as a list, tuple, array, tensor or text with commas.

    Raises `Mismatch` for anything else.
    """
    value = _plain(got)
    if isinstance(value, str):
        value = value.strip().strip("[]()").split(",")
    while isinstance(value, list | tuple) and len(value) == 1 and count != 1:
        value = _plain(value[0])
    if value is None:
        raise Mismatch(f"{label} is not answered yet.")
    if not isinstance(value, list | tuple):
        raise Mismatch(f"{label} should be {count} numbers; it is {describe(got)}.")
    if len(value) != count:
        raise Mismatch(f"{label} should be {count} numbers; it has {len(value)}.")
    return [number(f"{label}[{i}]", item) for i, item in enumerate(value)]


def _plain(thing: Any) -> Any:
    if isinstance(thing, torch.Tensor):
        return thing.detach().tolist()
    if isinstance(thing, np.ndarray):
        return thing.tolist()
    return thing


def _parse(value: object) -> float | None:
    """A float; never by evaluating text."""
    if isinstance(value, bool):
        return None
    if isinstance(value, int | float):
        return float(value)
    if isinstance(value, Foreign) and value.type_name in ("fractions.Fraction", "decimal.Decimal"):
        value = value.text.partition("(")[2].rstrip(")").strip("'").replace(", ", "/")
    if not isinstance(value, str):
        return None
    top, slash, bottom = value.strip().partition("/")
    try:
        return float(top) / float(bottom) if slash else float(top)
    except (ValueError, ZeroDivisionError):
        return None


def truth(got: object) -> bool | None:
    """True or False from a boolean, a word for it, or a single one of them; None from others."""
    got = _plain(got)
    while isinstance(got, list | tuple) and len(got) == 1:
        got = got[0]
    if isinstance(got, bool):
        return got
    word = got.strip().lower().rstrip(".!。！") if isinstance(got, str) else ""
    return next((value for value, words in _WORDS.items() if word in words), None)
