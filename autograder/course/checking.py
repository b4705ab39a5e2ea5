"""`autograder check`: a student's notebook as the student has it, and nothing of a course.

The notebook runs as grading runs it, in the sandbox, where this machine can confine it, and in a
Jupyter kernel elsewhere. The cells are the student's own: nothing is put back.
"""

import re
from dataclasses import dataclass
from pathlib import Path

from msgspec.structs import replace

from autograder.course.files import files_beside
from autograder.errors import SandboxError, SubmissionError
from autograder.grading.visible import Checked, code_cells, read_back
from autograder.notebook import Notebook, read
from autograder.sandbox.doctor import best_tier
from autograder.sandbox.host import CellRun, Sandbox
from autograder.sandbox.policy import Limits, Tier
from autograder.wire.messages import Cell

__all__ = ["AskedToCheck", "check"]

_KERNEL = "none: a Jupyter kernel"
_TO_THE_INSTRUCTOR = " Ask the student "
"""How the advice begins that `notebook.read` gives to those who grade."""


@dataclass(frozen=True)
class AskedToCheck:
    """The command line: the notebook or the folder that holds it, and where its code shall run."""

    notebook: Path
    confinement: str = ""


def check(asked: AskedToCheck) -> Checked:
    """Run the notebook and read its visible checks.

    Raises `SubmissionError` where there is no notebook with checks, in words for its student, and
    `SandboxError` where what was asked for does not run here.
    """
    path = _notebook(asked.notebook)
    try:
        notebook = read(path)
    except SubmissionError as error:
        said = str(error).partition(_TO_THE_INSTRUCTOR)[0]
        raise SubmissionError(
            f"{said} Open it in Jupyter and save it; if it does not open, begin with a fresh copy."
        ) from error
    try:
        cells = code_cells(notebook)
    except SubmissionError as error:
        raise SubmissionError(f"{path.name} can't be checked: {error}") from error
    _only_python(notebook, path.name)
    ran = _run([cell.source for cell in cells], path.absolute().parent, asked.confinement)
    checked = read_back(path.name, notebook, ran.runs, ran.confinement)
    if not ran.left_out:
        return checked
    note = f"Left out, since the sandbox has no room for it: {', '.join(ran.left_out)}."
    return replace(checked, notes=(*checked.notes, note))


@dataclass(frozen=True)
class _Run:
    """What became of the code cells, where, and without which files."""

    runs: tuple[CellRun, ...]
    confinement: str
    left_out: tuple[str, ...] = ()


def _run(sources: list[str], folder: Path, wanted: str) -> _Run:
    limits = Limits()
    tier = _tier(wanted)
    if tier is Tier.NONE:
        from autograder.grading.kernel import run_in_kernel

        return _Run(run_in_kernel(sources, folder, cell_seconds=limits.cell_seconds), _KERNEL)
    files, left_out = _named(folder, "\n".join(sources), limits)
    with Sandbox(limits, tier) as sandbox:
        runs = sandbox.run([Cell(text) for text in sources], lambda *_: None, files=files)
        return _Run(runs, sandbox.confinement, tuple(left_out))


def _tier(wanted: str) -> Tier:
    """The best tier that works; a kernel, unless a tier was asked for by name."""
    try:
        return best_tier(wanted)
    except SandboxError:
        if wanted:
            raise
        return Tier.NONE


def _notebook(path: Path) -> Path:
    """The file itself, or the only notebook in a folder."""
    if not path.is_dir():
        if path.exists():
            return path
        around = _notebooks_in(path.parent) if path.parent.is_dir() else []
        raise SubmissionError(f"there is no {path}; {_choice(around)}")
    found = _notebooks_in(path)
    if len(found) == 1:
        return found[0]
    raise SubmissionError(f"name the notebook: autograder check NOTEBOOK; {_choice(found)}")


def _notebooks_in(folder: Path) -> list[Path]:
    return sorted(path for path in folder.glob("*.ipynb") if not path.name.startswith("."))


def _choice(found: list[Path]) -> str:
    names = ", ".join(path.name for path in found)
    return f"the folder holds {names}" if names else "no notebook (*.ipynb) is in the folder"


def _only_python(notebook: Notebook, name: str) -> None:
    language = str(notebook.metadata.get("kernelspec", {}).get("language") or "python").lower()
    if language != "python":
        raise SubmissionError(f"{name} is written in {language}; only Python can be checked here")


def _named(folder: Path, text: str, limits: Limits) -> tuple[dict[str, bytes], list[str]]:
    """The files beside the notebook that its cells name, by relative path; and what did not fit.

    Not all that there are: a student's folder may hold the downloads of a year.
    """
    files: dict[str, bytes] = {}
    left_out: list[str] = []
    room = (limits.scratch_mib << 20) * 3 // 4
    for path in sorted(folder.iterdir()):
        name = path.stem if path.suffix == ".py" else path.name
        if path.suffix == ".ipynb" or not re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text):
            continue
        try:
            found = _content(path, limits)
        except (OSError, SubmissionError):  # it can't be read, or is too large by itself
            found = None
        size = sum(map(len, found.values())) if found else 0
        if found is None or size > room:
            left_out.append(path.name)
        else:
            files |= found
            room -= size
    return files, left_out


def _content(path: Path, limits: Limits) -> dict[str, bytes]:
    """A file, or all files of a folder. Raises `SubmissionError` for what is too large."""
    if path.is_dir():
        inside = files_beside(path, limits)[0]
        return {f"{path.name}/{name}": data for name, data in inside.items()}
    if path.stat().st_size > limits.file_mib << 20:
        raise SubmissionError(f"{path.name} is too large")
    return {path.name: path.read_bytes()}
