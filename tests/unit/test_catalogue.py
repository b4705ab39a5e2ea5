"""Catalogues: a finished English text, said in another language."""

from pathlib import Path

import pytest

from autograder.errors import AuthoringError
from autograder.lang import upkeep
from autograder.lang.catalogue import Catalogue, Template, read_catalogue
from autograder.lang.messages import Entry

CHINESE = Catalogue(
    "zh",
    texts={
        "scores": "分数",
        "the weights times the values": "权重乘以值",
        ", ": "、",
        " and ": "和",
        "shapes": "形状",
        "numerics": "数值",
    },
    templates={
        "{label} should be {meaning}.": "{label} 应当是{meaning}。",
        "{label} should have shape {list(expected)}; it has {list(got.shape)}.": (
            "{label} 的形状是 {list(got.shape)}，应当是 {list(expected)}。"
        ),
        "the gradient of {name}": "{name} 的梯度",
        "mend this first; after it come {rest}": "先改这里；后面还有{rest}",
    },
)


@pytest.mark.parametrize(
    ("expected", "english"),
    [
        ("分数", "scores"),
        ("output 应当是权重乘以值。", "output should be the weights times the values."),
        ("v 的梯度 应当是x。", "the gradient of v should be x."),
        (
            "w 的形状是 [3]，应当是 [2, 2]。",
            "w should have shape [2, 2]; it has [3].",
        ),
        ("先改这里；后面还有形状和数值", "mend this first; after it come shapes and numerics"),
        ("先改这里；后面还有形状、数值", "mend this first; after it come shapes, numerics"),
        ("nobody has translated this", "nobody has translated this"),
        ("", ""),
    ],
)
def test_a_finished_text_is_said_by_the_template_that_it_was_made_from(
    expected: str, english: str
) -> None:
    assert expected == CHINESE.say(english)


def test_what_a_student_s_code_said_stays_as_it_is() -> None:
    words = Catalogue(
        "zh", templates={"{name} raised {kind}: {text!s}": "{name} 出错 {kind}：{text!s}"}
    )

    assert "f 出错 E：{x} %s </b> {text}" == words.say("f raised E: {x} %s </b> {text}")


def test_the_template_that_says_more_goes_first() -> None:
    words = Catalogue(
        "zh",
        templates={
            "{a} is {b}.": "短",
            "{a} is {b}, {c} was expected.": "长",
        },
    )

    assert "长" == words.say("x is 1, 2 was expected.")


def test_a_text_that_is_all_separators_costs_no_time() -> None:
    words = Catalogue("zh", templates={"{a} is {b} is {c} is {d} is {e}!": "x"})

    assert words.say(" is " * 900).startswith(" is ")
    assert words.say(" is " * 90_000).startswith(" is ")


def test_braces_that_are_no_field_are_doubled() -> None:
    template = Template.of("{{x}} has {n} things")

    assert ("{x} has ", " things") == template.texts
    assert "{x} has 3 things" == template.filled({"n": "3"})


PLAIN, FIELDS = Entry("Three rows.", False, "a cell"), Entry("{n} of {m}.", True, "a cell")


def test_a_new_catalogue_has_everything_to_do(tmp_path: Path) -> None:
    path = tmp_path / "lesson.zh.po"
    left = upkeep.update(path, "zh", [PLAIN, FIELDS])

    assert 2 == len(left)
    assert "lesson.zh.po: not translated (a cell): Three rows." == left[0]
    assert {} == read_catalogue("zh", (path,)).texts


def write(path: Path, **said: str) -> None:
    """Translate by hand: `_0` is the first text, `_1` the second."""
    upkeep.update(path, "zh", [PLAIN, FIELDS])
    text = path.read_text(encoding="utf-8")
    for key, value in zip((PLAIN.key, FIELDS.key), said.values(), strict=False):
        text = text.replace(f'msgid "{key}"\nmsgstr ""', f'msgid "{key}"\nmsgstr "{value}"')
    path.write_text(text, encoding="utf-8")


@pytest.mark.parametrize(
    ("expected", "plain", "fields"),
    [
        ([], "三行。", "{m} 中的 {n}。"),
        (["lesson.zh.po: other numbers than in English: Three rows."], "3 行。", "{m} 中的 {n}。"),
        (["lesson.zh.po: other fields than in English: {n} of {m}."], "三行。", "{m} 中的 {x}。"),
    ],
)
def test_a_translation_has_the_numbers_and_fields_of_its_text(
    tmp_path: Path, expected: list[str], plain: str, fields: str
) -> None:
    path = tmp_path / "lesson.zh.po"
    write(path, _0=plain, _1=fields)

    assert expected == upkeep.problems(path, [PLAIN, FIELDS])


def test_a_text_that_was_changed_is_not_said_in_its_old_translation(tmp_path: Path) -> None:
    path = tmp_path / "lesson.zh.po"
    write(path, _0="三行。", _1="{m} 中的 {n}。")
    left = upkeep.update(path, "zh", [Entry("Three rowes.", False, "a cell"), FIELDS])
    read_catalogue.cache_clear()

    assert ["lesson.zh.po: not translated (a cell): Three rowes."] == left
    assert "三行。" in path.read_text(encoding="utf-8")
    assert "Three rowes." == read_catalogue("zh", (path,)).say("Three rowes.")


def test_a_text_that_is_gone_is_named_until_the_catalogue_is_brought_up_to_date(
    tmp_path: Path,
) -> None:
    path = tmp_path / "lesson.zh.po"
    write(path, _0="三行。", _1="{m} 中的 {n}。")

    assert ["lesson.zh.po: no longer there: {n} of {m}."] == upkeep.problems(path, [PLAIN])
    assert [] == upkeep.update(path, "zh", [PLAIN])


def test_what_is_no_catalogue_is_an_author_s_error_with_its_name(tmp_path: Path) -> None:
    path = tmp_path / "zh.po"
    path.write_text("<!DOCTYPE html>", encoding="utf-8")

    with pytest.raises(AuthoringError, match=r"zh\.po can't be read as a PO file"):
        read_catalogue("zh", (path,))
