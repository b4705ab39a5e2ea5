"""`autograder grade`: the marks of `nbgrader autograde`, a class at once, whatever happens."""

from __future__ import annotations

import fcntl
import json
import os
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import autograder
from tests.course import students
from tests.course.conftest import HandIn
from tests.course.courses import Course, Once, Said

pytestmark = pytest.mark.course

ENDED_SECONDS = 120
"""Far more than anything here takes; a test that hangs fails."""
UNGRADED = {"html", "cut-off", "nul"}


def start(course: Course, *arguments: str) -> subprocess.Popen[str]:
    """Start `autograder grade attention` in the course, in a process group of its own."""
    return subprocess.Popen(
        [Path(sys.executable).parent / "autograder", "grade", "attention", *arguments],
        cwd=course.folder,
        env={**os.environ, "OMP_NUM_THREADS": "1", "JUPYTER_CONFIG_DIR": str(course.folder / "no")},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        process_group=0,
    )


def grade(course: Course, *arguments: str) -> Said:
    """Run it to its end."""
    process = start(course, *arguments)
    out, err = process.communicate(timeout=ENDED_SECONDS * 3)
    return Said(process.returncode, out + err)


def events(said: Said) -> list[dict[str, Any]]:
    """The events that `--json` printed."""
    return [json.loads(line) for line in said.text.splitlines() if line.startswith("{")]


def named(said: Said, event: str) -> set[str]:
    """The students of the events of a kind."""
    return {one["student"] for one in events(said) if one["event"] == event}


def journal(course: Course) -> list[str]:
    """The students in the journal's lines."""
    lines = (course.folder / ".autograder" / "attention.jsonl").read_text().splitlines()
    return [json.loads(line)["student"] for line in lines]


@pytest.fixture(scope="module")
def handed_in(once: Once, released: Course, answered: HandIn) -> Course:
    """The class of `students.py`, handed in and not graded."""

    def build(folder: Path) -> None:
        course = released.copy(folder)
        for student, notebook in students.handed_in(answered).items():
            course.hand_in(student, "attention", notebook)

    return once("handed in", build)


@pytest.fixture(scope="module")
def at_once(once: Once, handed_in: Course) -> Course:
    """The class after `autograder grade`, which said events."""

    def build(folder: Path) -> None:
        course = handed_in.copy(folder)
        said = grade(course, "--json")
        (folder / "said: grade.json").write_text(json.dumps({"code": said.code, "text": said.text}))

    return once("graded at once", build)


@pytest.fixture
def small(tmp_path: Path, released: Course, answered: HandIn) -> Course:
    """Six students who are right; no more is needed to be killed in the middle."""
    course = released.copy(tmp_path / "course")
    for number in range(6):
        course.hand_in(f"s{number}", "attention", answered())
    return course


# Both doors


def rows(course: Course, query: str) -> list[Any]:
    with sqlite3.connect(course.folder / "gradebook.db") as gradebook:
        return sorted(gradebook.execute(query).fetchall(), key=repr)


GRADES = """
    select s.student_id, n.name, c.name, g.auto_score, g.manual_score, g.extra_credit,
           g.needs_manual_grade
    from grade g join base_cell c on g.cell_id = c.id join submitted_notebook sn
      on g.notebook_id = sn.id join notebook n on sn.notebook_id = n.id
      join submitted_assignment s on sn.assignment_id = s.id
"""
COMMENTS = """
    select s.student_id, n.name, c.name, g.auto_comment, g.manual_comment
    from comment g join base_cell c on g.cell_id = c.id join submitted_notebook sn
      on g.notebook_id = sn.id join notebook n on sn.notebook_id = n.id
      join submitted_assignment s on sn.assignment_id = s.id
"""
SUBMISSIONS = """
    select s.student_id, s.timestamp, s.extension, sn.flagged, sn.late_submission_penalty
    from submitted_assignment s join submitted_notebook sn on sn.assignment_id = s.id
"""
STUDENTS = "select id, first_name, last_name, email, lms_user_id from student"


