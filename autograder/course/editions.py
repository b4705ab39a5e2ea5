"""An assignment in another language: its texts, their catalogues, and its release.

The release is made by nbgrader's own steps from the one source, and then put into the other
language; so cells, grade_ids, numbers and files are those of the English one, and one gradebook
grades both.
"""

import os
import shutil
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import autograder
from autograder.course.cases import find_cases, find_mistakes
from autograder.course.release import marker_problems, release_problems, secret_lines
from autograder.course.stub import course_config, release_of
from autograder.errors import AuthoringError
from autograder.judge.mistakes import read_mistakes
from autograder.judge.run import Judge
from autograder.lang import upkeep
from autograder.lang.catalogue import ENGLISH, Catalogue, read_catalogue
from autograder.lang.cells import texts_of, translate, translated_file
from autograder.lang.editions import is_language, lesson_catalogue
from autograder.lang.messages import SECTIONS, Entry, messages_in, said_by_mistake
from autograder.notebook import Notebook, find_source, grade_id, is_graded, read, to_text
from autograder.pages import texts_put
from autograder.verdict import TaskResult

__all__ = ["Catalogued", "catalogued", "keep_in_step", "release_edition"]

_KIT = Path(autograder.__file__).parent
_SPEAKING = (
    "judge/compare.py", "judge/student.py", "judge/run.py", "sandbox/host.py", "wire/frames.py",
    "wire/values.py", "wire/perform.py",
    "grading/engine.py", "grading/inside.py", "grading/feedback.py", "exports/gradescope.py",
)  # fmt: skip
"""The kit's modules that say something to students."""


@dataclass(frozen=True)
class Catalogued:
    """A catalogue and the texts that it should have."""

    path: Path
    entries: list[Entry]

    @property
    def problems(self) -> list[str]:
        """What is not in step, a line each."""
        return upkeep.problems(self.path, self.entries)


def catalogued(assignment: str, language: str, *, kit: bool = True) -> list[Catalogued]:
    """The catalogues of an assignment of the working folder's course, and the kit's own.

    Raises `AuthoringError` where the assignment's source, cases or mistakes can't be used.
    """
    source = find_source(Path.cwd(), assignment)
    cases, mistakes = find_cases(assignment), find_mistakes(assignment)
    released = _released(source, assignment)
    found = [
        Catalogued(
            lesson_catalogue(source.parents[1], assignment, language),
            _lesson(released, source.parent),
        )
    ]
    if cases.name == assignment:
        entries = _once([*_tasks(released), *_cases(cases)])
        found.append(Catalogued(cases / f"{language}.po", list(entries)))
    if mistakes is not None:
        found.append(Catalogued(mistakes / f"{language}.po", list(_mistakes(mistakes))))
    if kit:
        found.append(Catalogued(_KIT / "lang" / f"{language}.po", list(_kit())))
    return found


def keep_in_step(assignment: str, language: str) -> list[str]:
    """Bring the catalogues up to date; returns what is left for the translator, a line each."""
    if language == ENGLISH or not is_language(language):
        raise AuthoringError(f"{language!r} is no language to translate to; name one such as zh")
    found = catalogued(assignment, language, kit=(_KIT / "lang" / f"{language}.po").is_file())
    return [line for one in found for line in upkeep.update(one.path, language, one.entries)]


def release_edition(assignment: str, language: str, to: Path, *, force: bool = False) -> list[str]:
    """Write the assignment's release in a language to the folder `to/<assignment>/`.

    Returns what is not in step with its catalogue and so stays English, a line each. Raises
    `AuthoringError` where something would leak, there is no such edition, or the folder is there
    already, unless `force` says to replace it.
    """
    source = find_source(Path.cwd(), assignment)
    target = to / assignment
    if target.exists() and not force:
        raise AuthoringError(f"{target} is there already; --force replaces it")
    if source.parent.resolve() in (target.resolve(), *target.resolve().parents):
        raise AuthoringError(f"{target} is the source itself; name another folder with --to")
    released = _released(source, assignment)
    words, left = Catalogue(), []
    if language != ENGLISH:
        path = lesson_catalogue(source.parents[1], assignment, language)
        if not path.is_file():
            raise AuthoringError(
                f"there is no {path}, so the assignment can't be released in {language}. Begin "
                f"one with `autograder translate {assignment} --lang {language}`"
            )
        left = upkeep.problems(path, _lesson(released, source.parent))
        words = read_catalogue(language, (path,))
        translate(released, words)
    to.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=to) as scratch:
        made = Path(scratch) / assignment
        for file in _beside(source.parent):
            place = made / file.relative_to(source.parent)
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(translated_file(file.name, file.read_bytes(), words))
        made.mkdir(exist_ok=True)
        (made / source.name).write_text(to_text(released), encoding="utf-8")
        _refuse(release_problems(released, secret_lines(read(source)), made))
        if target.exists():
            shutil.rmtree(target)
        os.replace(made, target)
    return left


def _released(source: Path, assignment: str) -> Notebook:
    """The English release. Raises `AuthoringError` where the source's markers are wrong."""
    notebook = read(source)
    _refuse(marker_problems(notebook))
    config = course_config(source.parents[2])
    return release_of(notebook, source.parent, assignment, config)


def _refuse(problems: list[str]) -> None:
    if problems:
        raise AuthoringError("not released:\n" + "\n".join(f"- {line}" for line in problems))


def _beside(folder: Path) -> list[Path]:
    """The files that are released with the notebook."""
    return [
        path
        for path in sorted(folder.rglob("*"))
        if path.is_file()
        and path.suffix not in (".ipynb", ".pyc")
        and not any(part.startswith((".", "__")) for part in path.relative_to(folder).parts)
    ]


def _lesson(released: Notebook, folder: Path) -> list[Entry]:
    texts = texts_of(released, _beside(folder))
    return [Entry(key, kind == "template", where) for key, kind, where in texts]


def _tasks(notebook: Notebook) -> list[Entry]:
    """What feedback calls the tasks."""
    results = (
        TaskResult(grade_id=grade_id(c), max_points=0) for c in notebook.cells if is_graded(c)
    )
    return [Entry(result.task, False, "a task") for result in results]


def _cases(folder: Path) -> list[Entry]:
    """Their docstrings, stages and messages."""
    with Judge(folder) as judge:
        lines = [
            Entry(text, False, f"{grade_id}: {what}")
            for grade_id, cases in judge.cases.items()
            for case in cases
            for what, text in (("a stage", case.stage), ("a case", case.line))
            if text
        ]
    for path in sorted(folder.glob("*.py")):
        lines += messages_in(path.read_text(encoding="utf-8"), path.name)
    return lines


def _mistakes(folder: Path) -> Iterator[Entry]:
    found = [Entry(said_by_mistake(m.sentence), False, m.asked) for m in read_mistakes(folder)]
    yield from _once(found)


def _kit() -> Iterator[Entry]:
    found = [Entry(key, True, "how a diagnosis ends") for key in SECTIONS]
    found += [Entry(key, False, "between the items of a list") for key in (", ", " and ")]
    for name in _SPEAKING:
        found += messages_in((_KIT / name).read_text(encoding="utf-8"), name)
    found += [Entry(text, "{" in text, "the feedback page") for text in texts_put("feedback.html")]
    yield from _once(found)


def _once(entries: list[Entry]) -> Iterator[Entry]:
    seen: set[str] = set()
    for entry in entries:
        if entry.key not in seen:
            seen.add(entry.key)
            yield entry
