"""Cases that need none of pytest's machinery when they run.

Theory of operation
-------------------
Setting an item up and tearing it down takes pytest longer than most cases take to judge. What it
would do is known once the item is collected: nearly every case takes the judge's fixtures, values
that it is parametrised with, and fixtures that only return something. Calling its function with
these is then all there is to do, and `plan_of` says how to get them.

Whatever else a case uses goes through pytest: another scope, a fixture that yields or is asked
for by `request`, a mark that skips, a class, a module's set-up, a hook of the author's conftest.
"""

import inspect
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from _pytest.python import get_direct_param_fixture_func

__all__ = ["Plan", "plan_of"]

Plan = Callable[[Mapping[str, Any]], dict[str, Any]]
"""The arguments of a case's function, from the values of the judge's fixtures."""

Maker = Callable[[dict[str, Any]], Any]
"""A fixture's value, from those that are there already; it adds those that it needs."""

_MARKS = ("skip", "skipif", "xfail")
_HOOKS = (
    "pytest_fixture_setup", "pytest_fixture_post_finalizer", "pytest_pyfunc_call",
    "pytest_runtest_setup", "pytest_runtest_call", "pytest_runtest_teardown",
)  # fmt: skip
_SET_UP = ("setup_module", "setUpModule", "teardown_module", "tearDownModule")


def plan_of(item: Any, given: str) -> Plan | None:
    """How to call `item` without pytest, or None where that would not be the same.

    `given` is the module of the fixtures whose values the judge gives by name.
    """
    if not _is_plain(item):
        return None
    makers: dict[str, Maker] = {}
    for name in item._fixtureinfo.initialnames:  # what is asked for, not what that asks for
        maker = _maker(item, name, given, ())
        if maker is None:
            return None
        makers[name] = maker

    def plan(values: Mapping[str, Any]) -> dict[str, Any]:
        made = dict(values)
        for name, make in makers.items():
            made[name] = make(made)
        return {name: made[name] for name in item._fixtureinfo.argnames}

    return plan


def _is_plain(item: Any) -> bool:
    """Whether nothing but fixtures stands between the item and its function."""
    if type(item) is not pytest.Function or type(item.parent) is not pytest.Module:
        return False
    if inspect.iscoroutinefunction(item.obj) or any(map(item.get_closest_marker, _MARKS)):
        return False
    packages = [node.path for node in item.listchain() if isinstance(node, pytest.Package)]
    return not any(map(_sets_up, packages)) and not _has_hooks(item)


def _sets_up(package: Path) -> bool:
    source = (package / "__init__.py").read_text(encoding="utf-8", errors="replace")
    return any(name in source for name in _SET_UP)


def _has_hooks(item: Any) -> bool:
    """Whether someone besides pytest has a say in how this item runs."""
    found = [impl for name in _HOOKS for impl in getattr(item.ihook, name).get_hookimpls()]
    return any(not impl.function.__module__.startswith("_pytest.") for impl in found)


def _maker(item: Any, name: str, given: str, asking: tuple[str, ...]) -> Maker | None:
    """How the fixture `name` gets its value, or None where pytest has to make it."""
    definitions = item._fixtureinfo.name2fixturedefs.get(name, ())
    if len(definitions) != 1 or name in asking:
        return None
    (definition,) = definitions
    function = definition.func
    if function is get_direct_param_fixture_func:
        value = item.callspec.params[name]
        return lambda made: value
    if function.__module__ == given:
        return lambda made: made[name]
    returns = inspect.isfunction(function) and not (
        inspect.isgeneratorfunction(function) or inspect.iscoroutinefunction(function)
    )
    if definition.scope != "function" or definition.params is not None or not returns:
        return None
    makers: dict[str, Maker] = {}
    for argument in definition.argnames:
        maker = _maker(item, argument, given, (*asking, name))
        if maker is None:
            return None
        makers[argument] = maker
    return _once(name, function, makers)


def _once(name: str, function: Callable[..., Any], makers: Mapping[str, Maker]) -> Maker:
    """Makes a fixture's value for the first that asks for it."""

    def make(made: dict[str, Any]) -> Any:
        if name not in made:
            made[name] = function(**{each: maker(made) for each, maker in makers.items()})
        return made[name]

    return make
