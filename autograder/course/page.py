"""One student's feedback pages: read, made and written, where they are not up to date.

A page's head holds a key of all that it was made of, so that nothing else has to be kept to know
whether it still holds. Both doors, `autograder feedback` and `nbgrader generate_feedback`, make
the same bytes here.
"""

import hashlib
import json
import os
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

import autograder
from autograder.errors import SubmissionError
from autograder.grading.feedbackpage import Returned, as_page
from autograder.grading.given import NotebookMarks
from autograder.grading.images import image_files, images_in
from autograder.lang.catalogue import ENGLISH
from autograder.lang.editions import Editions
from autograder.notebook import plain_cells
from autograder.verdict import Report

__all__ = ["PageDone", "PageJob", "is_our_page", "make_pages", "page_of"]

_HEAD_BYTES = 400
"""Where a page has its key."""
_OURS = b'<meta name="autograder-feedback"'
_BESIDE = ("timestamp.txt", "submission_secret.txt")
"""What `nbgrader release_feedback` reads beside a page."""
_LARGEST_BESIDE = 1000
"""Bytes."""


class PageJob(msgspec.Struct, frozen=True, kw_only=True):
    """One student's pages of an assignment."""

    assignment: str
    student: str
    graded: Path
    """The folder in autograded/."""
    target: Path
    report: Path
    marks: Mapping[str, NotebookMarks]
    """By notebook; a notebook without marks gets no page."""
    editions: Editions = Editions()
    file_mode: int = 0o644
    force: bool = False


class PageDone(msgspec.Struct, frozen=True, kw_only=True):
    """What became of a job. With `why` there is a notebook without a page, or none at all."""

    student: str
    made: tuple[Path, ...] = ()
    kept: tuple[Path, ...] = ()
    why: str = ""


def make_pages(job: PageJob) -> PageDone:
    """Make what is not up to date; nothing that lies in a submission raises here."""
    made, kept, whys = [], [], []
    for name, marks in job.marks.items():
        source, page = job.graded / f"{name}.ipynb", job.target / f"{name}.html"
        try:
            key = _key(source, marks, job.report, job.editions)
            if not job.force and _key_in(page) == key:
                kept.append(page)
                continue
            names = job.assignment, job.student
            text = _page(source, names, marks, job.report, job.editions, key)
            _write(page, text.encode("utf-8", "replace"), job.file_mode)
            made.append(page)
        except (SubmissionError, OSError) as error:
            whys.append(f"{name}: {error}")
        except Exception as error:  # strangers' text met a fault of ours; the others go on
            whys.append(f"{name}: {type(error).__name__}: {error}; please report it")
    if made:
        _copy_beside(job)
    return PageDone(student=job.student, made=tuple(made), kept=tuple(kept), why="; ".join(whys))


def page_of(
    source: Path,
    names: tuple[str, str],
    marks: NotebookMarks,
    report: Path,
    editions: Editions,
    cells: tuple[str, Sequence[Mapping[str, Any]]] | None = None,
) -> str:
    """The page of the graded notebook `source`, whose assignment and student are `names`.

    `cells` are the language and the cells where something has changed them since; else they
    are the file's.
    """
    key = _key(source, marks, report, editions)
    return _page(source, names, marks, report, editions, key, cells)


def is_our_page(path: Path) -> bool:
    """Whether a file is a page that was made here."""
    return _OURS in _head(path)


def _page(
    source: Path,
    names: tuple[str, str],
    marks: NotebookMarks,
    report: Path,
    editions: Editions,
    key: str,
    cells: tuple[str, Sequence[Mapping[str, Any]]] | None = None,
) -> str:
    language, found = cells or plain_cells(source.read_bytes(), source.name)
    assignment, student = names
    returned = Returned(
        assignment=assignment,
        student=student,
        notebook=source.stem,
        language=language,
        cells=found,
        marks=marks,
        report=_report(report),
    )
    told_in = returned.report.language if returned.report else ENGLISH
    return as_page(returned, images_in(source.parent), key, editions.feedback_in(told_in))


def _report(path: Path) -> Report | None:
    """The report; None where there is none, so that the page has the points alone."""
    try:
        return Report.from_dict(json.loads(path.read_text("utf-8", "surrogateescape")))
    except FileNotFoundError:
        return None
    except (ValueError, msgspec.ValidationError) as error:
        raise SubmissionError(
            f"{path} is not a report of this version ({error}); grade that submission again"
        ) from error


def _key(source: Path, marks: NotebookMarks, report: Path, editions: Editions) -> str:
    """A digest of everything that the page shows."""
    digest = hashlib.sha256(_makers())
    digest.update(_words(editions.catalogues))
    digest.update(source.read_bytes())
    digest.update(report.read_bytes() if report.exists() else b"")
    digest.update(msgspec.json.encode(marks, order="deterministic"))
    root = source.parent.resolve()
    for path in image_files(root):
        digest.update(os.fsencode(path.relative_to(root)) + path.read_bytes())
    return digest.hexdigest()


@cache
def _makers() -> bytes:
    """A digest of the code and the templates that make pages."""
    kit = Path(autograder.__file__).parent
    places = (*(kit / "pages").rglob("*"), *(kit / "grading").glob("feedback*.py"))
    files = sorted(path for path in places if path.suffix in (".py", ".html", ".css"))
    return hashlib.sha256(b"".join(path.read_bytes() for path in files)).digest()


@cache
def _words(catalogues: tuple[Path, ...]) -> bytes:
    """A digest of what translators wrote."""
    return hashlib.sha256(b"".join(path.read_bytes() for path in catalogues)).digest()


def _head(page: Path) -> bytes:
    try:
        with page.open("rb") as file:
            return file.read(_HEAD_BYTES)
    except OSError:
        return b""


def _key_in(page: Path) -> str:
    _, _, after = _head(page).partition(_OURS + b' content="')
    return after.partition(b'"')[0].decode("ascii", "replace")


def _write(path: Path, data: bytes, mode: int) -> None:
    """Whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_name(f".{path.name}.partial")
    partial.write_bytes(data)
    partial.chmod(mode)
    os.replace(partial, path)


def _copy_beside(job: PageJob) -> None:
    for name in _BESIDE:
        path = job.graded / name
        if path.is_file() and not path.is_symlink() and path.stat().st_size <= _LARGEST_BESIDE:
            _write(job.target / name, path.read_bytes(), job.file_mode)
