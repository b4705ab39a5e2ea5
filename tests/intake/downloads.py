"""Downloads of a class of 60 as Canvas, Moodle, Gradescope and GitHub Classroom make them.

Each builder arranges the same hand-ins by the rules that the docstrings of
`autograder.intake.lms` state with their sources. The mess is the usual one: late ones, copies,
zips in the zip, resource forks, renamed notebooks, files that are no notebook, a broken zip.
"""

from __future__ import annotations

import csv
import hashlib
import io
import json
import unicodedata
import zipfile
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

import yaml

ASSIGNMENT = "lesson"
_FIRST = ["Jane", "Jörg", "Zoë", "Nuria", "Łukasz", "Siobhán", "李", "Аня", "O'Neil", "Ann-Marie"]
_LAST = ["Doe", "Müller", "O'Brien", "Ångström", "van der Berg", "Nguyễn"]


@dataclass(frozen=True)
class Student:
    """A row of the roster."""

    id: str
    first: str
    last: str
    number: int

    @property
    def name(self) -> str:
        return f"{self.first} {self.last}"

    @property
    def email(self) -> str:
        return f"{self.id}@example.edu"

    @property
    def login(self) -> str:
        return f"user-{self.number}"


@dataclass(frozen=True)
class HandIn:
    """What one student uploaded, the last file last, and what should lie in submitted/."""

    files: tuple[tuple[str, bytes], ...]
    expected: dict[str, bytes]
    late: bool = False


