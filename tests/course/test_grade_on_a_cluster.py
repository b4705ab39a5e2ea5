"""`autograder grade --scheduler`: the marks of a local run, whatever becomes of the cluster."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from autograder.cluster.scheduler import Scheduler
from tests.cluster.clusters import Cluster, authority, cluster
from tests.course.conftest import HandIn
from tests.course.courses import REPOSITORY, Course, Once
from tests.course.students import UNSCALED
from tests.course.test_grade import (
    COMMENTS,
    ENDED_SECONDS,
    GRADES,
    events,
    grade,
    journal,
    named,
    rows,
    start,
)
from tests.postgresql.server import a_server

pytestmark = pytest.mark.course

STUDENTS = 8


@pytest.fixture(scope="module")
def handed_in(once: Once, released: Course, answered: HandIn) -> Course:
    """Eight students: right, wrong, empty, and one whose file is no notebook."""

    def build(folder: Path) -> None:
        course = released.copy(folder)
        wrong = answered({"attention-solution": UNSCALED})
        kinds = [answered(), wrong, answered(untouched=True), b"<html>"]
        for number in range(STUDENTS):
            course.hand_in(f"s{number}", "attention", kinds[number % len(kinds)])

    return once("for a cluster", build)


@pytest.fixture(scope="module")
def local(once: Once, handed_in: Course) -> Course:
    """That class, graded by this machine."""

    def build(folder: Path) -> None:
        said = grade(handed_in.copy(folder))
        assert 1 == said.code, said.text

    return once("graded without a cluster", build)


@pytest.fixture
def course(handed_in: Course, tmp_path: Path) -> Course:
    return handed_in.copy(tmp_path / "course")


@pytest.fixture
def dask(tmp_path: Path) -> Iterator[Callable[..., Cluster]]:
    """`dask(workers=2)`: a cluster, ended with the test."""
    import contextlib

    with contextlib.ExitStack() as stack:
        yield lambda *arguments, **options: stack.enter_context(
            cluster(tmp_path / "cluster", *arguments, **options)
        )


def on(dask: Cluster, *more: str) -> tuple[str, ...]:
    return ("--scheduler", dask.address, *more)


def until_one_is_graded(process: subprocess.Popen[str]) -> list[dict[str, Any]]:
    """The events until a submission is graded, while the run goes on."""
    assert process.stdout is not None
    seen = []
    for line in process.stdout:
        seen.append(json.loads(line))
        if seen[-1]["event"] == "graded":
            break
    return seen


def same(mine: Course, theirs: Course) -> None:
    """Gradebook and reports say the same."""
    for query in (GRADES, COMMENTS):
        assert rows(mine, query) == rows(theirs, query)
    for number in range(STUDENTS):
        a, b = (one.report(f"s{number}") for one in (mine, theirs))
        assert (a.tasks, a.reason, a.seed, a.notes) == (b.tasks, b.reason, b.seed, b.notes)


def test_a_cluster_gives_the_marks_of_this_machine_though_a_worker_is_killed(
    course: Course, local: Course, dask: Callable[..., Cluster]
) -> None:
    """Two workers in folders of their own; one is killed half-way and does not come back."""
    made = dask(workers=1)
    victim = made.start_worker(nanny=False)
    process = start(course, *on(made), "--json")
    seen = until_one_is_graded(process)
    victim.send_signal(signal.SIGKILL)
    _, err = process.communicate(timeout=ENDED_SECONDS)

    assert 1 == process.returncode, err  # the files that are no notebooks
    assert 2 == seen[0]["workers"]
    assert "" == err
    same(local, course)
    assert Counter(journal(course)) == Counter(f"s{number}" for number in range(STUDENTS))
    # Nothing is left of the run where it was graded, but what the killed worker could not remove.
    assert [] == [*(made.folder / "worker 0").rglob("autograder-*")]

    again = grade(course, "--json")
    assert {f"s{number}" for number in range(STUDENTS)} == named(again, "uptodate"), again.text


def test_a_worker_is_killed_and_the_database_restarts_half_way(
    course: Course, local: Course, dask: Callable[..., Cluster]
) -> None:
    """The gradebook is moved to PostgreSQL as docs/postgresql.md says."""
    made = dask(workers=1)
    victim = made.start_worker(nanny=False)
    with a_server() as server:
        url = server.url("postgres")
        moved(course, url)
        process = start(course, *on(made), "--json", "--db", url)
        until_one_is_graded(process)
        server.stop()
        victim.send_signal(signal.SIGKILL)
        server.start()
        _, err = process.communicate(timeout=ENDED_SECONDS)

        assert (1, "") == (process.returncode, err)
        assert told(url, GRADES) == rows(local, GRADES)
        assert told(url, COMMENTS) == rows(local, COMMENTS)
    assert [] == rows(course, GRADES)


def moved(course: Course, url: str) -> None:
    """Copy the course's gradebook to another address by the script in the docs."""
    text = (REPOSITORY / "docs" / "postgresql.md").read_text(encoding="utf-8")
    (script,) = re.findall(r"```python\n(import sys\n.*?)```", text, re.DOTALL)
    old = f"sqlite:///{course.folder / 'gradebook.db'}"
    subprocess.run([sys.executable, "-c", script, old, url], check=True)