@pytest.mark.parametrize("query", [GRADES, COMMENTS, SUBMISSIONS, STUDENTS])
def test_the_gradebook_is_that_of_nbgrader_autograde(
    graded: Course, at_once: Course, query: str
) -> None:
    expected = rows(graded, query)

    assert len(expected) > 10
    assert expected == rows(at_once, query)


def test_the_reports_are_those_of_nbgrader_autograde(graded: Course, at_once: Course) -> None:
    for student in (path.name for path in (graded.folder / "submitted").iterdir()):
        expected = graded.report(student).to_dict() | {"seconds": 0}
        assert expected == at_once.report(student).to_dict() | {"seconds": 0}, student


def test_the_graded_folders_are_those_of_nbgrader_autograde(
    graded: Course, at_once: Course
) -> None:
    def files(course: Course) -> dict[str, tuple[int, bytes]]:
        root = course.folder / "autograded"
        return {
            str(path.relative_to(root)): (path.stat().st_mode, path.read_bytes())
            for path in root.rglob("*")
            if path.is_file()
        }

    expected, found = files(graded), files(at_once)

    assert expected.keys() == found.keys()
    for name, (mode, data) in expected.items():
        assert mode == found[name][0], name
        # The address of an object in a repr or a traceback differs from process to process.
        assert _without_addresses(data) == _without_addresses(found[name][1]), name


def _without_addresses(data: bytes) -> bytes:
    return re.sub(rb"0x[0-9a-f]{6,}|\d+\.\d+ ?s", b"", data)


def test_late_penalties_files_and_unknown_notebooks_are_as_nbgrader_has_them(
    tmp_path: Path, released: Course, answered: HandIn
) -> None:
    one = released.copy(tmp_path / "one")
    config = one.folder / "nbgrader_config.py"
    config.write_text(config.read_text() + "\nc.LateSubmissionPlugin.penalty_method = 'zero'\n")
    with sqlite3.connect(one.folder / "gradebook.db") as gradebook:
        gradebook.execute("update assignment set duedate = '2026-03-02 12:00:00.000000'")
    handed_in = one.folder / "submitted"
    for student, hour in (("late", 13), ("timely", 11)):
        one.hand_in(student, "attention", answered({"attention-solution": students.UNSCALED}))
        stamp = handed_in / student / "attention" / "timestamp.txt"
        stamp.write_text(f"2026-03-02 {hour}:00:00.000000 UTC")
    (handed_in / "timely" / "attention" / "data.csv").write_text("1,2")
    one.hand_in("renamed", "attention", answered())
    folder = handed_in / "renamed" / "attention"
    (folder / "attention.ipynb").rename(folder / "attention-1.ipynb")
    one.hand_in("no-time", "attention", answered())
    (handed_in / "no-time" / "attention" / "timestamp.txt").write_text("yesterday")
    other = one.copy(tmp_path / "other")
    for course in (one, other):
        course.folder.joinpath("submitted", "timely", "attention", "link").symlink_to("/etc/passwd")
    one.nbgrader("autograde", "attention")
    grade(other)

    for query in (GRADES, COMMENTS, SUBMISSIONS, STUDENTS):
        assert rows(one, query) == rows(other, query)
    for student in ("late", "timely", "renamed", "no-time"):
        expected = one.report(student).to_dict() | {"seconds": 0}
        assert expected == other.report(student).to_dict() | {"seconds": 0}, student
    assert 4 == len(list((other.folder / "reports" / "attention").iterdir()))
    assert (other.folder / "autograded" / "timely" / "attention" / "data.csv").exists()
    assert not (other.folder / "autograded" / "timely" / "attention" / "link").exists()


def test_the_formgrader_finds_what_it_needs(at_once: Course) -> None:
    with at_once.gradebook() as gradebook:
        score = gradebook.find_submission("attention", "right").score

    assert 20.0 == score


# What it says


