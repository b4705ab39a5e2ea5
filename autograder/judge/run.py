"""The judge: cases collected once, run for many submissions.

One pytest session stays open for the judge's life. `Judge.judge` runs the cases of one graded
cell with the `student` fixture bound to a channel and turns pytest's outcomes into
`CaseResult`s. Collecting them and importing torch is paid once.
"""

import contextlib
import os
import sys
import traceback
import warnings
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import TracebackType
from typing import NamedTuple

import pytest
import torch
from _pytest.config import ConftestImportFailure, _prepareconfig

from autograder.errors import AuthoringError, StudentError
from autograder.judge import plugin as case_plugin
from autograder.judge.channel import Channel
from autograder.judge.compare import Mismatch
from autograder.judge.diagnosis import Diagnostician
from autograder.judge.item import Ending, run_item, run_plain
from autograder.judge.plain import Plan, plan_of
from autograder.judge.plugin import CaseInfo, case_info, drawing, seed_of_case
from autograder.judge.student import Student
from autograder.verdict import CaseResult, Diagnosis, Outcome

__all__ = ["Judge"]

# An author's cases, not whatever plugins this environment happens to have.
_ARGUMENTS = (
    "--disable-plugin-autoload", "-p", "no:terminal", "-p", "no:cacheprovider",
    "-p", "no:capture", "-p", "no:logging", "--import-mode=importlib", "-c", os.devnull,
    # Both collect garbage several times when a session ends, which takes half a second.
    "-p", "no:unraisableexception", "-p", "no:threadexception",
    # Each is asked before and after every case, and none has anything to say here.
    "-p", "no:warnings", "-p", "no:faulthandler", "-p", "no:debugging", "-p", "no:unittest",
    "-p", "no:doctest", "-p", "no:setuponly", "-p", "no:setupplan", "-p", "no:pastebin",
    "-p", "no:junitxml", "-p", "no:subtests",
)  # fmt: skip

Verdict = tuple[Outcome, str, str]
"""An outcome, what the student reads, and what the instructor may read besides."""


class _Case(NamedTuple):
    """A collected case; with a plan, it runs without pytest."""

    item: pytest.Item
    info: CaseInfo
    plan: Plan | None


_TOLD = "this could not be decided; your instructor has been told"


class Judge:
    """Runs the hidden cases of one assignment; a context manager."""

    def __init__(self, cases: Path, mistakes: Path | None = None) -> None:
        """Collect the cases in the folder `cases`, and load the named `mistakes`.

        Raises `AuthoringError` where a case can't be collected or is marked wrongly, and where
        the mistakes can't be used.
        """
        self._diagnostician = Diagnostician(mistakes) if mistakes else None
        torch.set_num_threads(1)  # the cases' tensors are small; a pool of threads only waits
        self.student: Student | None = None
        self.seed = 0
        self._problems: list[str] = []
        self._expected_failures: set[pytest.Item] = set()
        self._folder = cases = Path(os.path.abspath(cases))
        self._config = _configured(cases)
        self._config.pluginmanager.register(self, "autograder-judge")
        self._config._do_configure()
        self._session = pytest.Session.from_config(self._config)
        self._config.hook.pytest_sessionstart(session=self._session)
        self._cases = self._collect(cases)

    def __enter__(self) -> "Judge":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """End the pytest session."""
        self._config.hook.pytest_sessionfinish(session=self._session, exitstatus=0)
        self._config._ensure_unconfigure()

    @property
    def cases(self) -> Mapping[str, list[CaseInfo]]:
        """The collected cases by grade_id."""
        return {grade_id: [case.info for case in found] for grade_id, found in self._cases.items()}

    def names(self, grade_id: str) -> list[str]:
        """The names of a graded cell's cases, in the author's order."""
        return [case.item.name for case in self._cases.get(grade_id, [])]

    def judge(
        self, grade_id: str, channel: Channel, *, seed: int = 0, only: str = "", enough: int = 0
    ) -> tuple[CaseResult, ...]:
        """Run the cases of the graded cell `grade_id` against `channel`, in the author's order.

        With `only`, the case of that name alone; with `enough`, until so many have failed.
        """
        self.student, self.seed = Student(channel), seed
        cases = [one for one in self._cases.get(grade_id, []) if only in ("", one.item.name)]
        results: list[CaseResult] = []
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # whoever grades can't do anything about them
            for index, case in enumerate(cases):
                # Where it may end early, each case is torn down as if it were the last.
                rest = () if enough else cases[index + 1 :]
                after = next((each.item for each in rest if each.plan is None), None)
                results.append(_result(case, *self._verdict(case, after)))
                if enough and sum(one.outcome is Outcome.FAILED for one in results) >= enough:
                    break
        self.student = None
        return tuple(results)

    def _verdict(self, case: _Case, following: pytest.Item | None) -> Verdict:
        item = case.item
        if item in self._expected_failures:
            return Outcome.UNDECIDED, _TOLD, "the case is marked as an expected failure"
        seed = seed_of_case(self.seed, item.name)
        given = {
            "student": self.student,
            "seed": seed,
            "draw": drawing(seed),
            "shared_draw": drawing(self.seed),
        }
        if case.plan is not None:
            ending = run_plain(item, case.plan, given)
        else:
            ending = run_item(item, following, given)
        return _judged(ending, self._folder) if ending else (Outcome.PASSED, "", "")

    def diagnose(self, grade_id: str, channel: Channel) -> Diagnosis | None:
        """The named mistake that a wrong answer is, where it is exactly one."""
        return self._diagnostician.diagnose(grade_id, channel) if self._diagnostician else None

    def unjudged(self, grade_id: str, outcome: Outcome, message: str) -> tuple[CaseResult, ...]:
        """The cases of a graded cell that was never reached, all with one outcome."""
        return tuple(_result(case, outcome, message, "") for case in self._cases.get(grade_id, []))

    # pytest's hooks

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self._problems.append(str(report.longrepr))

    def _collect(self, cases: Path) -> dict[str, list[_Case]]:
        try:
            with _modules_apart(cases):
                self._session.perform_collect()
            found: dict[str, list[_Case]] = {}
            for item in self._session.items:
                info = case_info(item)
                if info is not None:
                    if item.get_closest_marker("xfail"):
                        self._expected_failures.add(item)
                    case = _Case(item, info, plan_of(item, case_plugin.__name__))
                    found.setdefault(info.grade_id, []).append(case)
        except pytest.UsageError as error:
            self._problems.append(str(error))
        if self._problems:
            self.close()
            raise AuthoringError(
                f"the hidden cases in {cases} can't be used: " + "\n".join(self._problems)
            )
        return found


