"""A run's parcel: everything that marks follow from, and nothing of the gradebook."""

from __future__ import annotations

from pathlib import Path

import pytest

from autograder.cluster.parcel import digest_of, packed, unpacked
from autograder.grading import fingerprint
from autograder.grading.job import Context
from autograder.grading.marks import OutputRules
from autograder.lang.editions import Editions
from autograder.restore import AuthoredCell, AuthoredNotebook
from autograder.sandbox.policy import Limits, Tier


@pytest.fixture
def context(tmp_path: Path) -> Context:
    """A run with something in every part."""
    course = tmp_path / "course"
    files = {
        "cases/test_one.py": "def test_one(student): ...\n",
        "cases/data/numbers.txt": "1 2 3",
        "cases/__pycache__/test_one.pyc": "not this",
        "mistakes/wrong.toml": "[wrong]\n",
        "lesson.zh.po": 'msgid "a"\nmsgstr "甲"\n',
        "zh.po": 'msgid "b"\nmsgstr "乙"\n',
    }
    for name, text in files.items():
        (course / name).parent.mkdir(parents=True, exist_ok=True)
        (course / name).write_text(text, encoding="utf-8")
    cell = AuthoredCell(
        name="one-test", cell_type="code", source="x", locked=True, checksum="c", points=2.0
    )
    return Context(
        assignment="one",
        authored={"one": AuthoredNotebook(name="one", cells=(cell,), kernelspec={"name": "p"})},
        cases=course / "cases",
        mistakes=course / "mistakes",
        limits=Limits(cell_seconds=7.0),
        tier=Tier.BASIC,
        hidden=(course,),
        outputs=OutputRules(max_lines=5),
        files={"data/table.csv": b"\x00\xff"},
        editions=Editions(
            lesson={"zh": course / "lesson.zh.po"},
            feedback={"zh": (course / "zh.po", course / "lesson.zh.po")},
        ),
    )


def test_marks_follow_from_the_same_things_where_it_is_unpacked(
    context: Context, tmp_path: Path
) -> None:
    there = unpacked(packed(context), tmp_path / "there")

    assert fingerprint.of_run(context) == fingerprint.of_run(there)
    assert fingerprint.of_mistakes(context) == fingerprint.of_mistakes(there)
    for edition in ("lesson_in", "feedback_in"):
        here = getattr(context.editions, edition)("zh").texts
        assert here
        assert here == getattr(there.editions, edition)("zh").texts


def test_student_code_sees_neither_the_folder_nor_what_else_is_named(
    context: Context, tmp_path: Path
) -> None:
    there = unpacked(packed(context), tmp_path / "there", [tmp_path / "scratch"])

    assert (tmp_path / "there", tmp_path / "scratch") == there.hidden


def test_the_same_content_is_the_same_parcel_and_other_content_another(context: Context) -> None:
    before = packed(context)
    assert digest_of(before) == digest_of(packed(context))

    (context.cases / "test_one.py").write_text("def test_one(student): assert student\n")

    assert digest_of(before) != digest_of(packed(context))


def test_an_assignment_without_mistakes_or_catalogues_has_none_there(
    context: Context, tmp_path: Path
) -> None:
    import msgspec

    plain = msgspec.structs.replace(context, mistakes=None, editions=Editions())
    there = unpacked(packed(plain), tmp_path / "there")

    assert there.mistakes is None
    assert Editions() == there.editions