def test_events_say_what_became_of_everyone(at_once: Course) -> None:
    said = at_once.said("grade")
    everyone = {path.name for path in (at_once.folder / "submitted").iterdir()}

    assert "started" == events(said)[0]["event"]
    assert len(everyone) == events(said)[0]["submissions"]
    assert named(said, "ungraded") == UNGRADED
    assert named(said, "graded") == everyone - UNGRADED
    assert {"event": "ended", "graded": len(everyone) - 3, "ungraded": 3} == {
        key: events(said)[-1][key] for key in ("event", "graded", "ungraded")
    }


def test_it_exits_with_1_when_someone_is_ungraded(at_once: Course) -> None:
    assert 1 == at_once.said("grade").code


def test_the_table_and_the_troubles_are_in_the_terminal(small: Course) -> None:
    small.hand_in("html", "attention", b"<html>Please sign in</html>")
    said = grade(small)

    assert "attention · 7 submissions · " in said.text
    assert "html  ungraded: attention.ipynb is not a notebook" in " ".join(said.text.split("\n"))
    assert "6 graded · 1 ungraded" in said.text


def test_whoever_hands_out_the_work_imports_nothing_slow(small: Course) -> None:
    program = (
        "import sys\n"
        "from autograder.course.grading import Asked, grade_class\n"
        "grade_class(Asked(assignment='attention', dry_run=True), lambda event: None)\n"
        "slow = ('torch', 'pytest', 'matplotlib', 'rfc3987_syntax')\n"
        "print([name for name in slow if name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=small.folder, capture_output=True, text=True
    )

    assert ("[]\n", "") == (done.stdout, done.stderr)


def test_a_dry_run_ends_with_how_to_grade_and_not_with_what_comes_after(small: Course) -> None:
    said = grade(small, "--dry-run")

    assert "s3 would be graded" in said.text
    assert said.text.strip().endswith("6 would be graded, 0 are up to date; nothing was changed")


# Again


def test_a_second_run_grades_who_is_new_or_changed_and_regrade_everyone(
    small: Course, answered: HandIn
) -> None:
    first = grade(small, "--json")
    small.hand_in("s1", "attention", answered({"attention-solution": students.UNSCALED}))
    small.hand_in("s9", "attention", answered())
    asked = grade(small, "--json", "--dry-run")
    second = grade(small, "--json")
    third = grade(small, "--json", "--regrade", "--student", "s2")

    assert (0, {f"s{n}" for n in range(6)}) == (first.code, named(first, "graded"))
    assert {"s1", "s9"} == named(asked, "wouldgrade")
    assert (0, {"s1", "s9"}) == (second.code, named(second, "graded"))
    assert {"s0", "s2", "s3", "s4", "s5"} == named(second, "uptodate")
    assert {"s2"} == named(third, "graded")
    assert journal(small).count("s1") == 2


def test_a_changed_case_grades_everyone_again_and_a_changed_mistake_who_failed(
    small: Course, answered: HandIn
) -> None:
    kit = Path(autograder.__file__).parent
    for kind in ("cases", "mistakes"):
        shutil.copytree(kit / kind / "attention", small.folder / kind / "attention")
    small.hand_in("s1", "attention", answered({"attention-solution": students.UNSCALED}))
    grade(small)
    mistakes = small.folder / "mistakes" / "attention" / "asked.py"
    mistakes.write_text(mistakes.read_text() + "\n# another mistake\n")
    of_mistakes = grade(small, "--json")
    case = small.folder / "cases" / "attention" / "test_exercises.py"
    case.write_text(case.read_text() + "\n# another case\n")
    of_cases = grade(small, "--json")

    assert {"s1"} == named(of_mistakes, "graded")
    assert {f"s{n}" for n in range(6)} == named(of_cases, "graded")


def test_a_file_that_cannot_be_graded_takes_the_old_points_along(small: Course) -> None:
    grade(small, "--student", "s0")
    (small.folder / "submitted" / "s0" / "attention" / "attention.ipynb").write_text("<html>")
    said = grade(small, "--student", "s0")

    assert 1 == said.code
    assert {None} == {score.auto for score in small.scores("s0").values()}
    assert not (small.folder / "autograded" / "s0" / "attention").exists()


