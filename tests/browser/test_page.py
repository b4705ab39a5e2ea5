"""The page as such: its weight, its looks at every width, access for everyone, paper, frames."""

import json
import re

import pytest

from tests.browser.walkthrough import FILE

pytestmark = pytest.mark.browser

WIDTHS = (360, 768, 1600)
STEPS = (0, 4, 6, 8, 9, 11, 12)


def test_the_file_is_small_and_asks_for_nothing():
    text = FILE.read_text(encoding="utf-8")

    assert len(text.encode()) <= 300_000
    assert re.findall(r"""(?:src|href)=["'](?!#)""", text) == []
    assert re.findall(r"https?:|@import|url\(|fetch\(|XMLHttpRequest|WebSocket", text) == []


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("variant", ["right", "columns"])
def test_nothing_sticks_out_at_any_width(opened, width, variant):
    page = opened(width=width)
    for step in STEPS:
        page.open(f"preset=lesson&variant={variant}&step={step}")
        assert page.tab.evaluate("document.documentElement.scrollWidth") == width


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 1600])
def test_axe_has_nothing_serious_to_say(opened, theme, width):
    from axe_playwright_python.sync_playwright import Axe

    page = opened(width=width, theme=theme)
    found = []
    for view in ["preset=lesson", "preset=lesson&step=9", "preset=changed&step=9&variant=all"]:
        page.open(view, theme=theme)
        page.field("V.0.0" if "changed" in view else "X.0.0").fill("x")  # a fault is read, too
        for violation in Axe().run(page.tab).response["violations"]:
            nodes = [node["target"] for node in violation["nodes"]]
            found.append((violation["impact"], violation["id"], view, nodes))

    assert [entry for entry in found if entry[0] in ("serious", "critical")] == []
    print(f"\naxe, {width} px, {theme}: {len(found)} minor or moderate findings {found or ''}")


def test_the_theme_follows_the_system_until_it_is_chosen(opened):
    page = opened()

    def paper():
        return page.tab.evaluate("getComputedStyle(document.body).backgroundColor")

    page.tab.emulate_media(color_scheme="dark")
    dark = paper()
    page.tab.emulate_media(color_scheme="light")
    light = paper()
    page.find("#theme").click()
    page.find("#theme").click()

    assert dark != light
    assert "Colours: dark" == page.find("#theme").get_attribute("aria-label")
    assert dark == paper()


def test_everything_can_be_reached_with_the_tab_key(opened):
    page = opened()
    reached = set()
    for _ in range(80):
        page.tab.keyboard.press("Tab")
        reached.add(
            page.tab.evaluate(
                "(e => e.dataset.field || e.dataset.stage || e.id || e.value)"
                "(document.activeElement)"
            )
        )

    assert {"theme", "link", "mix", "board", "scrub", "play", "next", "speed"} <= reached
    assert {"lesson", "cancel", "X.0.0", "Wv.1.1", "positions:1"} <= reached


def test_it_works_in_a_frame_without_an_address(opened):
    page = opened()
    page.tab.goto("about:blank")
    page.tab.set_content('<iframe sandbox="allow-scripts" width="800" height="700"></iframe>')
    page.tab.evaluate(
        "page => document.querySelector('iframe').srcdoc = page", FILE.read_text("utf-8")
    )
    inside = page.tab.frame_locator("iframe")
    inside.locator('#stages [data-stage="mix"]').click()

    inside.get_by_text("0.4011·1 + 0.1978·0 + 0.4011·1").first.wait_for()
    assert inside.locator("#link").is_hidden()  # there is no address to link to


def test_paper_has_a_still_of_each_stage(opened):
    page = opened("preset=lesson&row=1", theme="dark")
    page.tab.emulate_media(media="print")
    page.tab.evaluate("dispatchEvent(new Event('beforeprint'))")

    stills = page.find(".still")
    headings = [still.inner_text().splitlines()[0] for still in stills.all()]
    assert [
        *("Projections", "Dot products", "Scaling"),
        *("Softmax", "Weighted sum", "All rows"),
    ] == headings
    assert "1.6044" in stills.nth(4).inner_text()
    assert page.find("#board").is_hidden()
    assert page.tab.pdf(format="A4").startswith(b"%PDF")


def placeholders(table, path=""):
    """{path: the {names} in its text} of a table of texts."""
    if isinstance(table, str):
        return {path: set(re.findall(r"\{(\w+)\}", table))}
    return {
        key: names
        for name, inner in table.items()
        for key, names in placeholders(inner, f"{path}.{name}").items()
    }


def test_the_tables_of_texts_have_the_same_keys_and_names(opened):
    texts = opened().tab.evaluate("walkthrough.texts()")
    english = placeholders(texts["en"])

    assert len(english) > 100
    for table in texts.values():
        assert english == placeholders(table)


@pytest.mark.parametrize("asked", ["xx", "__proto__", "<b>", ""])
def test_an_unknown_language_is_english(opened, asked):
    page = opened(lang=asked)

    assert "en" == page.tab.evaluate("document.documentElement.lang")
    assert "Attention, one step at a time" == page.text("h1")


def test_how_fast_it_is(opened):
    """Measured and printed (`pytest -s`), never asserted: it depends on the machine."""
    page = opened(motion=True)
    timing = page.tab.evaluate(
        "(t => ({interactive: t.domInteractive, loaded: t.loadEventEnd}))"
        "(performance.getEntriesByType('navigation')[0])"
    )
    page.find("#play").click()
    frames = page.tab.evaluate(
        """() => new Promise((done) => {
            const moments = [];
            const frame = (moment) => {
                moments.push(moment);
                if (moment - moments[0] < 3000) requestAnimationFrame(frame);
                else done(moments.slice(1).map((m, i) => m - moments[i]).sort((a, b) => a - b));
            };
            requestAnimationFrame(frame);
        })"""
    )
    middle, slow = frames[len(frames) // 2], frames[int(len(frames) * 0.99)]
    print(
        f"\n{json.dumps(timing)} ms; {1000 * len(frames) / sum(frames):.1f} frames a second, "
        f"{middle:.1f} ms a frame (median), {slow:.1f} ms (99 %)"
    )

    assert frames
