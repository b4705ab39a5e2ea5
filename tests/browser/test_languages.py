"""The walkthrough in both of its languages: one page, a switch, the same numbers."""

import re

import pytest

from tests.browser.walkthrough import FILE

pytestmark = pytest.mark.browser

RELEASED = FILE.parents[2] / "release-zh" / "attention" / "walkthrough.html"
HAN = re.compile(r"[\u4e00-\u9fff]")
SAME = {".language", ".space", ".stage.softmax"}
"""Texts that need not be Chinese."""


def flat(table, path=""):
    """{path: text} of a table of texts."""
    if isinstance(table, str):
        return {path: table}
    return {k: t for name, inner in table.items() for k, t in flat(inner, f"{path}.{name}").items()}


def numbers(text):
    return sorted(re.findall(r"\d+(?:\.\d+)?", text))


def test_every_text_is_chinese_and_has_the_numbers_of_the_english_one(opened):
    texts = opened().tab.evaluate("walkthrough.texts()")
    english, chinese = flat(texts["en"]), flat(texts["zh"])

    assert english.keys() == chinese.keys()
    for path, text in chinese.items():
        assert HAN.search(text) or path in SAME, path
        assert numbers(english[path]) == numbers(text), path


@pytest.mark.parametrize("asked", ["zh", "zh-CN"])
def test_the_address_chooses_the_language(opened, asked):
    page = opened(lang=asked)

    assert "注意力，一步一步来" == page.text("h1")
    assert "zh" == page.tab.evaluate("document.documentElement.lang")
    assert "注意力，一步一步来" == page.tab.title()


def test_the_switch_changes_every_text_and_no_number(opened):
    page = opened("preset=changed&step=9&variant=columns")
    before, state = page.numbers, page.state
    page.find("#language").click()

    assert "zh" == page.tab.evaluate("document.documentElement.lang")
    assert "English" == page.text("#language")
    assert (before, state) == (page.numbers, page.state)
    three_words = r"[A-Za-z]{2,} [A-Za-z]{2,} [A-Za-z]{2,}"
    # Texts change with the next frame; one that stays English is a time-out here.
    page.tab.wait_for_function("(words) => !document.body.innerText.match(words)", arg=three_words)
    labels = page.tab.evaluate(
        "[...document.querySelectorAll('[aria-label]')].map((e) => e.ariaLabel)"
    )
    assert [] == [label for label in labels if re.search(r"[a-z]{3,} [a-z]{3,}", label)]

    page.find("#language").click()

    assert "Attention, one step at a time" == page.text("h1")


def test_the_switch_says_its_language_in_that_language(opened):
    switch = opened().find("#language")

    assert ("中文", "zh") == (switch.inner_text(), switch.get_attribute("lang"))


def test_a_fault_and_a_bad_link_are_said_in_chinese(opened):
    page = opened("mode=qkv&Q=broken", lang="zh")
    page.field("X.0.0").fill("x")

    assert page.text("#notice").startswith("读不懂这个链接里的数字")
    assert page.text("#fault-X").startswith("X，第 0 行，第 0 列：“x”不是数。")


def test_a_released_page_begins_in_its_language_in_a_frame_too(opened):
    page = opened()
    page.tab.goto("about:blank")
    page.tab.set_content('<iframe sandbox="allow-scripts" width="800" height="700"></iframe>')
    page.tab.evaluate(
        "page => document.querySelector('iframe').srcdoc = page", RELEASED.read_text("utf-8")
    )
    inside = page.tab.frame_locator("iframe")

    inside.get_by_text("注意力，一步一步来").first.wait_for()
    inside.locator("#language").click()
    inside.get_by_text("Attention, one step at a time").first.wait_for()


@pytest.mark.parametrize("width", [360, 768, 1600])
def test_nothing_sticks_out_in_chinese(opened, width):
    page = opened(width=width)
    for step in (0, 4, 9, 12):
        page.open(f"preset=lesson&variant=columns&step={step}", lang="zh")
        assert page.tab.evaluate("document.documentElement.scrollWidth") == width


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_has_nothing_serious_to_say_in_chinese(opened, theme):
    from axe_playwright_python.sync_playwright import Axe

    page = opened("preset=changed&step=9&variant=all", theme=theme, lang="zh")
    violations = Axe().run(page.tab).response["violations"]

    assert [] == [v["id"] for v in violations if v["impact"] in ("serious", "critical")]