def test_a_person_s_points_credit_and_comments_survive(small: Course) -> None:
    grade(small, "--student", "s0")
    with small.gradebook() as gradebook:
        task = gradebook.find_grade("attention-test", "attention", "attention", "s0")
        task.manual_score, task.extra_credit, task.needs_manual_grade = 7.5, 1.0, False
        comment = gradebook.find_comment("attention-solution", "attention", "attention", "s0")
        comment.manual_comment = "Well seen."
        gradebook.db.commit()
    grade(small, "--student", "s0", "--regrade")
    with small.gradebook() as gradebook:
        task = gradebook.find_grade("attention-test", "attention", "attention", "s0")
        found = (task.auto_score, task.manual_score, task.extra_credit, task.needs_manual_grade)
        comment = gradebook.find_comment("attention-solution", "attention", "attention", "s0")
        said = comment.comment

    assert (10.0, 7.5, 1.0, True) == found
    assert "Well seen." == said


# Killed


def until(process: subprocess.Popen[str], event: str) -> Iterator[dict[str, Any]]:
    """The events of a running process up to the first of a kind."""
    assert process.stdout is not None
    for line in process.stdout:
        if line.startswith("{"):
            found = json.loads(line)
            yield found
            if found["event"] == event:
                return


def descendants(pid: int) -> dict[int, str]:
    """The processes below a process, with their command lines."""
    found = {}
    for thread in Path(f"/proc/{pid}/task").iterdir():
        for child in (thread / "children").read_text().split():
            try:
                text = Path(f"/proc/{child}/cmdline").read_bytes().replace(b"\0", b" ").decode()
                found |= {int(child): text, **descendants(int(child))}
            except OSError:
                continue
    return found


def worker_of(process: subprocess.Popen[str]) -> int:
    """A worker: a child of the fork server."""
    below = descendants(process.pid)
    server = next(pid for pid, line in below.items() if "forkserver" in line)
    return next(iter(descendants(server)))


def zygote_of(process: subprocess.Popen[str]) -> int:
    """The process outside the sandbox that started the zygote: the zygote goes with it."""
    below = descendants(process.pid)
    starter = next(pid for pid, line in below.items() if "autograder.sandbox" in line)
    return next(iter(descendants(starter)))


def test_a_run_that_is_killed_goes_on_where_it_was(small: Course) -> None:
    process = start(small, "--json", "--jobs", "1")
    before = {one["student"] for one in until(process, "graded") if one["event"] == "graded"}
    left_behind = descendants(process.pid)
    process.kill()
    process.wait(ENDED_SECONDS)
    said = grade(small, "--json")

    assert before
    assert 0 == said.code
    assert before <= named(said, "uptodate")
    assert {f"s{n}" for n in range(6)} == named(said, "uptodate") | named(said, "graded")
    assert sorted(journal(small)) == [f"s{n}" for n in range(6)]
    assert not any(Path(f"/proc/{pid}").exists() for pid in left_behind)


@pytest.mark.parametrize("victim", [worker_of, zygote_of], ids=["worker", "zygote"])
def test_a_killed_worker_or_zygote_costs_nobody_anything(
    small: Course, victim: Callable[[subprocess.Popen[str]], int]
) -> None:
    process = start(small, "--json", "--jobs", "2")
    seen = list(until(process, "graded"))
    os.kill(victim(process), signal.SIGKILL)
    seen += until(process, "ended")

    assert 0 == process.wait(ENDED_SECONDS)
    students_graded = [one["student"] for one in seen if one["event"] == "graded"]
    assert [f"s{n}" for n in range(6)] == sorted(students_graded)
    assert [f"s{n}" for n in range(6)] == sorted(journal(small))


