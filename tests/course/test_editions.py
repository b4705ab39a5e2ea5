"""The Chinese edition of a lesson: in step with the English one, and released from one source."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import autograder
from autograder.course.editions import catalogued, release_edition
from autograder.course.release import secret_lines
from autograder.errors import AuthoringError
from autograder.judge.mistakes import read_mistakes
from autograder.lang.catalogue import read_catalogue
from autograder.lang.cells import language_of
from autograder.lang.editions import find_editions
from autograder.notebook import grade_id, is_solution, read
from tests.answers import ASSIGNMENTS
from tests.course.courses import REPOSITORY

ENGLISH = REPOSITORY / "release"
CHINESE = REPOSITORY / "release-zh"
KIT = Path(autograder.__file__).parent
HAN = re.compile(r"[\u4e00-\u9fff]")
KEPT = {
    "YOUR CODE HERE",  # nbgrader's sign, which its users look for
    "true", "false", "yes",
    "width: 100%; height: 780px; border: 0",
    '<div><iframe {frame} srcdoc="{page}"></iframe></div>',
    # what the code calls them
    "attention", "scores", "weights", "output", "softmax", "row_with_query: {name}",
    "project(x, Wv)", "project(x, weight)", "pair_scores(x, wq, wk)", "softmax(logits + c)",
    "exercise_2_weights[{i}]", "exercise_2_output[{i}]", "next_word({name})",
    "softmax(example + 1000)", "with_temperature(example, 2.0)", "with_temperature(example, 0.5)",
    "with_temperature(example, {})",
    # lists and articles
    ", ", " and ", "a {name}", "an {name}",
}  # fmt: skip
"""Texts that have no Chinese in Chinese."""

every_assignment = pytest.mark.parametrize("assignment", ASSIGNMENTS)


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(REPOSITORY)


@cache
def cells(folder: Path, assignment: str = "attention") -> tuple[Any, ...]:
    return tuple(read(folder / assignment / f"{assignment}.ipynb").cells)


def headings(folder: Path, assignment: str) -> set[str]:
    return {
        line.lstrip("# ")
        for cell in cells(folder, assignment)
        if cell.cell_type == "markdown"
        for line in cell.source.splitlines()
        if line.startswith("#")
    }


@every_assignment
@pytest.mark.usefixtures("here")
def test_every_text_is_translated_with_its_numbers_and_fields(assignment: str) -> None:
    for one in catalogued(assignment, "zh"):
        assert [] == one.problems


@every_assignment
@pytest.mark.usefixtures("here")
def test_a_translation_is_chinese_or_kept_on_purpose(assignment: str) -> None:
    for one in catalogued(assignment, "zh"):
        words = read_catalogue("zh", (one.path,))
        for key, said in (words.texts | words.templates).items():
            assert HAN.search(said) or key in KEPT, key


@every_assignment
@pytest.mark.usefixtures("here")
def test_the_committed_release_is_what_the_source_makes(assignment: str, tmp_path: Path) -> None:
    release_edition(assignment, "zh", tmp_path)
    made, committed = tmp_path / assignment, CHINESE / assignment
    files = {path.relative_to(made) for path in made.rglob("*") if path.is_file()}

    assert files == {p.relative_to(committed) for p in committed.rglob("*") if p.is_file()}
    for name in files:
        assert (committed / name).read_bytes() == (made / name).read_bytes(), name


@every_assignment
@pytest.mark.usefixtures("here")
def test_a_release_in_english_is_nbgrader_s(assignment: str, tmp_path: Path) -> None:
    release_edition(assignment, "en", tmp_path)
    place = Path(assignment, f"{assignment}.ipynb")

    assert (ENGLISH / place).read_bytes() == (tmp_path / place).read_bytes()


def shape(source: str) -> str:
    """Code without its texts: an f-string's fields stay, in any order."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            node.values = sorted(
                (part for part in node.values if not isinstance(part, ast.Constant)), key=ast.dump
            )
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            node.value = ""
    return ast.dump(tree)


def pairs(assignment: str) -> list[tuple[Any, Any]]:
    """Each cell of the English release with that of the Chinese one."""
    return list(zip(cells(ENGLISH, assignment), cells(CHINESE, assignment), strict=True))


@every_assignment
def test_both_editions_have_the_same_cells_and_the_same_code(assignment: str) -> None:
    for ours, theirs in pairs(assignment):
        assert (ours.cell_type, ours.id) == (theirs.cell_type, theirs.id)
        for key in ("grade_id", "grade", "points", "solution", "locked"):
            nbgrader = ours.metadata.get("nbgrader", {}), theirs.metadata.get("nbgrader", {})
            assert nbgrader[0].get(key) == nbgrader[1].get(key)
        if ours.cell_type == "code":
            assert shape(ours.source) == shape(theirs.source), ours.id


def numbers(text: str) -> list[str]:
    return sorted(re.findall(r"\d+(?:\.\d+)?", text))


def formulas(text: str) -> list[str]:
    """Without the words in them."""
    found = re.findall(r"\$\$.*?\$\$|\$[^$\n]+\$", text, re.DOTALL)
    return sorted(re.sub(r"\\text\{.*?\}|[\s,.:：。]", "", formula) for formula in found)