def _configured(cases: Path) -> pytest.Config:
    """pytest's configuration for these cases alone: no ini file, no option of the environment."""
    arguments = [*_ARGUMENTS, f"--rootdir={cases}", str(cases)]
    held = {name: os.environ.pop(name, None) for name in ("PYTEST_ADDOPTS", "PYTEST_PLUGINS")}
    try:
        return _prepareconfig(arguments, plugins=[case_plugin])
    except (pytest.UsageError, ConftestImportFailure) as error:
        raise AuthoringError(f"the hidden cases in {cases} can't be used: {error}") from error
    finally:
        os.environ.update({name: value for name, value in held.items() if value is not None})


@contextlib.contextmanager
def _modules_apart(cases: Path) -> Iterator[None]:
    """Import cases beside `sys.modules`; the collected items keep what they need.

    pytest names such a module by its path below `cases`, and takes a module of that name that
    is there already: another assignment's `test_values.py`, or this one before it was mended.
    """
    files = [*cases.rglob("test_*.py"), *cases.rglob("*_test.py")]
    names = {".".join(file.relative_to(cases).with_suffix("").parts) for file in files}
    held = {name: sys.modules.pop(name) for name in names & sys.modules.keys()}
    try:
        yield
    finally:
        for name, module in list(sys.modules.items()):
            file = getattr(module, "__file__", None)
            if file and not name.startswith("autograder.") and Path(file).is_relative_to(cases):
                del sys.modules[name]
        sys.modules.update(held)


def _judged(ending: Ending, cases: Path) -> Verdict:
    """What an exception in a case means."""
    error = ending.error
    if ending.when != "teardown" and isinstance(error, Mismatch | StudentError):
        return Outcome.FAILED, str(error), ""
    if ending.when == "call" and isinstance(error, AssertionError):
        return Outcome.FAILED, _author_message(error, cases), ending.text
    return Outcome.UNDECIDED, _TOLD, ending.text


def _author_message(error: AssertionError, cases: Path) -> str:
    """The message an author gave to `assert`, without pytest's introspection of values.

    An assertion of numpy's, torch's or unittest's own would tell the hidden values.
    """
    raised_in = traceback.extract_tb(error.__traceback__)[-1].filename
    if not Path(raised_in).is_relative_to(cases):
        return ""
    text = str(error).partition("\nassert ")[0]
    return "" if text.startswith("assert ") else text


def _result(case: _Case, outcome: Outcome, message: str, detail: str) -> CaseResult:
    return CaseResult(
        name=case.item.name,
        line=case.info.line,
        stage=case.info.stage,
        weight=case.info.weight,
        outcome=outcome,
        message=message,
        detail=detail,
        core=case.info.core,
    )