def test_ctrl_c_keeps_what_is_done_and_ends(small: Course, answered: HandIn) -> None:
    small.hand_in("s1", "attention", answered({"exercise-1-solution": students.LOOPS}))
    process = start(small, "--json", "--jobs", "1", "--limit-cell-seconds", "100")
    before = {one["student"] for one in until(process, "graded") if one["event"] == "graded"}
    os.killpg(process.pid, signal.SIGINT)
    *_, last = until(process, "ended")

    assert 130 == process.wait(ENDED_SECONDS)
    assert "" == (process.stderr.read() if process.stderr else "")
    assert last["interrupted"]
    assert before <= set(journal(small))


def test_a_second_run_at_the_same_time_is_refused(small: Course) -> None:
    folder = small.folder / ".autograder"
    folder.mkdir()
    with (folder / "lock").open("a") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # as a run has it from its beginning to its end
        said = grade(small)

    assert 2 == said.code
    assert "another `autograder grade` is at work in this course" in said.text
    assert not (folder / "attention.jsonl").exists()


# Bad input


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ((), "there is nothing to grade in"),
        (("--student", "nobody"), "nobody handed in nothing"),
        (("--confinement", "iron"), "there is no confinement 'iron'"),
        (("--limit-cell-seconds", "-1"), "cell_seconds"),
        (("--db", "sqlite:////nowhere/gradebook.db"), "there is no gradebook /nowhere"),
    ],
)
def test_what_the_command_line_gets_wrong_is_a_sentence(
    small: Course, arguments: tuple[str, ...], sentence: str
) -> None:
    if not arguments:
        shutil.rmtree(small.folder / "submitted")
    said = grade(small, *arguments)

    assert 2 == said.code
    assert sentence in said.text
    assert "Traceback" not in said.text


def test_an_assignment_whose_release_was_refused_is_the_author_s_fault(small: Course) -> None:
    with small.gradebook() as gradebook:
        gradebook.remove_assignment("attention")
        gradebook.add_assignment("attention")  # as far as a refused release comes
    said = grade(small)

    assert 2 == said.code
    assert "its release was refused or broke off" in said.text


def test_a_gradebook_of_another_version_is_left_alone(small: Course) -> None:
    with sqlite3.connect(small.folder / "gradebook.db") as gradebook:
        gradebook.execute("alter table grade drop column extra_credit")
    before = (small.folder / "gradebook.db").read_bytes()
    said = grade(small)

    assert 2 == said.code
    assert "is of another version of nbgrader: its table grade has no extra_credit" in said.text
    assert before == (small.folder / "gradebook.db").read_bytes()


def test_where_nothing_can_be_written_the_run_stops_with_a_sentence(small: Course) -> None:
    (small.folder / "autograded").write_text("no folder")
    said = grade(small)

    assert 3 == said.code
    assert "can't write" in said.text
    assert "What is graded is kept; mend that, and run the command again" in said.text
    assert "Traceback" not in said.text
    assert [] == journal(small)


def test_cases_that_cannot_be_used_stop_the_run_before_anyone_is_graded(small: Course) -> None:
    cases = small.folder / "cases" / "attention"
    cases.mkdir(parents=True)
    (cases / "test_mine.py").write_text("import nothing_of_that_name\n")
    said = grade(small)

    assert 2 == said.code
    assert "the hidden cases in" in said.text
    assert [] == journal(small)


def test_an_open_formgrader_is_waited_for(small: Course) -> None:
    gradebook = sqlite3.connect(small.folder / "gradebook.db", isolation_level=None)
    gradebook.execute("begin immediate")
    process = start(small, "--json", "--student", "s0")
    with pytest.raises(subprocess.TimeoutExpired):
        process.wait(8)
    gradebook.execute("rollback")
    gradebook.close()
    process.communicate(timeout=ENDED_SECONDS)

    assert 0 == process.returncode


def test_a_setting_that_only_nbgrader_follows_is_refused_by_name(small: Course) -> None:
    config = small.folder / "nbgrader_config.py"
    config.write_text(config.read_text() + "\nc.Autograde.autograde_preprocessors = []\n")
    said = grade(small)

    assert 2 == said.code
    assert "this course sets c.Autograde.autograde_preprocessors" in said.text
