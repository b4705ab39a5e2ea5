"""Where an assignment's catalogues lie, and which of them a text is looked up in.

A catalogue lies beside what it translates and is called after its language:

- `source/attention.zh.po`: the notebook and its drawings. It is not in `source/attention/`, since
  nbgrader releases whatever lies there; and it holds texts of the release alone;
- `cases/attention/zh.po` and `mistakes/attention/zh.po`: what hidden cases and diagnoses say;
- `zh.po` beside this module: what the kit itself says to a student.
"""

import re
from collections.abc import Iterable
from pathlib import Path

import msgspec

from autograder.lang.catalogue import Catalogue, read_catalogue

__all__ = ["Editions", "find_editions", "is_language", "kit_catalogue", "lesson_catalogue"]

_LANGUAGE = re.compile(r"[A-Za-z]{2,8}(?:[_-][A-Za-z0-9]{2,8})?")
_KIT = Path(__file__).parent


class Editions(msgspec.Struct, frozen=True, kw_only=True):
    """The catalogues of one assignment, by language; for English there are none."""

    lesson: dict[str, Path] = {}
    feedback: dict[str, tuple[Path, ...]] = {}

    @property
    def catalogues(self) -> tuple[Path, ...]:
        """All files, in order."""
        feedback = (path for paths in self.feedback.values() for path in paths)
        return tuple(sorted({*self.lesson.values(), *feedback}))

    def lesson_in(self, language: str) -> Catalogue:
        """The texts of the notebook."""
        path = self.lesson.get(language)
        return read_catalogue(language, (path,)) if path else Catalogue()

    def feedback_in(self, language: str) -> Catalogue:
        """What a student reads about a submission; sections are called as in the notebook."""
        if language not in self.feedback:
            return Catalogue()
        headings = Catalogue(language, self.lesson_in(language).texts)
        return read_catalogue(language, self.feedback[language]).joined(headings)


def find_editions(assignment: str, source: Path, folders: Iterable[Path | None]) -> Editions:
    """The editions of an assignment; `source` is the course's source folder.

    `folders` are those of its cases and its mistakes.
    """
    lessons = {
        path.name.removeprefix(f"{assignment}.").removesuffix(".po"): path.resolve()
        for path in source.glob("*.po")
        if path.name.startswith(f"{assignment}.")
    }
    there = [folder for folder in (*folders, _KIT) if folder]
    languages = {path.stem for folder in there for path in folder.glob("*.po")}
    return Editions(
        lesson=lessons,
        feedback={
            language: tuple(
                path for folder in there if (path := folder / f"{language}.po").is_file()
            )
            for language in sorted(languages)
        },
    )


def lesson_catalogue(source: Path, assignment: str, language: str) -> Path:
    """Where the catalogue of an assignment's notebook lies, or would."""
    return source / f"{assignment}.{language}.po"


def is_language(name: str) -> bool:
    """Whether it is written as languages are, `zh` or `zh_TW`, and so fit for a file's name."""
    return _LANGUAGE.fullmatch(name) is not None


def kit_catalogue(language: str) -> Catalogue:
    """What the kit itself says; English where it does not speak the language."""
    path = _KIT / f"{language}.po"
    known = is_language(language) and path.is_file()
    return read_catalogue(language, (path,)) if known else Catalogue()
