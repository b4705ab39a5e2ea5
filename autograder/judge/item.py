"""One pytest item, run by as much of pytest's protocol as a judge needs.

Set-up, call and teardown go through pytest's own hooks, so that fixtures, parametrisation and
plugins work as in any test; a `plain` item is only called. Reports for a terminal are not made:
a judge wants the exception.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

import pytest

from autograder.judge.plain import Plan

__all__ = ["Ending", "run_item", "run_plain"]

When = Literal["setup", "call", "teardown"]


@dataclass(frozen=True)
class Ending:
    """What stopped an item: the exception, and where it was raised."""

    error: BaseException
    when: When
    item: pytest.Item
    excinfo: pytest.ExceptionInfo[BaseException]

    @property
    def text(self) -> str:
        """pytest's account of it, which takes longer than most cases do."""
        return str(self.item.repr_failure(self.excinfo))


def run_item(
    item: Any, following: pytest.Item | None, given: Mapping[str, object]
) -> Ending | None:
    """Run `item`, with `following` to be run next; returns what stopped it first, if anything.

    `given` are values for fixtures that the item's function asks for by these names. The
    machinery of fixtures takes a millisecond for each, so they are put where it would put them.
    """
    hook = item.config.hook
    item._initrequest()
    item.funcargs.update({name: given[name] for name in given if name in item.fixturenames})
    ending = _phase(item, "setup", lambda: hook.pytest_runtest_setup(item=item))
    if ending is None:
        ending = _phase(item, "call", lambda: hook.pytest_runtest_call(item=item))
    torn = _phase(
        item, "teardown", lambda: hook.pytest_runtest_teardown(item=item, nextitem=following)
    )
    item._request, item.funcargs = False, None
    return ending or torn


def run_plain(item: Any, plan: Plan, given: Mapping[str, object]) -> Ending | None:
    """Call a plain item's function; returns what stopped it, if anything."""
    arguments: dict[str, object] = {}
    ending = _phase(item, "setup", lambda: arguments.update(plan(given)))
    return ending or _phase(item, "call", lambda: item.obj(**arguments))


def _phase(item: pytest.Item, when: When, run: Callable[[], object]) -> Ending | None:
    call: pytest.CallInfo[object] = pytest.CallInfo.from_call(
        run, when=when, reraise=(pytest.exit.Exception, KeyboardInterrupt)
    )
    if call.excinfo is None:
        return None
    return Ending(call.excinfo.value, when, item, call.excinfo)
