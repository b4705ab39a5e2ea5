"""Stepping, scrubbing, playing and pausing, with the mouse, the keyboard and without motion."""

import pytest

pytestmark = pytest.mark.browser

STAGES = ["project", "dot", "scale", "softmax", "mix", "rows"]


def heading(page):
    return page.text("#heading")


def where(page):
    return int(page.text("#where").split()[1])


def test_it_opens_on_the_first_step_and_can_be_stepped_to_the_last_and_back(opened):
    page = opened()
    there = [where(page)]
    while page.find("#next").is_enabled():
        page.find("#next").click()
        there.append(where(page))
    back = [where(page)]
    while page.find("#back").is_enabled():
        page.find("#back").click()
        back.append(where(page))

    assert list(range(1, 14)) == there
    assert there[::-1] == back
    assert page.find("#first").is_disabled()


@pytest.mark.parametrize("stage", STAGES)
def test_a_click_on_a_stage_goes_to_its_first_step(opened, stage):
    page = opened()

    page.stage(stage)

    steps = [step["stage"] for step in page.steps]
    assert steps.index(stage) + 1 == where(page)
    assert page.find("#stages [aria-current]").get_attribute("data-stage") == stage


def test_the_keyboard_steps_and_jumps(opened):
    page = opened()
    seen = []
    for key in ("ArrowRight", "ArrowRight", "ArrowLeft", "End", "ArrowRight", "Home", "ArrowLeft"):
        page.tab.keyboard.press(key)
        seen.append(where(page))

    assert [2, 3, 2, 13, 13, 1, 1] == seen


def test_keys_that_belong_to_a_field_are_left_to_it(opened):
    page = opened()
    page.field("X.0.0").focus()
    for key in ("End", "ArrowLeft", "Home", "Space"):
        page.tab.keyboard.press(key)

    assert 1 == where(page)
    assert not page.state["playing"]
    assert " 1" == page.field("X.0.0").input_value()


def test_the_arrows_step_while_the_slider_has_the_focus(opened):
    page = opened()
    page.find("#scrub").focus()
    page.tab.keyboard.press("ArrowRight")
    page.tab.keyboard.press("ArrowRight")

    assert 3 == where(page)
    assert "step 3 of 13: A value for every position" == page.find("#scrub").get_attribute(
        "aria-valuetext"
    )


def test_scrubbing_shows_a_moment_of_a_step(opened):
    page = opened(motion=True)
    page.find("#scrub").fill("3.3")  # key 1 is being met: the query is on its way to it

    assert "The query meets key 1" == heading(page)
    assert "1" == page.cell("dot.0")
    assert "0" == page.find('#board [data-cell="dot.1"]').evaluate("e => e.style.opacity")
    assert "later" == page.find('#board [data-cell="dot.2"]').get_attribute("class")
    assert page.find(".flight").count() == 2

    page.find("#scrub").fill("4")
    assert "1" == page.find('#board [data-cell="dot.1"]').evaluate("e => e.style.opacity")


def test_playing_runs_to_the_end_and_can_start_again(opened):
    page = opened(motion=True)
    page.tab.clock.install()
    page.tab.keyboard.press("Space")
    page.tab.clock.run_for(4000)
    halfway, playing = where(page), page.state["playing"]
    page.tab.clock.run_for(60_000)

    assert playing
    assert 1 < halfway < 13
    assert (13, False) == (where(page), page.state["playing"])
    assert "Again" in page.text("#play")

    page.find("#play").click()
    page.tab.clock.run_for(100)
    assert page.state["playing"]
    assert where(page) <= 2


def test_a_pause_holds_the_moment(opened):
    page = opened(motion=True)
    page.tab.clock.install()
    page.find("#play").click()
    page.tab.clock.run_for(3300)
    page.find("#play").click()
    page.tab.clock.run_for(100)  # the frame that was on its way when the button was clicked
    held = page.state["time"]
    page.tab.clock.run_for(5000)

    assert held == page.state["time"]
    assert "Play" in page.text("#play")


def test_it_can_pause_at_each_stage(opened):
    page = opened(motion=True)
    page.tab.clock.install(time=0)
    page.tab.clock.pause_at(60_000)  # else time also flows by itself, on a busy machine in jumps
    page.find("#pauses").check()
    stops = []
    for _ in STAGES:
        page.find("#play").click()
        page.tab.clock.run_for(30_000)
        stops.append(heading(page))

    assert [
        "A value for every position",
        "The query meets key 2",
        "Divide by √d",
        "Softmax: proportions",
        "Mix the values: coordinate 1",
        "Every position reads",
    ] == stops


def test_twice_the_speed_takes_half_the_time(opened):
    def steps_in_six_seconds(speed):
        page = opened(motion=True)
        page.tab.clock.install()
        page.find("#speed").select_option(speed)
        page.find("#play").click()
        page.tab.clock.run_for(6000)
        return page.state["time"]

    assert steps_in_six_seconds("2") > 1.7 * steps_in_six_seconds("1")


def test_without_motion_nothing_flies_and_a_step_is_there_at_once(opened):
    page = opened(motion=False)
    page.find("#next").click()

    assert 1 == page.state["time"]
    assert 0 == page.find(".flight").count()


def test_a_screen_reader_hears_the_step_and_its_numbers(opened):
    page = opened("preset=lesson&step=10")
    page.find("#live").filter(has_text="Weighted sum").wait_for(state="attached")

    said = page.find("#live").text_content()
    assert said.startswith("Weighted sum, step 11 of 13.")
    assert said.endswith("o00 = 0.4011·1 + 0.1978·0 + 0.4011·1 ≈ 0.8022")


def test_another_position_can_read(opened):
    page = opened("preset=lesson&step=11")
    page.choose("row", "2")

    assert ["0.7517", "1.5035"] == [page.cell(f"output.{c}") for c in range(2)]
    assert 12 == where(page)


@pytest.mark.parametrize(
    ("variant", "label", "wrong"),
    [
        ("noscale", "no scaling", ["0.8446", "1.1554"]),
        ("columns", "softmax down the columns", ["0.6494", "0.8921"]),
        ("all", "softmax over all 9 entries", ["0.2219", "0.3313"]),
    ],
)
def test_a_wrong_calculation_is_labelled_wrong(opened, variant, label, wrong):
    page = opened(f"preset=lesson&step=11&variant={variant}")

    assert page.text("#warning").startswith(f"Wrong on purpose: {label}.")
    assert f"should carry [0.8022, 1.1978]; this way it ends with [{', '.join(wrong)}]" in (
        page.text("#warning")
    )
    assert wrong == [page.cell(f"output.{c}") for c in range(2)]
    page.choose("variant", "right")
    assert page.find("#warning").is_hidden()
