"""What a Dask worker does with a run: no cluster is needed to see it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from autograder.cluster import plugin
from autograder.cluster.parcel import packed
from autograder.cluster.plugin import Grading
from autograder.cluster.words import Done, Faulty
from autograder.grading.job import Context, Job
from autograder.restore import AuthoredNotebook
from autograder.sandbox.policy import Limits, Tier
from autograder.wire import frames
from tests.course.courses import code_cell, notebook_of

pytestmark = pytest.mark.sandbox

Register = Callable[..., Grading]


@pytest.fixture
def parcel(tmp_path: Path) -> bytes:
    """Of an assignment that asks nothing."""
    (tmp_path / "cases").mkdir()
    context = Context(
        assignment="one",
        authored={"one": AuthoredNotebook(name="one", cells=())},
        cases=tmp_path / "cases",
        mistakes=None,
        limits=Limits(),
        tier=Tier.NONE,
    )
    return packed(context)


@pytest.fixture
def register(tmp_path: Path, parcel: bytes) -> Iterator[Register]:
    """`register(threads=1, room=None)`: the run on a worker with these."""
    made: list[Grading] = []
    worker = SimpleNamespace(local_directory=str(tmp_path), state=SimpleNamespace(nthreads=1))

    def registered(
        change: Callable[[Grading], None] = lambda _: None, threads: int = 1, room: str = ""
    ) -> Grading:
        grading = Grading("run", "one", parcel)
        change(grading)
        worker.state.nthreads = threads
        worker.local_directory = room or str(tmp_path)
        asyncio.run(grading.setup(worker))  # type: ignore[arg-type]
        made.append(grading)
        return grading

    yield registered
    for grading in made:
        asyncio.run(grading.teardown(worker))  # type: ignore[arg-type]


def job() -> bytes:
    import nbformat

    text = nbformat.writes(notebook_of(code_cell("1 + 1")))
    return msgspec.msgpack.encode(Job(student="s1", notebooks={"one": text.encode()}))


def test_a_station_grades_and_takes_its_folder_away(register: Register, tmp_path: Path) -> None:
    grading = register()
    assert grading.fault is None
    assert list(tmp_path.glob("autograder-*"))

    reply = grading.grade(job())
    asyncio.run(grading.teardown(None))  # type: ignore[arg-type]

    assert isinstance(reply, Done)
    assert ("s1", "") == (reply.result.report.student, reply.result.report.reason)
    assert [] == list(tmp_path.glob("autograder-*"))


def test_a_station_that_was_killed_is_replaced(register: Register) -> None:
    grading = register()
    assert grading._station is not None
    grading._station._process.kill()

    reply = grading.grade(job())

    assert isinstance(reply, Done)
    assert "" == reply.result.report.reason


def test_a_submission_that_ends_two_stations_is_ungraded(
    register: Register, monkeypatch: pytest.MonkeyPatch
) -> None:
    def ends(station: Any, job: bytes) -> Done:
        raise frames.Closed("the peer closed its end")

    grading = register()
    monkeypatch.setattr(plugin._Station, "grade", ends)

    reply = grading.grade(job())

    assert isinstance(reply, Done)
    assert reply.result.report.reason.startswith("the process that graded it ended twice")
    assert not reply.result.lasting


FAULTS = {
    "threads": ({"threads": 4}, "it has 4 threads.*--nthreads 1"),
    "versions": (
        {"change": lambda run: setattr(run, "_versions", "Python 2.7")},
        "it has Python 3.*, and the coordinator Python 2.7",
    ),
    "damage": (
        {"change": lambda run: setattr(run, "_parcel", run._parcel + b"x")},
        "another digest",
    ),
    "no room": ({"room": "/proc/nowhere"}, "/proc/nowhere: No such file"),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_worker_that_cannot_grade_says_why_at_once_and_with_each_job(
    register: Register, name: str
) -> None:
    import re

    options, expected = FAULTS[name]
    grading = register(**options)

    for said in (grading.fault, grading.grade(job())):
        assert isinstance(said, Faulty)
        assert re.search(expected, said.message), said.message
        assert not said.authors


def test_an_authors_mistake_is_told_as_one(register: Register, tmp_path: Path) -> None:
    (tmp_path / "cases").mkdir(exist_ok=True)
    (tmp_path / "cases" / "test_broken.py").write_text("this is no Python\n")
    context = Context(
        assignment="one",
        authored={},
        cases=tmp_path / "cases",
        mistakes=None,
        limits=Limits(),
        tier=Tier.NONE,
    )

    def change(run: Grading) -> None:
        run.__init__("run", "one", packed(context))  # type: ignore[misc]

    fault = register(change).fault

    assert fault is not None
    assert fault.authors
    assert "test_broken.py" in fault.message
