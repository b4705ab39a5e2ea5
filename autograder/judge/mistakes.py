"""Named mistakes, and the diagnosis of a wrong answer by them.

Theory of operation
-------------------
A mistake is a wrong answer that students give, as a function, with the sentence that such a
student should read. When a task fails, the student's function is called on a few probes:
inputs on which the mistakes differ from one another and from the right answer. A mistake
fits when it gives on every probe what the student's function gave, value for value, or fails
where that failed. Exactly one that fits is the diagnosis; none or several are no diagnosis,
since a wrong accusation is worse than none.

Mistakes run in the trusted process, on the trusted side's own code; the student's function
runs where it always does and only its values come over.
"""

import copy
import importlib.util
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar

import numpy as np
import torch

from autograder.errors import AuthoringError
from autograder.wire.messages import Foreign

__all__ = [
    "Mistake",
    "alike",
    "load_mistakes",
    "load_module",
    "mistake",
    "mistake_problems",
    "outcome",
    "read_mistakes",
    "value_mistake",
]

FunctionT = TypeVar("FunctionT", bound=Callable[..., Any])
_TOLERANCE = 1e-5


@dataclass(frozen=True)
class Mistake:
    """A wrong answer with a name.

    `asked`: the name in the notebook that it answers for, such as `attention` or
    `exercise_1_increase`. `answer`: a function of the same arguments, or a function without
    arguments that gives the value of a variable. `credit`: the share of the task's points that
    the mistake deserves at least.
    """

    name: str
    asked: str
    sentence: str
    answer: Callable[..., Any]
    is_value: bool = False
    credit: float = 0.0


_MARK = "_autograder_mistake"


def mistake(asked: str, sentence: str, *, credit: float = 0.0) -> Callable[[FunctionT], FunctionT]:
    """Marks a function as a named mistake in the student's function `asked`."""

    def marked(function: FunctionT) -> FunctionT:
        named = Mistake(function.__name__, asked, _one_line(sentence), function, credit=credit)
        setattr(function, _MARK, named)
        return function

    return marked


def value_mistake(name: str, asked: str, value: object, sentence: str) -> Mistake:
    """A named mistake in a variable: that it has this value."""
    return Mistake(name, asked, _one_line(sentence), lambda: value, is_value=True)


def load_mistakes(folder: Path) -> list[Mistake]:
    """The mistakes in the modules of `folder`, in the order of modules and definitions.

    A module's mistakes are its marked functions and every `Mistake` at its top level or in a
    list there. Raises `AuthoringError` for a module that can't be imported, a name that is
    there twice, and a mistake without a sentence.
    """
    found = read_mistakes(folder)
    problems = mistake_problems(found)
    if problems:
        raise AuthoringError(f"the mistakes in {folder} can't be used: " + "; ".join(problems))
    return found


def read_mistakes(folder: Path) -> list[Mistake]:
    """The mistakes in `folder` as they are; raises `AuthoringError` for a broken module."""
    found: list[Mistake] = []
    for path in sorted(folder.glob("*.py")):
        if path.name != "__init__.py":
            found += _in_module(load_module(path))
    return found


def mistake_problems(mistakes: Sequence[Mistake]) -> list[str]:
    """Names that are there twice, and mistakes without a sentence, a line each."""
    names = Counter(one.name for one in mistakes)
    twice = [f"two mistakes are called {name}; rename one" for name, n in names.items() if n > 1]
    mute = [f"{one.name} has no sentence to read; write it" for one in mistakes if not one.sentence]
    return twice + mute


def outcome(answer: Callable[..., Any], arguments: Sequence[Any]) -> Any:
    """What an answer gives for copies of `arguments`; an exception is an outcome too."""
    try:
        return answer(*copy.deepcopy(tuple(arguments)))
    except Exception as error:  # a mistake that fails where the student's fails fits it
        return Foreign("exception", type(error).__name__)


def alike(ours: Any, theirs: Any) -> bool:
    """Whether two outcomes are the same: kinds, shapes, and values within 1e-5 of their size."""
    if isinstance(ours, Foreign) or isinstance(theirs, Foreign):
        both = isinstance(ours, Foreign) and isinstance(theirs, Foreign)
        return both and ours.type_name == theirs.type_name
    if isinstance(ours, tuple | list):
        return (
            isinstance(theirs, tuple | list)
            and isinstance(ours, tuple) == isinstance(theirs, tuple)
            and len(ours) == len(theirs)
            and all(alike(a, b) for a, b in zip(ours, theirs, strict=True))
        )
    if isinstance(ours, dict):
        return (
            isinstance(theirs, dict)
            and list(ours) == list(theirs)
            and all(alike(ours[key], theirs[key]) for key in ours)
        )
    if isinstance(ours, torch.Tensor) and isinstance(theirs, torch.Tensor):
        return ours.dtype == theirs.dtype and _close(ours.detach(), theirs.detach())
    if isinstance(ours, np.ndarray) and isinstance(theirs, np.ndarray):
        return _close(torch.from_numpy(ours), torch.from_numpy(theirs))
    if isinstance(ours, bool) or isinstance(theirs, bool):
        return ours is theirs
    if isinstance(ours, int | float) and isinstance(theirs, int | float):
        return abs(ours - theirs) <= _TOLERANCE * max(1.0, abs(ours))
    return type(ours) is type(theirs) and bool(ours == theirs)


def _close(ours: torch.Tensor, theirs: torch.Tensor) -> bool:
    if ours.shape != theirs.shape:
        return False
    ours, theirs = ours.double(), theirs.double()
    finite = torch.isfinite(ours)
    if not torch.equal(finite, torch.isfinite(theirs)):
        return False
    if not finite.any():
        return True
    scale = max(1.0, float(ours[finite].abs().max()))
    return bool(((ours - theirs)[finite].abs() <= _TOLERANCE * scale).all())


def load_module(path: Path) -> ModuleType:
    """The module in the file `path`, outside every package. Raises `AuthoringError`."""
    name = f"autograder_mistakes_{path.parent.name}_{path.stem}"
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise AuthoringError(f"{path} can't be imported")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        raise AuthoringError(
            f"{path} can't be imported: {type(error).__name__}: {error}"
        ) from error
    return module


def _in_module(module: ModuleType) -> list[Mistake]:
    found: list[Mistake] = []
    for thing in vars(module).values():
        marked = getattr(thing, _MARK, None)
        if isinstance(marked, Mistake) and thing.__module__ == module.__name__:
            found.append(marked)
        elif isinstance(thing, Mistake):
            found.append(thing)
        elif isinstance(thing, list):
            found += [item for item in thing if isinstance(item, Mistake)]
    return found


def _one_line(text: str) -> str:
    return " ".join(text.split())
