"""`nbgrader generate_assignment`: what it releases, and what it refuses to release.

Most refusals are tried on a small assignment of our own, through the preprocessors that
`configure` sets and in their order; two go through the real command.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbconvert.exporters.exporter import ResourcesDict
from traitlets.config import Config
from traitlets.utils.importstring import import_item

from autograder.course import configure
from autograder.errors import AuthoringError
from tests.course.courses import (
    REPOSITORY,
    Course,
    Once,
    cell_named,
    code_cell,
    notebook_of,
    solution_cell,
)

pytestmark = pytest.mark.course

DOUBLE = """\
def double(x):
    ### BEGIN SOLUTION
    doubled_by_addition = x + x
    return doubled_by_addition
    ### END SOLUTION"""
SECRET = "doubled_by_addition = x + x"

CHECK = """\
assert double(2) == 4
### BEGIN HIDDEN TESTS
# hidden cases: double-test
### END HIDDEN TESTS"""

CASES = '''\
import pytest


@pytest.mark.case("double-test")
def test_doubles(student):
    """double(21) is 42."""
    assert student.double(21) == 42
'''


@pytest.fixture
def course(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A course folder with hidden cases for the assignment `sums`; nbgrader works in it."""
    cases = tmp_path / "cases" / "sums"
    cases.mkdir(parents=True)
    (cases / "test_double.py").write_text(CASES, encoding="utf-8")
    (tmp_path / "source" / "sums").mkdir(parents=True)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def sums(solution: str = DOUBLE, check: str = CHECK, *others: Any) -> Any:
    """The source notebook of `sums`: double, its graded cell and whatever else."""
    return notebook_of(
        solution_cell(solution, "double-solution"),
        code_cell(check, "double-test", points=2),
        *others,
    )


def text_cell(source: str) -> Any:
    return nbformat.v4.new_markdown_cell(source, id="a-text")


def release(notebook: Any, course: Path, cases: str = "") -> Any:
    """What students would get: the notebook after every step of a release but the gradebook's."""
    config = Config()
    configure(config)
    if cases:
        config.SubmissionExporter.cases_directory = cases
    resources = ResourcesDict(
        nbgrader={"assignment": "sums", "notebook": "sums", "student": "."},
        metadata={"path": str(course / "source" / "sums")},
    )
    for name in config.GenerateAssignment.preprocessors:
        if not name.endswith("SaveCells"):
            notebook, resources = import_item(name)(config=config).preprocess(notebook, resources)
    return notebook


def refusal(notebook: Any, course: Path) -> str:
    """The message with which a release is refused."""
    with pytest.raises(AuthoringError) as refused:
        release(notebook, course)
    return str(refused.value)


# What is released


def test_the_committed_release_equals_a_fresh_build(release_of_each: tuple[str, Course]) -> None:
    assignment, course = release_of_each

    def files(folder: Path) -> dict[str, bytes]:
        return {
            str(path.relative_to(folder)): path.read_bytes()
            for path in sorted((folder / assignment).rglob("*"))
            if path.is_file() and ".ipynb_checkpoints" not in path.parts
        }

    fresh = files(course.folder / "release")
    assert files(REPOSITORY / "release") == fresh
    assert set(files(REPOSITORY / "source")) == set(fresh)


def test_every_answer_of_the_released_lesson_is_a_stub(released: Course) -> None:
    notebook = released.notebook("release", "attention", "attention.ipynb")

    answers = [cell for cell in notebook.cells if cell.metadata.get("nbgrader", {}).get("solution")]

    assert len(answers) == 8
    for cell in answers[:-1]:
        stub = '# YOUR CODE HERE\nraise NotImplementedError("not written yet")'
        assert stub in "\n".join(line.strip() for line in cell.source.splitlines()), cell.id
    assert answers[-1].source == "YOUR ANSWER HERE"


def test_a_small_assignment_is_released_without_its_answer_and_hidden_cases(course: Path) -> None:
    released = release(sums(), course)

    assert cell_named(released, "double-solution").source == (
        'def double(x):\n    # YOUR CODE HERE\n    raise NotImplementedError("not written yet")'
    )
    assert cell_named(released, "double-test").source.strip() == "assert double(2) == 4"


def test_outputs_that_an_author_left_in_the_source_are_not_released(course: Path) -> None:
    notebook = sums()
    notebook.cells[1].outputs = [nbformat.v4.new_output("stream", text=SECRET)]

    released = release(notebook, course)

    assert cell_named(released, "double-test").outputs == []


# Markers that nbgrader would not see


@pytest.mark.parametrize(
    ("mistyped", "meant"),
    [
        ("### BEGIN HIDEN TESTS", "BEGIN HIDDEN TESTS"),
        ("### BEGIN HIDDEN TEST", "BEGIN HIDDEN TESTS"),
        ("### begin hidden tests", "BEGIN HIDDEN TESTS"),
        ("###BEGIN  HIDDEN  TESTS", "BEGIN HIDDEN TESTS"),
        ("### BEGIN_HIDDEN_TESTS", "BEGIN HIDDEN TESTS"),
        ("### BEGN HIDDEN TESTS ###", "BEGIN HIDDEN TESTS"),
    ],
)
def test_a_mistyped_marker_of_hidden_tests_is_refused(
    course: Path, mistyped: str, meant: str
) -> None:
    check = f"assert double(2) == 4\n{mistyped}\nassert double(21) == 42\n### END HIDDEN TESTS"

    message = refusal(sums(check=check), course)

    assert f"cell double-test, line 2: {mistyped!r} looks like {meant!r}" in message


@pytest.mark.parametrize(
    ("mistyped", "meant"),
    [
        ("### begin solution", "BEGIN SOLUTION"),
        ("### BEGIN SOLUTON", "BEGIN SOLUTION"),
        ("### BEGINSOLUTION", "BEGIN SOLUTION"),
        ("### Begin Solution", "BEGIN SOLUTION"),
        ("# BEGIN SOLUTIONS", None),  # nbgrader sees this one, for the marker is in it
    ],
)
def test_a_mistyped_marker_of_a_solution_is_refused(
    course: Path, mistyped: str, meant: str | None
) -> None:
    solution = f"def double(x):\n    {mistyped}\n    return x + x\n    ### END SOLUTION"

    if meant is None:
        assert "x + x" not in str(release(sums(solution), course))
        return
    message = refusal(sums(solution), course)

    assert f"cell double-solution, line 2: {mistyped!r} looks like {meant!r}" in message


def test_a_mistyped_end_is_refused(course: Path) -> None:
    message = refusal(sums(DOUBLE.replace("### END SOLUTION", "### END SOLUTOIN")), course)

    assert "cell double-solution, line 5: '### END SOLUTOIN' looks like 'END SOLUTION'" in message


def test_a_mistyped_mark_scheme_is_refused(course: Path) -> None:
    scheme = text_cell("Your answer.\n\n### BEGIN MARK SHEME\nOne point.\n### END MARK SCHEME")

    message = refusal(sums(DOUBLE, CHECK, scheme), course)

    assert "cell a-text, line 3: '### BEGIN MARK SHEME' looks like 'BEGIN MARK SCHEME'" in message


# Regions that do not fit together


def test_a_region_without_an_end_is_refused(course: Path) -> None:
    message = refusal(sums(DOUBLE.replace("    ### END SOLUTION", "")), course)

    assert "cell double-solution, line 2: the region SOLUTION has no end" in message


def test_an_end_without_a_begin_is_refused(course: Path) -> None:
    message = refusal(sums(DOUBLE.replace("    ### BEGIN SOLUTION\n", "")), course)

    assert "cell double-solution, line 4: END SOLUTION ends a region that was not begun" in message


def test_an_end_of_another_kind_is_refused(course: Path) -> None:
    message = refusal(sums(DOUBLE.replace("END SOLUTION", "END HIDDEN TESTS")), course)

    assert "cell double-solution, line 5: END HIDDEN TESTS ends a region" in message


def test_regions_in_one_another_are_refused(course: Path) -> None:
    nested = DOUBLE.replace("    return", "    ### BEGIN SOLUTION\n    return")

    message = refusal(sums(nested), course)

    assert "cell double-solution, line 4: BEGIN SOLUTION inside the region SOLUTION" in message


def test_everything_that_is_wrong_is_said_at_once(course: Path) -> None:
    message = refusal(
        sums(
            DOUBLE.replace("    ### BEGIN SOLUTION\n", ""),
            CHECK.replace("### BEGIN HIDDEN", "### BEGIN HIDEN"),
        ),
        course,
    )

    assert "cell double-solution, line 4" in message
    assert "cell double-test, line 2" in message


# Hidden cases and the cells that they belong to


def test_hidden_cases_for_a_cell_that_is_not_there_are_refused(course: Path) -> None:
    ghost = CASES.replace("double-test", "triple-test").replace("test_doubles", "test_triples")
    (course / "cases" / "sums" / "test_triple.py").write_text(ghost, encoding="utf-8")

    message = refusal(sums(), course)

    assert "there are hidden cases for triple-test, and no graded cell of that name" in message


def test_a_hidden_region_that_names_cases_that_are_not_there_is_refused(course: Path) -> None:
    message = refusal(sums(check=CHECK.replace("double-test", "duoble-test")), course)

    assert "the cell double-test names the hidden cases duoble-test" in message


def test_a_hidden_region_that_names_another_cell_s_cases_is_refused(course: Path) -> None:
    other = CASES.replace("double-test", "triple-test").replace("test_doubles", "test_triples")
    (course / "cases" / "sums" / "test_triple.py").write_text(other, encoding="utf-8")
    triple = code_cell(CHECK, "triple-test", points=1)

    message = refusal(sums(DOUBLE, CHECK, triple), course)

    assert "cell triple-test: it names the hidden cases of double-test" in message


def test_hidden_cases_are_found_where_the_configuration_says(course: Path) -> None:
    (course / "cases").rename(course / "elsewhere")

    assert "the hidden cases double-test, and there are none" in refusal(sums(), course)
    assert len(release(sums(), course, cases=str(course / "elsewhere")).cells) == 2


def test_a_case_that_can_not_be_used_is_refused(course: Path) -> None:
    (course / "cases" / "sums" / "test_double.py").write_text("def test_(:\n", encoding="utf-8")

    with pytest.raises(AuthoringError, match=r"the hidden cases in .* can't be used"):
        release(sums(), course)


# Text of an answer in another place


def test_an_answer_in_a_cell_s_metadata_is_refused(course: Path) -> None:
    notebook = sums()
    notebook.cells[1].metadata["notes"] = {"for me": [f"they should write {SECRET}"]}

    message = refusal(notebook, course)

    assert f"cell double-test: its metadata or attachments hold {SECRET!r}" in message


def test_an_answer_in_the_notebook_s_metadata_is_refused(course: Path) -> None:
    notebook = sums()
    notebook.metadata["variables"] = {"answer": SECRET}

    message = refusal(notebook, course)

    assert f"the notebook's metadata holds {SECRET!r}" in message


def test_an_answer_in_an_attachment_is_refused(course: Path) -> None:
    hint = text_cell("A hint is attached.")
    hint["attachments"] = {"hint.txt": {"text/plain": f"the line is {SECRET}"}}

    message = refusal(sums(DOUBLE, CHECK, hint), course)

    assert f"cell a-text: its metadata or attachments hold {SECRET!r}" in message


def test_an_answer_that_stands_in_another_cell_too_is_refused(course: Path) -> None:
    left_over = code_cell(f"x = 3\n{SECRET}\nprint(doubled_by_addition)")

    message = refusal(sums(DOUBLE, CHECK, left_over), course)

    assert f"cell a-cell, line 2: this cell holds {SECRET!r}" in message


def test_an_answer_in_a_file_beside_the_notebook_is_refused(course: Path) -> None:
    helper = course / "source" / "sums" / "helpers.py"
    helper.write_text(f"def my_double(x):\n    {SECRET}\n    return 0\n", encoding="utf-8")

    message = refusal(sums(), course)

    assert f"the file helpers.py, line 2, would be released and holds {SECRET!r}" in message


def test_outputs_in_what_would_be_released_are_refused(course: Path) -> None:
    """Another order of steps may come from a course's own configuration."""
    from autograder.course.release import CheckRelease

    notebook = sums()
    notebook.cells[1].outputs = [nbformat.v4.new_output("stream", text=SECRET)]
    resources = {"metadata": {"path": str(course / "source" / "sums")}}

    with pytest.raises(AuthoringError, match="cell double-test: it still has outputs"):
        CheckRelease().preprocess(notebook, resources)


# Honest notebooks


@pytest.mark.parametrize(
    "prose",
    [
        "The solution of this equation is 4. Begin with the numbers that you know.",
        "## The solution",
        "## Solution",
        "## Your solution",
        "## One solution",
        "A solution",
        "Begin here.",
        "## Hidden tests",
        "## Mark scheme",
        "The hidden tests look at more numbers than these.",
        "This is the end.",
        "### Begin",
    ],
)
def test_prose_that_mentions_a_solution_or_a_begin_is_released(course: Path, prose: str) -> None:
    released = release(sums(DOUBLE, CHECK, text_cell(prose)), course)

    assert released.cells[-1].source == prose


@pytest.mark.parametrize(
    "comment", ["# begin with the solution of the first task", "solution = double(2)  # begin here"]
)
def test_code_that_mentions_a_solution_or_a_begin_is_released(course: Path, comment: str) -> None:
    released = release(sums(DOUBLE, CHECK, code_cell(comment)), course)

    assert released.cells[-1].source == comment


# The real command


@pytest.fixture(scope="module")
def refused(once: Once) -> Course:
    """A course in which two releases were tried: a mistyped marker, and an answer in a file."""

    def build(folder: Path) -> None:
        course = Course.new(folder)
        for assignment in ("marker", "file"):
            cases = folder / "cases" / assignment
            cases.mkdir(parents=True)
            (cases / "test_double.py").write_text(CASES, encoding="utf-8")
        course.author("marker", sums(check=CHECK.replace("BEGIN HIDDEN", "BEGIN HIDEN")))
        course.author("file", sums())
        (folder / "source" / "file" / "helpers.py").write_text(f"{SECRET}\n", encoding="utf-8")
        for assignment in ("marker", "file"):
            course.nbgrader("generate_assignment", assignment, name=assignment)

    return once("refused", build)


def test_the_command_refuses_a_mistyped_marker_and_leaves_nothing(refused: Course) -> None:
    said = refused.said("marker")

    assert said.code == 1
    assert "cell double-test, line 2: '### BEGIN HIDEN TESTS' looks like" in said.text
    assert list(refused.folder.glob("release/marker/**/*")) == []


def test_the_command_refuses_an_answer_in_a_file_and_leaves_nothing(refused: Course) -> None:
    said = refused.said("file")

    assert said.code == 1
    assert "the file helpers.py, line 1, would be released" in said.text
    assert list(refused.folder.glob("release/file/**/*")) == []