@every_assignment
def test_both_editions_have_the_same_numbers_and_formulas(assignment: str) -> None:
    for ours, theirs in pairs(assignment):
        assert numbers(ours.source) == numbers(theirs.source), ours.id
        if ours.cell_type == "markdown":
            assert formulas(ours.source) == formulas(theirs.source), ours.id


@every_assignment
def test_sections_that_a_check_sends_to_are_there(assignment: str) -> None:
    words = read_catalogue("zh", (REPOSITORY / "source" / f"{assignment}.zh.po",))
    sent = {
        node.value
        for cell in cells(ENGLISH, assignment)
        if cell.cell_type == "code"
        for node in ast.walk(ast.parse(cell.source))
        if isinstance(node, ast.Constant) and node.value in headings(ENGLISH, assignment)
    }

    assert len(sent) > 4
    assert {words.texts[heading] for heading in sent} <= headings(CHINESE, assignment)


@every_assignment
def test_every_diagnosis_is_said_in_chinese_with_the_notebook_s_sections(assignment: str) -> None:
    cases, mistakes = (KIT / folder / assignment for folder in ("cases", "mistakes"))
    words = find_editions(assignment, REPOSITORY / "source", [cases, mistakes]).feedback_in("zh")
    sentences = [one.sentence for one in read_mistakes(mistakes)]

    assert len(sentences) > 90
    for sentence in sentences:
        said = words.say(sentence)

        assert re.search(r"请看“.*?”(和“.*?”)?。$", said), sentence
        assert set(re.findall(r"[看和]“(.*?)”", said)) <= headings(CHINESE, assignment)
        assert not re.search(r"[A-Za-z]+ [a-z]+ [a-z]+ [a-z]+ ", said), said


@every_assignment
def test_the_release_says_its_language(assignment: str) -> None:
    name = f"{assignment}.ipynb"

    assert "zh" == language_of(read(CHINESE / assignment / name))
    assert "en" == language_of(read(ENGLISH / assignment / name))


def run(answers: dict[str, str], capsys: pytest.CaptureFixture[str]) -> dict[str, str]:
    """Run the Chinese notebook with answers by grade_id; what each check printed or raised."""
    namespace: dict[str, Any] = {"__name__": "__main__"}
    said = {}
    for cell in cells(CHINESE):
        if cell.cell_type == "code":
            source = answers.get(grade_id(cell), cell.source)
            capsys.readouterr()
            try:
                exec(compile(source, cell.id, "exec"), namespace)
                said[cell.id] = capsys.readouterr().out
            except Exception as error:
                said[cell.id] = str(error)
    return said


def solutions() -> dict[str, str]:
    source = read(REPOSITORY / "source" / "attention" / "attention.ipynb")
    return {grade_id(cell): cell.source for cell in source.cells if is_solution(cell)}


def test_a_solved_notebook_passes_every_check_in_chinese(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(CHINESE / "attention")
    said = run(solutions(), capsys)
    checks = {name: text for name, text in said.items() if name.endswith("-test")}

    assert 7 == len(checks)
    for text in checks.values():
        assert "这里的检查都通过了" in text


def test_a_wrong_answer_reads_what_is_wrong_in_chinese(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(CHINESE / "attention")
    given = solutions()
    given["one-row-solution"] = "def one_row(query, k, v):\n    return v[0], k @ query, v[0]"
    given["attention-solution"] = "def attention(q, k, v):\n    raise NotImplementedError"

    said = run(given, capsys)

    assert (
        "还不对。scores 里是原始的点积：第一个数是 1，应当是 0.7071，也就是再除以 √d。\n"
        "请看上文的“为什么分数要除以 √d”。"
    ) == said["one-row-test"]
    assert "attention：还没有写" == said["attention-test"]


def test_drawings_and_the_walkthrough_come_in_chinese() -> None:
    drawing = (CHINESE / "attention" / "figures" / "weights.svg").read_text(encoding="utf-8")
    page = (CHINESE / "attention" / "walkthrough.html").read_text(encoding="utf-8")

    assert ">行的和</text>" in drawing
    assert "row sum" not in drawing
    assert '<html lang="zh">' in page


@pytest.mark.usefixtures("here")
def test_a_folder_that_is_there_is_not_replaced_unasked(tmp_path: Path) -> None:
    (tmp_path / "attention").mkdir()
    (tmp_path / "attention" / "mine.txt").write_text("mine")

    with pytest.raises(AuthoringError, match="--force"):
        release_edition("attention", "zh", tmp_path)

    assert (tmp_path / "attention" / "mine.txt").is_file()


@pytest.mark.usefixtures("here")
def test_a_language_that_nobody_translated_to_is_refused_with_the_way_to_begin(
    tmp_path: Path,
) -> None:
    with pytest.raises(AuthoringError, match="autograder translate attention --lang fr"):
        release_edition("attention", "fr", tmp_path)


@every_assignment
def test_no_solution_stands_in_the_catalogue(assignment: str) -> None:
    words = read_catalogue("zh", (REPOSITORY / "source" / f"{assignment}.zh.po",))
    source = read(REPOSITORY / "source" / assignment / f"{assignment}.ipynb")
    given_out = "\n".join(cell.source for cell in cells(ENGLISH, assignment))
    secret = [line for line in secret_lines(source) if line not in given_out]

    assert len(secret) > 10
    for key in words.texts | words.templates:
        assert [] == [line for line in secret if line in key]
