"""Texts in code: which they are, and code that says the same in another language."""

import pytest

from autograder.lang.catalogue import Catalogue
from autograder.lang.code import names_in, texts_in, translated

CODE = '''\
def mean(x):
    """The average.

    x   numbers
    """
    if not x:  # nothing to add up
        raise ValueError(f"{len(x)} of {', '.join(x)}: too few")
    return {"first": sum(x)}["first"] / len(x), "output"


output = "two words" " in two pieces"
'''
CHINESE = Catalogue(
    "zh",
    texts={
        "The average.\n\nx   numbers": "平均值。\n\nx   数",
        "nothing to add up": "没有可加的",
        "two words in two pieces": '两个“词"\\',
        "first": "第一",
    },
    templates={"{len(x)} of {', '.join(x)}: too few": "{', '.join(x)} 太少（{len(x)}）{{}}"},
)


def test_texts_are_comments_docstrings_and_strings_that_people_read() -> None:
    found = texts_in(CODE, frozenset(names_in(CODE)))

    assert [
        ("docstring", "The average.\n\nx   numbers"),
        ("comment", "nothing to add up"),
        ("template", "{len(x)} of {', '.join(x)}: too few"),
        ("string", "first"),
        ("string", "first"),
        ("string", "two words in two pieces"),
    ] == [(text.kind, text.key) for text in found]


def test_code_says_the_same_in_another_language() -> None:
    assert '''\
def mean(x):
    """平均值。

    x   数
    """
    if not x:  # 没有可加的
        raise ValueError(f"{', '.join(x)} 太少（{len(x)}）{{}}")
    return {"第一": sum(x)}["第一"] / len(x), "output"


output = "两个“词\\"\\\\"
''' == translated(CODE, CHINESE)


def test_columns_are_right_after_letters_of_several_bytes() -> None:
    words = Catalogue("zh", texts={"two words": "两个词", "a word here": "一个词"})

    assert 'é = ["两个词", "一个词"]  # ü' == translated(
        'é = ["two words", "a word here"]  # ü', words
    )


@pytest.mark.parametrize("code", ["%matplotlib inline\nx = 'two words'", "def (", "'''"])
def test_what_is_not_plain_python_stays_as_it_is(code: str) -> None:
    assert code == translated(code, CHINESE)


def test_markers_are_not_texts() -> None:
    assert [] == texts_in("### BEGIN HIDDEN TESTS\n# hidden cases: mean-test\n### END HIDDEN TESTS")


def test_a_translation_with_a_field_that_the_code_lacks_is_not_used() -> None:
    words = Catalogue("zh", templates={"{x} is odd": "{y} 是奇数"})

    assert 'f"{x} is odd"' == translated('f"{x} is odd"', words)