def told(url: str, query: str) -> list[Any]:
    """The rows of a query, as `rows` has them."""
    from sqlalchemy import create_engine, text

    engine = create_engine(url)
    with engine.connect() as connection:
        found = [
            tuple(int(value) if isinstance(value, bool) else value for value in row)
            for row in connection.execute(text(query))
        ]
    engine.dispose()
    return sorted(found, key=repr)


def test_a_scheduler_that_is_lost_ends_the_run_and_the_next_one_goes_on(
    course: Course, local: Course, dask: Callable[..., Cluster]
) -> None:
    made = dask(workers=1)
    process = start(course, *on(made), "--json")
    seen = until_one_is_graded(process)
    made.scheduler.kill()
    out, err = process.communicate(timeout=ENDED_SECONDS)
    events = [*seen, *map(json.loads, out.splitlines())]

    assert 3 == process.returncode, out + err
    assert "failed" == events[-1]["event"]
    assert "What is graded is kept" in events[-1]["message"]
    assert "Traceback" not in err, err

    assert 1 == grade(course).code
    same(local, course)


def test_a_worker_that_cannot_grade_is_left_out_and_told(
    course: Course, local: Course, dask: Callable[..., Cluster]
) -> None:
    made = dask(workers=1)
    made.start_worker("--nthreads", "2")
    said = grade(course, *on(made), "--json")

    (left_out,) = [event for event in events(said) if event["event"] == "workerleftout"]
    assert "2 threads" in left_out["reason"]
    same(local, course)


def test_over_tls_with_certificates_of_one_authority(
    course: Course, local: Course, tmp_path: Path, dask: Callable[..., Cluster]
) -> None:
    tls = authority(tmp_path / "tls")
    made = dask(workers=1, tls=tls, protocol="tls")
    assert made.address.startswith("tls://")

    strange = grade(course, *on(made), *authority(tmp_path / "strange"))
    without = grade(course, *on(made))
    plain = grade(course, "--scheduler", made.address.replace("tls://", "tcp://"))

    assert [3, 3, 3] == [said.code for said in (strange, without, plain)]
    assert "do not trust each other's certificates" in strange.text
    assert "name --tls-ca-file, --tls-cert and --tls-key" in without.text
    assert "no scheduler answers" in plain.text
    for said in (strange, without, plain):
        assert "Traceback" not in said.text

    assert 1 == grade(course, *on(made), *tls).code
    same(local, course)


def test_faults_of_the_command_line_and_of_the_network_are_sentences(course: Course) -> None:
    nobody = grade(course, "--scheduler", "tcp://127.0.0.1:1")
    far = grade(course, "--scheduler", "tcp://10.0.0.1:8786")
    jobs = grade(course, "--scheduler", "tcp://127.0.0.1:1", "--jobs", "2")
    alone = grade(course, "--tls-cert", "cert.pem")

    assert (3, 2, 2, 2) == (nobody.code, far.code, jobs.code, alone.code)
    assert "no scheduler answers at tcp://127.0.0.1:1" in nobody.text
    assert "--allow-plain-tcp" in far.text
    assert "workers decide" in jobs.text
    assert "say --scheduler with it" in alone.text
    assert not (course.folder / "autograded").exists()


def test_without_dask_the_extra_is_named(course: Course, monkeypatch: pytest.MonkeyPatch) -> None:
    from autograder.course.grading import Asked, grade_class
    from autograder.errors import AuthoringError

    monkeypatch.chdir(course.folder)
    monkeypatch.setitem(sys.modules, "distributed", None)
    for name in [name for name in sys.modules if name.startswith("autograder.cluster.")]:
        if name != "autograder.cluster.scheduler":
            monkeypatch.delitem(sys.modules, name)
    asked = Asked(assignment="attention", scheduler=Scheduler(address="tcp://127.0.0.1:1"))

    with pytest.raises(AuthoringError, match=r"attention-grading-kit\[cluster\]"):
        grade_class(asked, lambda event: None)
