"""The pytest side of cases: their marker, their fixtures, and what an outcome means.

A case is a plain pytest test::

    @pytest.mark.case("attention-test", weight=1, stage="scores")
    def test_scores_of_a_rectangle(student, draw):
        \"\"\"Scores are the dot products divided by √d, for any number of queries and keys.\"\"\"
        q, k, v = draw(5, 3), draw(7, 3), draw(7, 4)
        check_close("scores", student.attention(q, k, v)[1], reference(q, k, v).scores)

The marker names the graded cell and the weight within its points; the docstring is the line
that the student reads; `draw` gives random inputs from the submission's seed.

pytest loads this module by its entry point, so cases also run on their own, against the
solution in the source notebook: `pytest autograder/cases/attention`. During grading the
judge (`autograder.judge.run`) binds the `student` fixture to one submission after another.

`AssertionError` and `StudentError` fail a case. Anything else, a skip or an expected failure
included, leaves it undecided: that is a fault of the case or ours, and costs nobody points.
"""

import hashlib
import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

__all__ = ["CaseInfo", "Draw", "case_info", "drawing", "seed_of_case"]

MARKER = "case"
Draw = Callable[..., Any]
_MANY = 1024
_OPTIONS = {"core", "keep", "stage", "weight"}


@dataclass(frozen=True)
class CaseInfo:
    """What a case's marker and docstring say."""

    grade_id: str
    weight: float
    stage: str
    line: str
    core: bool = False
    keep: str = ""
    """Why the case stays although no wrong answer is known that it alone catches."""


def case_info(item: pytest.Item) -> CaseInfo | None:
    """The case that `item` is, or None for an ordinary test.

    Raises `pytest.UsageError` where the marker or the docstring is not as it should be.
    """
    mark = item.get_closest_marker(MARKER)
    if mark is None:
        return None
    weight = mark.kwargs.get("weight", 1)
    if len(mark.args) != 1 or not isinstance(mark.args[0], str):
        raise pytest.UsageError(f"{item.nodeid}: the case marker takes one grade_id")
    is_number = isinstance(weight, int | float) and not isinstance(weight, bool)
    if not is_number or not 0 < weight < math.inf:
        raise pytest.UsageError(f"{item.nodeid}: a case's weight is a number above 0")
    unknown = sorted(set(mark.kwargs) - _OPTIONS)
    if unknown:
        raise pytest.UsageError(
            f"{item.nodeid}: the case marker knows no {', '.join(unknown)}; "
            f"it takes {', '.join(sorted(_OPTIONS))}"
        )
    line = " ".join((getattr(item, "obj", None).__doc__ or "").split())
    if not line:
        raise pytest.UsageError(f"{item.nodeid}: a case needs a docstring, the student's line")
    return CaseInfo(
        mark.args[0],
        float(weight),
        str(mark.kwargs.get("stage", "")),
        line,
        bool(mark.kwargs.get("core", False)),
        " ".join(str(mark.kwargs.get("keep", "")).split()),
    )


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line(
        "markers",
        "case(grade_id, weight=1, stage='', core=False, keep=''): a hidden case of a graded cell",
    )


@pytest.fixture
def student(request: pytest.FixtureRequest) -> Any:
    """The student's notebook at the case's graded cell; the solution when cases run alone."""
    judge = request.config.pluginmanager.get_plugin("autograder-judge")
    if judge is not None:
        return judge.student
    return _solution(request)


@pytest.fixture
def seed(request: pytest.FixtureRequest) -> int:
    """The case's seed, from the submission's seed and the case's name."""
    judge = request.config.pluginmanager.get_plugin("autograder-judge")
    return seed_of_case(judge.seed if judge is not None else 0, request.node.name)


@pytest.fixture
def draw(request: pytest.FixtureRequest, seed: int) -> Draw:
    """`draw(*shape)` gives a float32 tensor of standard normal numbers."""
    given: Draw | None = request.node.funcargs.get("draw")  # the judge's: one generator a case
    return given or drawing(seed)


@pytest.fixture
def shared_draw(request: pytest.FixtureRequest) -> Draw:
    """Like `draw`, but the same numbers in every case of a submission; see `Student.once`."""
    judge = request.config.pluginmanager.get_plugin("autograder-judge")
    return drawing(judge.seed if judge is not None else 0)


def seed_of_case(base: int, name: str) -> int:
    """A seed for the case `name`, from a submission's."""
    digest = hashlib.blake2b(f"{base}:{name}".encode(), digest_size=6).digest()
    return int.from_bytes(digest)


def drawing(seed: int) -> Draw:
    """Gives random numbers from a generator of its own, which is made when it is first asked.

    Numbers are made many at a time and handed out in order.
    """
    import torch

    generator: Any = None
    store: Any = ()

    def normal(*shape: int) -> torch.Tensor:
        nonlocal generator, store
        count = math.prod(shape)
        if len(store) < count:
            generator = generator or torch.Generator().manual_seed(seed)
            store = torch.randn(max(count, _MANY), generator=generator).numpy()
        taken, store = store[:count], store[count:]
        return torch.from_numpy(taken.reshape(shape))

    return normal


def _solution(request: pytest.FixtureRequest) -> Any:
    """The source notebook's state at the case's graded cell, run in this process."""
    from autograder.judge.channel import InProcessChannel
    from autograder.judge.student import Student
    from autograder.notebook import find_source, namespace_at

    info = case_info(request.node)
    if info is None:
        raise pytest.UsageError("the student fixture is for cases: mark the test with a grade_id")
    source = find_source(request.config.rootpath, request.path.parent.name)
    return Student(InProcessChannel(namespace_at(source, info.grade_id)))