CLASS = [Student(f"s{1000 + i}", _FIRST[i % 10], _LAST[i // 10], 7000 + 13 * i) for i in range(60)]


def notebook(answer: str, *, spaces: int = 1) -> bytes:
    """A handed-in notebook of the lesson, with this answer in it."""
    cells = [
        {"cell_type": "markdown", "id": "a", "metadata": {}, "source": "# A lesson on sums"},
        _cell("sum-solution", f"def total(xs):\n    return {answer}", solution=True),
        _cell("sum-test", "assert total([1, 2]) == 3", points=2),
    ]
    content = {"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(content, indent=spaces).encode()


def _cell(grade_id: str, source: str, *, solution: bool = False, points: int = 0) -> object:
    nbgrader = {
        "grade_id": grade_id, "grade": bool(points), "solution": solution, "locked": not solution,
        "schema_version": 3, "task": False, **({"points": points} if points else {}),
    }  # fmt: skip
    return {
        "cell_type": "code", "id": grade_id, "metadata": {"nbgrader": nbgrader},
        "source": source, "outputs": [], "execution_count": None,
    }  # fmt: skip


def course(folder: Path) -> Path:
    """A course with the lesson's notebook released, and the roster of the class."""
    release = folder / "release" / ASSIGNMENT
    release.mkdir(parents=True)
    (release / f"{ASSIGNMENT}.ipynb").write_bytes(notebook("..."))
    rows = [["id", "first_name", "last_name", "email", "canvas_id", "moodle_id", "github"]]
    rows += [
        [s.id, s.first, s.last, s.email, str(s.number), f"Participant {s.number}", s.login]
        for s in CLASS
    ]
    text = io.StringIO()
    csv.writer(text).writerows(rows)
    (folder / "roster.csv").write_text(text.getvalue(), encoding="utf-8-sig")
    return folder


def zipped(files: Iterable[tuple[str, bytes]]) -> bytes:
    """A zip of these files, in this order."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files:
            info = zipfile.ZipInfo(name, (2026, 3, 2, 13, 0, 0))
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, content)
    return data.getvalue()


def hand_ins() -> dict[str, HandIn]:
    """What everyone but a few handed in, by id: five people for each kind of mess."""
    found = {}
    for i, student in enumerate(CLASS):
        make = _MESS[i % len(_MESS)]
        if make is not None:
            found[student.id] = make(student)
    return found


def _plain(s: Student) -> HandIn:
    data = notebook(f"sum(xs)  # {s.id}")
    return HandIn(((f"{ASSIGNMENT}.ipynb", data),), {f"{ASSIGNMENT}.ipynb": data})


def _late(s: Student) -> HandIn:
    plain = _plain(s)
    return HandIn(plain.files, plain.expected, late=True)


def _copies(s: Student) -> HandIn:
    old, new = notebook(f"0  # {s.id}"), notebook(f"sum(xs)  # {s.id}, again")
    files = ((f"{ASSIGNMENT}.ipynb", old), (f"{ASSIGNMENT}-1.ipynb", new))
    return HandIn(files, {f"{ASSIGNMENT}.ipynb": new})


def _browser_copy(s: Student) -> HandIn:
    data = notebook(f"sum(xs)  # {s.id}")
    return HandIn((("Lesson (3).ipynb", data),), {f"{ASSIGNMENT}.ipynb": data})


def _packed(s: Student) -> HandIn:
    data, table = notebook(f"sum(xs)  # {s.id}"), f"a,b\n1,{s.number}\n".encode()
    inner = zipped(
        [
            (f"my work/{ASSIGNMENT}.ipynb", data),
            ("my work/data/table.csv", table),
            (f"__MACOSX/my work/._{ASSIGNMENT}.ipynb", b"\0\5\x16\7" + s.id.encode()),
            ("my work/.DS_Store", b"\0\0\0\1Bud1" + s.id.encode()),
            (f"my work/.ipynb_checkpoints/{ASSIGNMENT}-checkpoint.ipynb", notebook(f"1  # {s.id}")),
        ]
    )
    expected = {f"{ASSIGNMENT}.ipynb": data, "data/table.csv": table}
    return HandIn((("work.zip", inner),), expected)


def _login_page(s: Student) -> HandIn:
    page = f"<!DOCTYPE html><title>Log in</title><p>{s.id}</p>".encode()
    return HandIn(((f"{ASSIGNMENT}.ipynb", page),), {f"{ASSIGNMENT}.ipynb": page})


def _empty(s: Student) -> HandIn:
    return HandIn(((f"{ASSIGNMENT}.ipynb", b""),), {f"{ASSIGNMENT}.ipynb": b""})


def _utf16(s: Student) -> HandIn:
    data = notebook(f"sum(xs)  # {s.id}").decode().encode("utf-16")
    return HandIn(((f"{ASSIGNMENT}.ipynb", data),), {f"{ASSIGNMENT}.ipynb": data})


def _renamed(s: Student) -> HandIn:
    data = notebook(f"sum(xs)  # {s.id}")
    return HandIn((("hand in final FINAL.ipynb", data),), {f"{ASSIGNMENT}.ipynb": data})


def _ending(s: Student) -> HandIn:
    data = notebook(f"sum(xs)  # {s.id}")
    return HandIn(((f"{ASSIGNMENT}.ipynb.txt", data),), {f"{ASSIGNMENT}.ipynb": data})


def _broken_zip(s: Student) -> HandIn:
    data = zipped([(f"{ASSIGNMENT}.ipynb", notebook(f"sum(xs)  # {s.id}"))])[:-40]
    return HandIn((("work.zip", data),), {"work.zip": data})


def _with_a_pdf(s: Student) -> HandIn:
    data, pdf = notebook(f"sum(xs)  # {s.id}"), b"%PDF-1.7 " + s.id.encode()
    files = ((f"{ASSIGNMENT}.ipynb", data), ("notes.pdf", pdf))
    return HandIn(files, {f"{ASSIGNMENT}.ipynb": data, "notes.pdf": pdf})


_MESS: list[Callable[[Student], HandIn] | None] = [
    _plain, _late, _copies, _browser_copy, _packed, _login_page, _empty, _utf16, _renamed,
    _ending, _broken_zip, _with_a_pdf, None,
]  # fmt: skip


# The systems


def canvas(folder: Path) -> Path:
    """`submissions.zip`, as `ContentZipper#zip_assignment` makes it."""
    files = []
    attachment = 500_000
    for student in CLASS:
        hand_in = hand_ins().get(student.id)
        for name, data in hand_in.files if hand_in else ():
            attachment += 17
            # sortable_name, lower case; then only [[:word:]] is left of the whole
            user = _word(f"{student.last}, {student.first}".lower())
            late = "_LATE" if hand_in and hand_in.late else ""
            files.append((f"{user}{late}_{student.number}_{attachment}_{name}", data))
    files.append(("doejane_7000_text.html", b"<p>My answer is in the file.</p>"))
    return write(folder / "submissions.zip", zipped(files))


def moodle(folder: Path) -> Path:
    """`COURSE-Lesson-4711.zip`, as `mod_assign\\downloader` makes it."""
    files = []
    for student in CLASS:
        hand_in = hand_ins().get(student.id)
        prefix = f"{student.name.replace('_', ' ')}_{student.number}_assignsubmission"
        for name, data in hand_in.files if hand_in else ():
            files.append((f"{prefix}_file/{name}", data))
        if student.number == 7000:
            files.append((f"{prefix}_onlinetext/onlinetext.html", b"<p>See the file.</p>"))
    return write(folder / "COURSE-Lesson-4711.zip", zipped(files))


def gradescope(folder: Path) -> Path:
    """`assignment_99_export.zip` with `submission_metadata.yml`."""
    files, metadata = [], {}
    for i, student in enumerate(CLASS):
        hand_in = hand_ins().get(student.id)
        if hand_in is None:
            continue
        key = f"submission_{9000 + i}"
        person = {":name": student.name, ":sid": student.id, ":email": student.email}
        metadata[key] = {
            ":submitters": [person],
            ":created_at": f"2026-03-02 13:{i:02}:00.000000000 Z",
            ":score": 0.0,
            ":results": {"tests": [{"name": "a", "output": "x: [y" * 3}]},
        }
        files += [(f"assignment_99_export/{key}/{name}", data) for name, data in hand_in.files]
    text = yaml.safe_dump(metadata, allow_unicode=True, sort_keys=False).encode()
    files.append(("assignment_99_export/submission_metadata.yml", text))
    return write(folder / "assignment_99_export.zip", zipped(files))


def github(folder: Path) -> Path:
    """`lesson-submissions/`, as `gh classroom clone student-repos` makes it."""
    root = folder / "lesson-submissions"
    for student in CLASS:
        hand_in = hand_ins().get(student.id)
        if hand_in is None:
            continue
        repository = root / f"lesson-{student.login}"
        write(repository / ".git" / "HEAD", b"ref: refs/heads/main\n")
        write(repository / ".git" / "config", f"[user] name = {student.id}".encode())
        for name, data in hand_in.files:
            write(repository / name, data)
    return root


DOWNLOADS = {"canvas": canvas, "moodle": moodle, "gradescope": gradescope, "github": github}


# What came in


def contents(path: Path) -> set[str]:
    """SHA-256 of every file in a download, and of every file in an archive in it."""
    if path.is_dir():
        return {sha for file in path.rglob("*") if file.is_file() for sha in contents(file)}
    data = path.read_bytes()
    return {hashlib.sha256(data).hexdigest()} | _inside(data)


def _inside(data: bytes) -> set[str]:
    try:
        archive = zipfile.ZipFile(io.BytesIO(data))
    except zipfile.BadZipFile:
        return set()
    found = set()
    for name in archive.namelist():
        inner = archive.read(name)
        found |= {hashlib.sha256(inner).hexdigest()} | _inside(inner)
    return found


def _word(text: str) -> str:
    return "".join(c for c in text if c.isalnum() or c == "_" or unicodedata.combining(c))


def write(path: Path, data: bytes) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return path
