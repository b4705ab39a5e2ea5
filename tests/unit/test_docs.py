"""The docs say what the code does."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from typer.main import get_command
from typer.testing import CliRunner

from autograder.cli import GUIDE, app, command_name, help_of
from autograder.cli.reference import PAGE, as_markdown
from autograder.notebook import read
from autograder.sandbox.policy import described
from tests.hostile.attacks import ATTACKS
from tests.intake.bad_inputs import BAD_INPUTS

REPOSITORY = Path(__file__).parents[2]
DOCS = [REPOSITORY / "README.md", *sorted((REPOSITORY / "docs").glob("*.md"))]


def limits_table() -> str:
    """The table of limits, as docs/sandbox.md should have it."""
    rows = [
        f"| `{name}` | {default:,} | {text} |" for name, (_, default, text) in described().items()
    ]
    head = "| setting | default | what it bounds, and what happens beyond it |\n|---|---|---|\n"
    return head + "\n".join(rows) + "\n"


def test_the_table_of_limits_is_the_code_s() -> None:
    text = (REPOSITORY / "docs" / "sandbox.md").read_text(encoding="utf-8")
    between = re.search(r"<!-- limits -->\n(.*?)<!-- /limits -->", text, re.DOTALL)

    assert between is not None
    assert limits_table() == between.group(1)


def hand_ins_table() -> str:
    """The table of odd hand-ins, as docs/bad-inputs.md should have it."""
    rows = [
        f"| {bad.line} | {bad.state}{' with notes' if bad.noted else ''} | {bad.why} |"
        for bad in BAD_INPUTS
    ]
    return "| handed in | ends as | and says |\n|---|---|---|\n" + "\n".join(rows) + "\n"


def test_the_table_of_odd_hand_ins_is_the_tests() -> None:
    text = (REPOSITORY / "docs" / "bad-inputs.md").read_text(encoding="utf-8")
    between = re.search(r"<!-- hand-ins -->\n(.*?)<!-- /hand-ins -->", text, re.DOTALL)

    assert between is not None
    assert hand_ins_table() == between.group(1)


def test_every_test_that_the_table_of_other_faults_names_is_there() -> None:
    text = (REPOSITORY / "docs" / "bad-inputs.md").read_text(encoding="utf-8")
    named = re.findall(r"`([a-z_/]+\.py)`: ((?:`\w+`(?:, )?)+)", text)

    assert named
    for path, names in named:
        there = (REPOSITORY / "tests" / path).read_text(encoding="utf-8")
        for name in re.findall(r"`(\w+)`", names):
            assert f"def test_{name}(" in there, f"{path}: {name}"


def test_every_command_is_in_the_readme() -> None:
    readme = DOCS[0].read_text(encoding="utf-8")
    commands = [command.name or command.callback.__name__ for command in app.registered_commands]

    assert commands
    assert [] == [name for name in commands if f"autograder {name}" not in readme]


def test_links_between_the_docs_lead_somewhere() -> None:
    for path in DOCS:
        for target in re.findall(r"\]\(([^)#:]+)\)", path.read_text(encoding="utf-8")):
            assert (path.parent / target).exists(), f"{path.name}: {target}"


def quoted(path: Path) -> list[tuple[str, str]]:
    """The blocks that a page quotes, with what stands before each: `<!-- from FILE: CELL -->`."""
    text = path.read_text(encoding="utf-8")
    return re.findall(r"(?:<!-- from (.*?) -->\n)?```python\n(.*?)```", text, re.DOTALL)


def is_in_order(block: str, text: str) -> bool:
    """Whether the pieces of `block`, between lines `# …`, stand in `text` one after the other."""
    place = 0
    for piece in re.split(r"^ *# …\n", block, flags=re.M):
        place = text.find(piece.rstrip(), place) + 1
        if not place:
            return False
    return True


def test_every_block_of_the_guide_for_authors_stands_in_the_file_that_it_names() -> None:
    blocks = quoted(REPOSITORY / "docs" / "authoring.md")

    assert len(blocks) >= 7
    for source, block in blocks:
        name, _, cell_id = source.partition(": ")
        text = (REPOSITORY / name).read_text(encoding="utf-8")
        if cell_id:
            text = next(cell.source for cell in read(REPOSITORY / name).cells if cell.id == cell_id)

        assert is_in_order(block, text), source


def test_the_commands_of_the_guide_for_authors_name_what_is_there() -> None:
    text = (REPOSITORY / "docs" / "authoring.md").read_text(encoding="utf-8")
    commands = [line.partition("#")[0].split() for line in re.findall(r"^\$ (.*)$", text, re.M)]

    assert {"autograder", "pytest", "nbgrader", "make"} == {words[0] for words in commands}
    for program, first, *_ in commands:
        if program == "autograder":
            assert first in {one.name or one.callback.__name__ for one in app.registered_commands}
        if program == "pytest" and not first.startswith("cases/"):  # the gate runs these
            assert (REPOSITORY / first).exists(), first
        if program == "make":
            assert f"\n{first}: " in (REPOSITORY / "Makefile").read_text(encoding="utf-8")
        if program == "nbgrader":  # tests/course/test_release.py runs it
            assert "generate_assignment" == first


@pytest.mark.parametrize("assignment", ["attention", "softmax"])
def test_cases_run_by_themselves_pass_on_the_solution(assignment: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", f"autograder/cases/{assignment}"],
        cwd=REPOSITORY,
        capture_output=True,
        text=True,
    )

    assert done.returncode == 0, done.stdout


def test_the_number_of_attacks_is_the_tests() -> None:
    text = (REPOSITORY / "docs" / "threat-model.md").read_text(encoding="utf-8")

    assert f"tries {len(ATTACKS)} attacks" in text


def test_help_names_every_command() -> None:
    shown = CliRunner().invoke(app, ["--help"]).output

    assert "doctor" in shown
    assert "report" in shown


def test_the_pipelines_are_yaml_and_run_the_command_with_options_that_it_has() -> None:
    text = (REPOSITORY / "docs" / "pipelines.md").read_text(encoding="utf-8")
    github, gitlab = (
        yaml.safe_load(block) for block in re.findall(r"```yaml\n(.*?)```", text, re.S)
    )
    steps = [step["run"] for step in github["jobs"]["grade"]["steps"] if "run" in step]
    commands = [line for line in (*steps, *gitlab["grade"]["script"]) if "autograder" in line]
    shown = CliRunner().invoke(app, ["grade-one", "--help"], env={"COLUMNS": "200"}).output

    assert 2 == len(commands)
    for command in commands:
        assert command.startswith("autograder grade-one ")
        assert [] == [name for name in re.findall(r"--[a-z-]+", command) if name not in shown]


def test_the_reference_of_commands_is_the_commands_own_help() -> None:
    assert as_markdown() == PAGE.read_text(encoding="utf-8"), "run `make docs`"


def test_every_command_has_an_example_that_parses() -> None:
    for commands in GUIDE.values():
        for command in commands:
            example = re.search(r"For example: `autograder ([^`]+)`", help_of(command))
            assert example, command.__name__
            name, *words = example[1].split()
            parsed = get_command(app).commands[name].make_context(name, words)  # raises if not

            assert command_name(command) == parsed.info_name


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        ("autograder rep", ["replay", "report"]),
        ("autograder grade ", ["attention", "softmax"]),
        ("autograder export sof", ["softmax"]),
    ],
)
def test_the_shell_completes_commands_and_assignments(words: str, offered: list[str]) -> None:
    asks = {
        "_AUTOGRADER_COMPLETE": "complete_bash",
        "COMP_WORDS": words,
        "COMP_CWORD": str(words.count(" ")),
    }
    done = subprocess.run(
        [Path(sys.executable).with_name("autograder")],
        cwd=REPOSITORY,
        env={**os.environ, **asks},
        capture_output=True,
        text=True,
    )

    assert offered == sorted(done.stdout.split())
