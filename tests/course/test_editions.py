"""The Chinese edition of a lesson: in step with the English one, and released from one source."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from autograder.course.editions import catalogued, release_edition
from autograder.errors import AuthoringError
from autograder.judge.mistakes import read_mistakes
from autograder.lang.catalogue import read_catalogue
from autograder.lang.cells import language_of
from autograder.lang.editions import find_editions
from autograder.notebook import grade_id, is_solution, read
from tests.course.courses import REPOSITORY

ENGLISH = REPOSITORY / "release" / "attention"
CHINESE = REPOSITORY / "release-zh" / "attention"
CASES = REPOSITORY / "autograder" / "cases" / "attention"
MISTAKES = REPOSITORY / "autograder" / "mistakes" / "attention"
HAN = re.compile(r"[\u4e00-\u9fff]")
KEPT = {
    "YOUR CODE HERE",  # nbgrader's sign, which its users look for
    "true", "false", "yes",
    "width: 100%; height: 780px; border: 0",
    '<div><iframe {frame} srcdoc="{page}"></iframe></div>',
    "attention", "scores", "weights", "output",  # what the code calls them
    "project(x, Wv)", "project(x, weight)", "pair_scores(x, wq, wk)",
    "exercise_2_weights[{i}]", "exercise_2_output[{i}]", "a {name}", "an {name}",
    "row_with_query: {name}",
}  # fmt: skip
"""Texts that are the same in Chinese."""


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(REPOSITORY)


@cache
def cells(folder: Path) -> tuple[Any, ...]:
    return tuple(read(folder / "attention.ipynb").cells)


@pytest.mark.usefixtures("here")
def test_every_text_is_translated_with_its_numbers_and_fields() -> None:
    for one in catalogued("attention", "zh"):
        assert [] == one.problems


@pytest.mark.usefixtures("here")
def test_a_translation_is_chinese_or_kept_on_purpose() -> None:
    for one in catalogued("attention", "zh"):
        words = read_catalogue("zh", (one.path,))
        for key, said in (words.texts | words.templates).items():
            assert HAN.search(said) or key in KEPT or key in (", ", " and "), key


@pytest.mark.usefixtures("here")
def test_the_committed_release_is_what_the_source_makes(tmp_path: Path) -> None:
    release_edition("attention", "zh", tmp_path)
    made = tmp_path / "attention"
    files = {path.relative_to(made) for path in made.rglob("*") if path.is_file()}

    assert files == {p.relative_to(CHINESE) for p in CHINESE.rglob("*") if p.is_file()}
    for name in files:
        assert (CHINESE / name).read_bytes() == (made / name).read_bytes(), name


@pytest.mark.usefixtures("here")
def test_a_release_in_english_is_nbgrader_s(tmp_path: Path) -> None:
    release_edition("attention", "en", tmp_path)
    made = tmp_path / "attention"

    assert (ENGLISH / "attention.ipynb").read_bytes() == (made / "attention.ipynb").read_bytes()


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


def test_both_editions_have_the_same_cells_and_the_same_code() -> None:
    assert len(cells(ENGLISH)) == len(cells(CHINESE))
    for ours, theirs in zip(cells(ENGLISH), cells(CHINESE), strict=True):
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


def test_both_editions_have_the_same_numbers_and_formulas() -> None:
    for ours, theirs in zip(cells(ENGLISH), cells(CHINESE), strict=True):
        assert numbers(ours.source) == numbers(theirs.source), ours.id
        if ours.cell_type == "markdown":
            assert formulas(ours.source) == formulas(theirs.source), ours.id


def test_sections_that_a_check_sends_to_are_there() -> None:
    headings = [
        line.lstrip("# ")
        for cell in cells(CHINESE)
        if cell.cell_type == "markdown"
        for line in cell.source.splitlines()
        if line.startswith("#")
    ]
    words = read_catalogue("zh", (REPOSITORY / "source" / "attention.zh.po",))
    sent = {
        node.value
        for cell in cells(ENGLISH)
        if cell.cell_type == "code"
        for node in ast.walk(ast.parse(cell.source))
        if isinstance(node, ast.Constant) and node.value in ENGLISH_HEADINGS
    }

    assert len(sent) >= 10
    assert set() == {words.texts[heading] for heading in sent} - set(headings)


ENGLISH_HEADINGS = {
    line.lstrip("# ")
    for cell in cells(ENGLISH)
    if cell.cell_type == "markdown"
    for line in cell.source.splitlines()
    if line.startswith("#")
}


@pytest.mark.usefixtures("here")
def test_every_diagnosis_is_said_in_chinese_with_the_notebook_s_sections() -> None:
    words = find_editions("attention", Path("source"), [CASES, MISTAKES]).feedback_in("zh")
    headings = {words.say(heading) for heading in ENGLISH_HEADINGS}
    sentences = [one.sentence for one in read_mistakes(MISTAKES)]

    assert 371 == len(sentences)
    for sentence in sentences:
        said = words.say(sentence)

        assert re.search(r"请看“.*?”(和“.*?”)?。$", said), sentence
        assert set() == set(re.findall(r"[看和]“(.*?)”", said)) - headings
        assert not re.search(r"[A-Za-z]+ [a-z]+ [a-z]+ [a-z]+ ", said), said


def test_the_release_says_its_language() -> None:
    assert "zh" == language_of(read(CHINESE / "attention.ipynb"))
    assert "en" == language_of(read(ENGLISH / "attention.ipynb"))


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
    monkeypatch.chdir(CHINESE)
    said = run(solutions(), capsys)
    checks = {name: text for name, text in said.items() if name.endswith("-test")}

    assert 7 == len(checks)
    for text in checks.values():
        assert "这里的检查都通过了" in text


def test_a_wrong_answer_reads_what_is_wrong_in_chinese(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(CHINESE)
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
    drawing = (CHINESE / "figures" / "weights.svg").read_text(encoding="utf-8")
    page = (CHINESE / "walkthrough.html").read_text(encoding="utf-8")

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


def test_no_solution_stands_in_the_catalogue() -> None:
    text = (REPOSITORY / "source" / "attention.zh.po").read_text(encoding="utf-8")

    assert "Marking guide" not in text
    assert "values play no part in the scores" not in text
