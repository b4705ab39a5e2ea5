"""Names, archives, rosters and notebooks that nobody thought of: found by search, not by list."""

from __future__ import annotations

import contextlib
import copy
import hashlib
import io
import json
import random
import tempfile
import zipfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from autograder.errors import AuthoringError, SubmissionError
from autograder.intake.arrivals import gather
from autograder.intake.collect import Collection, collect
from autograder.intake.lms import KINDS
from autograder.intake.manifest import Verdict
from autograder.intake.names import BadName, clean, folder_id, made_id, parts_of, without_copy_mark
from autograder.intake.roster import parse_roster
from autograder.notebook import outline, parse
from tests.fuzz.__main__ import mutated
from tests.fuzz.targets import SEEDS, TARGETS
from tests.intake import downloads
from tests.intake.downloads import ASSIGNMENT

searched = settings(deadline=None, database=None, derandomize=True, max_examples=150)
slowly = settings(searched, max_examples=25)

TEXT = st.text(st.characters(exclude_categories=()), max_size=40)
PIECE = st.sampled_from(
    [
        "s1000", "s1001", "lesson", "lesson.ipynb", "Lesson (1).ipynb", "lesson-1.ipynb", "..",
        "doe_12_34_lesson.ipynb", "doe_LATE_12_35_lesson-1.ipynb", "timestamp.txt", "work.zip",
        "Jane Doe_7000_assignsubmission_file", "submission_1", "submission_metadata.yml", ".git",
        "lesson-user-7000", "lesson-submissions", "__MACOSX", "._x", "a\u202eb", "é", "e\u0301",
    ]
)  # fmt: skip
NAMES = st.lists(PIECE | TEXT, min_size=1, max_size=4).map("/".join)
CONTENTS = st.binary(max_size=30) | st.sampled_from(
    [downloads.notebook("1"), downloads.notebook("sum(xs)"), b"", b"submission_1: {}", b"{"]
)


@searched
@given(TEXT)
def test_a_path_is_clean_or_refused(text: str) -> None:
    try:
        parts = parts_of(text)
    except BadName:
        return

    for part in parts:
        assert part not in ("", ".", "..")
        assert "/" not in part
        assert 0 < len(part.encode()) <= 200
        assert part == clean(part)


@searched
@given(TEXT)
def test_every_text_makes_an_id_for_a_folder(text: str) -> None:
    for made in (made_id(text), folder_id(text)):
        assert made.strip()
        assert not made.startswith(".")
        assert "/" not in made


@searched
@given(TEXT)
def test_marks_of_copies_never_take_the_whole_name(text: str) -> None:
    stem, number = without_copy_mark(text)

    assert number >= 0
    assert bool(stem.strip()) == bool(text.strip()) or not text.strip()


@slowly
@given(st.lists(st.tuples(NAMES, CONTENTS), max_size=12), st.sampled_from(["", *KINDS]))
def test_no_file_of_any_download_is_lost(files: list[tuple[str, bytes]], kind: str) -> None:
    with tempfile.TemporaryDirectory() as name:
        course = downloads.course(Path(name, "course"))
        download = Path(name, "download.zip")
        members = _zip(files)
        download.write_bytes(members[0])
        submitted = course / "submitted"
        asked = Collection(ASSIGNMENT, (download,), course=course, submitted=submitted, kind=kind)
        try:
            manifest, _ = collect(asked)
        except AuthoringError:  # a gradescope index that is no YAML
            return

        lines = {line.sha256 for line in manifest.lines}
        for data in members[1]:
            sha = hashlib.sha256(data).hexdigest()
            assert sha in lines or any(line.verdict is Verdict.REFUSED for line in manifest.lines)
        for line in manifest.of(Verdict.USED):
            path = submitted / line.student / ASSIGNMENT / line.target
            assert line.sha256 == hashlib.sha256(path.read_bytes()).hexdigest()
            assert path.resolve().is_relative_to(submitted.resolve())
        assert len(manifest.lines) >= len(members[1]) + 1


@pytest.mark.parametrize("target", TARGETS)
def test_what_reads_strangers_bytes_raises_only_our_own_errors(target: str) -> None:
    draw, seeds = random.Random(20260302), SEEDS[target]()

    for _ in range(150):
        TARGETS[target](mutated(draw, draw.choice(seeds)))


@searched
@given(st.binary(max_size=300))
def test_any_bytes_are_an_archive_or_not(data: bytes) -> None:
    for name in ("a.zip", "a.tar.gz", "a.gz", "a.tar"):
        with tempfile.TemporaryDirectory() as folder:
            path, spool = Path(folder, name), Path(folder, "spool")
            path.write_bytes(data)
            spool.mkdir()

            assert gather([path], spool)


@searched
@given(st.binary(max_size=300) | st.text(max_size=200).map(str.encode))
def test_any_bytes_are_a_roster_or_an_error_that_says_why(data: bytes) -> None:
    with contextlib.suppress(AuthoringError):
        parse_roster(b"id,name,email\n" + data, "roster.csv")


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 5) | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=6,
)


@searched
@given(st.randoms(use_true_random=False), JSON)
def test_a_mangled_notebook_is_read_or_refused(draw: random.Random, odd: Any) -> None:
    content = json.loads(downloads.notebook("sum(xs)"))
    for _ in range(draw.randint(1, 3)):
        _mangle(content, copy.deepcopy(odd), draw)
    data = json.dumps(content).encode()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "a.ipynb")
        path.write_bytes(data)
        with contextlib.suppress(SubmissionError):
            cells = parse(data, "a.ipynb").cells

            assert len(cells) == len(outline(path))


def _mangle(content: Any, odd: Any, draw: random.Random) -> None:
    """Put something odd in a random place, or take out what is there."""
    here = content
    while True:
        keys = list(here) if isinstance(here, dict) else list(range(len(here)))
        if not keys:
            return
        key = draw.choice(keys)
        inner = here[key]
        if isinstance(inner, dict | list) and inner and draw.random() < 0.7:
            here = inner
        elif draw.random() < 0.3:
            del here[key]
            return
        else:
            here[key] = odd
            return


def _zip(files: list[tuple[str, bytes]]) -> tuple[bytes, list[bytes]]:
    """A zip of what zipfile can write of these, and the contents that are in it."""
    buffer, contents = io.BytesIO(), []
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, data in files:
            try:
                info = zipfile.ZipInfo(name)
                if info.filename.endswith("/") or info.filename in archive.namelist():
                    continue
                archive.writestr(info, data)
            except (ValueError, UnicodeError):
                continue
            contents.append(data)
    return buffer.getvalue(), contents
