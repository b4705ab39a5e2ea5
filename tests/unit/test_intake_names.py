"""Names that come in."""

import unicodedata

import pytest

from autograder.intake.names import (
    clean,
    folded,
    is_noise,
    made_id,
    notebook_stem,
    without_copy_mark,
)


@pytest.mark.parametrize(
    ("stem", "plain", "number"),
    [
        ("attention", "attention", 0),
        ("attention-1", "attention", 1),
        ("attention (2)", "attention", 2),
        ("attention(2)", "attention", 2),
        ("attention-Copy1", "attention", 1),
        ("attention-Copy12", "attention", 12),
        ("attention copy", "attention", 1),
        ("attention copy 2", "attention", 2),
        ("attention - Copy", "attention", 1),
        ("attention - Copy (3)", "attention", 3),
        ("attention – Kopie", "attention", 1),
        ("Copy of attention", "attention", 1),
        ("attention-1 (2)", "attention", 3),
        ("attention-0f8fad5b-d9cb-469f-a165-70867728950e", "attention", 0),
        ("copy", "copy", 0),
        ("(1)", "(1)", 0),
        ("hw-2026", "hw-2026", 0),
    ],
)
def test_marks_of_copies_are_taken_off(stem: str, plain: str, number: int) -> None:
    assert (plain, number) == without_copy_mark(stem)


@pytest.mark.parametrize(
    ("name", "stem"),
    [
        ("attention.ipynb", "attention"),
        ("Attention.IPYNB", "Attention"),
        ("attention.ipynb.json", "attention"),
        ("attention.ipynb.txt", "attention"),
        ("attention.ipynb (1).txt", "attention (1)"),
        ("attention.py", None),
        ("attention.ipynb.zip", None),
    ],
)
def test_a_notebook_is_known_by_its_ending(name: str, stem: str | None) -> None:
    assert stem == notebook_stem(name)


@pytest.mark.parametrize(
    "path",
    [
        "__MACOSX/a/._x.ipynb", "a/._x", ".DS_Store", "a/Thumbs.db", "a/desktop.ini",
        "a/.ipynb_checkpoints/x-checkpoint.ipynb", "a/.git/HEAD", "a/__pycache__/x.pyc",
        "a/~$x.doc",
    ],
)  # fmt: skip
def test_what_a_system_made_is_noise(path: str) -> None:
    assert is_noise(path.split("/"))


def test_one_name_in_two_forms_of_unicode_is_one_name() -> None:
    forms = {clean(unicodedata.normalize(form, "Ångström.ipynb")) for form in ("NFC", "NFD")}

    assert {"Ångström.ipynb"} == forms


def test_characters_that_hide_or_turn_text_go() -> None:
    assert "invoice_gpj.exe" == clean("invoice_\u202egpj.exe\u200b\x07 . ")


def test_a_long_name_keeps_its_ending() -> None:
    long = clean("ä" * 400 + ".ipynb")

    assert long.endswith(".ipynb")
    assert len(long.encode()) <= 200
    assert long != clean("ä" * 401 + ".ipynb")


def test_names_of_people_are_compared_without_case_accents_and_signs() -> None:
    assert folded("O’Brien, Zoë") == folded("o'brien zoe")


@pytest.mark.parametrize("text", ["../x", "..", ".hidden", "a+b", "br[ack]", "a\0b", "", "*"])
def test_an_id_that_is_made_up_can_name_a_folder(text: str) -> None:
    made = made_id(text)

    assert made
    assert not made.startswith((".", "-"))
    assert not set(made) & set("/\\+[]*?\0")
