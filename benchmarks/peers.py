"""The same class for each grader: a course of nbgrader's, one of ours, a zip of Otter's.

Submissions are ordinary ones: ten right, five partly wrong, three untouched, in turn.
"""

import shutil
import subprocess
from pathlib import Path

import nbformat

from demo.build import SUBMISSIONS, hand_in, read_submission, solved_cells

__all__ = ["Class", "set_up"]

REPOSITORY = Path(__file__).parents[1]
ORDINARY = ["right"] * 10 + ["s1008", "s1009", "s1010", "s1011", "s1013"] + ["untouched"] * 3
_RIGHT = '"""Right."""\n'
_UNTOUCHED = '"""Not begun."""\n# %% untouched\n'
# What Otter's test of a task asks; nbgrader's own run asks the visible checks of the notebook.
_OTTER_TESTS = {
    "projection": "project(x, Wv).shape == (3, 2)",
    "one_row": "abs(float(one_row(q[0], k, v)[0][0]) - 0.8022241854) < 1e-5",
    "attention": "bool(torch.allclose(attention(q, k, v)[2].sum(-1), torch.ones(3)))",
    "experiments": "separate_scores.shape == (2, 2)",
    "exercise_1": "abs(float(exercise_1_increase) - 0.8022241854) < 1e-4",
    "exercise_2": "abs(float(exercise_2_weights[0]) - 1 / 3) < 1e-4",
}


class Class:
    """A class of `size` students in `folder`: `submitted/<student>/attention/attention.ipynb`."""

    def __init__(self, folder: Path, size: int) -> None:
        self.folder = folder
        self.students = [f"s{number:04}" for number in range(size)]

    def notebook(self, student: str) -> Path:
        return self.folder / "submitted" / student / "attention" / "attention.ipynb"


def set_up(folder: Path, size: int, *, ours: bool, nbgrader: list[str]) -> Class:
    """A course folder with its release made and a class handed in; `nbgrader` is the command."""
    (folder / "source").mkdir(parents=True)
    shutil.copytree(REPOSITORY / "source" / "attention", folder / "source" / "attention")
    config = "c = get_config()\n"
    if ours:
        config += "from autograder.course import configure\nconfigure(c)\n"
    (folder / "nbgrader_config.py").write_text(config)
    subprocess.run(
        [*nbgrader, "generate_assignment", "attention"], cwd=folder, check=True, capture_output=True
    )
    source = nbformat.read(folder / "source" / "attention" / "attention.ipynb", as_version=4)
    release = nbformat.read(folder / "release" / "attention" / "attention.ipynb", as_version=4)
    texts = {kind: _handed_in(kind, release, solved_cells(source)) for kind in set(ORDINARY)}
    made = Class(folder, size)
    for number, student in enumerate(made.students):
        path = made.notebook(student)
        path.parent.mkdir(parents=True)
        path.write_text(texts[ORDINARY[number % len(ORDINARY)]], encoding="utf-8")
    return made


def _handed_in(kind: str, release: object, solutions: dict[str, str]) -> str:
    texts = {"right": _RIGHT, "untouched": _UNTOUCHED}
    text = texts.get(kind) or (SUBMISSIONS / f"{kind}.py").read_text(encoding="utf-8")
    return hand_in(read_submission(kind, text), release, solutions)


def otter_zip(folder: Path, otter: list[str]) -> Path:
    """Otter's configuration for the same notebook: a test a task, as `otter generate` packs it."""
    tests = folder / "tests"
    tests.mkdir(parents=True)
    for name, asked in _OTTER_TESTS.items():
        (tests / f"{name}.py").write_text(
            "OK_FORMAT = True\n"
            f"test = {{'name': {name!r}, 'points': 1, 'suites': [{{'cases': [{{'code': "
            f"{f'>>> {asked}' + chr(10) + 'True'!r}, 'hidden': False, 'locked': False}}], "
            "'scored': True, 'setup': '', 'teardown': '', 'type': 'doctest'}]}\n"
        )
    packed = folder / "autograder.zip"
    subprocess.run(
        [*otter, "generate", "-t", tests, "-o", packed, "--no-environment", "--no-requirements"],
        cwd=folder,
        check=True,
        capture_output=True,
    )
    return packed
