"""The docs say what the code does."""

import re
from pathlib import Path

from typer.testing import CliRunner

from autograder.cli import app
from autograder.sandbox.policy import described
from tests.hostile.attacks import ATTACKS

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


def test_every_command_is_in_the_readme() -> None:
    readme = DOCS[0].read_text(encoding="utf-8")
    commands = [command.name or command.callback.__name__ for command in app.registered_commands]

    assert commands
    assert [] == [name for name in commands if f"autograder {name}" not in readme]


def test_links_between_the_docs_lead_somewhere() -> None:
    for path in DOCS:
        for target in re.findall(r"\]\(([^)#:]+)\)", path.read_text(encoding="utf-8")):
            assert (path.parent / target).exists(), f"{path.name}: {target}"


def test_the_number_of_attacks_is_the_tests() -> None:
    text = (REPOSITORY / "docs" / "threat-model.md").read_text(encoding="utf-8")

    assert f"tries {len(ATTACKS)} attacks" in text


def test_help_names_every_command() -> None:
    shown = CliRunner().invoke(app, ["--help"]).output

    assert "doctor" in shown
    assert "report" in shown
