"""Typing numbers, good and bad; rows and columns more and less; links."""

import pytest

pytestmark = pytest.mark.browser


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("abc", "“abc” is not a number"),
        ("", "is empty"),
        ("   ", "is empty"),
        ("-", "“-” is not a number"),
        ("NaN", "“NaN” is not a number"),
        ("Infinity", "“Infinity” is not a number"),
        ("1/0", "“1/0” is not a number"),
        ("1 2", "“1 2” is not a number"),
        ("0x10", "“0x10” is not a number"),
        ("<b>1</b>", "“<b>1</b>” is not a number"),
        ("1e9", "1e9 lies outside −100 to 100"),
        ("1e999", "1e999 lies outside −100 to 100"),
        ("-100.01", "-100.01 lies outside −100 to 100"),
        ("9" * 400, "lies outside −100 to 100"),
    ],
)
def test_what_is_no_number_is_marked_and_the_last_good_one_stays(opened, typed, said):
    page = opened("preset=changed")
    before = page.numbers
    page.field("K.2.1").fill(typed)

    assert before == page.numbers
    assert "true" == page.field("K.2.1").get_attribute("aria-invalid")
    assert page.text("#fault-K").startswith("K, row 2, column 1")
    assert said in page.text("#fault-K")
    assert "it counts as 1" in page.text("#fault-K")
    assert 0 == page.find("#fault-K b").count()
    assert "fault-K" == page.field("K.2.1").get_attribute("aria-describedby")


@pytest.mark.parametrize(
    ("typed", "value"),
    [
        ("0.5", 0.5),
        ("0,5", 0.5),
        (" -2 ", -2),
        ("−2", -2),
        ("+.25", 0.25),
        ("1/3", 1 / 3),
        ("-1 / 4", -0.25),
        ("1e1", 10),
        ("100", 100),
        ("-0", 0),
    ],
)
def test_numbers_can_be_written_in_many_ways(opened, typed, value):
    page = opened("preset=changed")
    page.field("Q.0.0").fill(typed)

    assert value == page.numbers["Q"][0][0]
    assert page.field("Q.0.0").get_attribute("aria-invalid") is None
    assert typed == page.field("Q.0.0").input_value()  # nothing is rewritten under the cursor


def test_a_fault_ends_when_the_field_is_put_right_and_others_stay(opened):
    page = opened()
    page.field("X.0.0").fill("x")
    page.field("X.1.0").fill("y")
    page.field("X.0.0").fill("2")

    assert page.field("X.0.0").get_attribute("aria-invalid") is None
    assert "y" == page.field("X.1.0").input_value()
    assert page.text("#fault-X").startswith("X, row 1, column 0")
    assert 2 == page.numbers["Q"][0][0]


def test_an_experiment_clears_what_was_typed(opened):
    page = opened()
    page.field("X.0.0").fill("x")
    page.find('#presets [value="lesson"]').click()

    assert "1" == page.field("X.0.0").input_value()
    assert page.find("#fault-X").is_hidden()


@pytest.mark.parametrize(
    ("size", "most", "tables"),
    [
        ("positions", 6, {"X": 0}),
        ("inputs", 4, {"X": 1, "Wq": 1, "Wk": 1, "Wv": 1}),
        ("width", 4, {"Wq": 0, "Wk": 0}),
        ("valueWidth", 4, {"Wv": 0}),
    ],
)
def test_rows_and_columns_grow_and_shrink_to_their_limits(opened, size, most, tables):
    page = opened("preset=lesson&step=12")

    def lengths():
        state = page.state
        return {len(state[t]) if axis == 0 else len(state[t][0]) for t, axis in tables.items()}

    while page.size(size, 1).is_enabled():
        page.size(size, 1).click()
    assert {most} == lengths()
    for _ in page.steps:
        page.tab.keyboard.press("ArrowLeft")

    while page.size(size, -1).is_enabled():
        page.size(size, -1).click()
    assert {1} == lengths()
    for _ in page.steps:
        page.tab.keyboard.press("ArrowRight")


def test_a_row_less_takes_its_faults_and_the_reader_with_it(opened):
    page = opened("preset=changed&row=2")
    page.field("V.2.0").fill("x")
    page.field("V.0.0").fill("y")
    page.size("positions", -1).click()

    assert 1 == page.state["row"]
    assert ["V.0.0"] == list(page.state["faults"])
    assert "1" == page.find('input[name="row"]:checked').input_value()


def test_one_position_reads_itself_alone(opened):
    page = opened("mode=qkv&Q=5&K=-3&V=2&step=9")

    assert [[1]] == page.numbers["weights"]
    assert [[2]] == page.numbers["output"]
    assert "softmax over all 1 entries" in page.text("#variants")


def test_q_k_and_v_can_be_typed_starting_from_what_x_gave(opened):
    page = opened("preset=separate")
    page.choose("mode", "qkv")

    assert "2" == page.field("K.1.0").input_value()
    assert "qkv" == page.state["mode"]
    page.field("K.1.0").fill("-2")
    assert -2 == page.numbers["dots"][0][1]
    page.choose("mode", "x")
    assert 2 == page.numbers["dots"][0][1]


def test_a_link_leads_back_to_the_same_view(opened):
    page = opened("preset=zero&row=1&variant=all&step=5")
    page.field("V.1.1").fill("1/3")
    page.stage("mix")
    kept = page.find("#link").get_attribute("href")
    before = page.numbers, page.state["row"], page.state["variant"], page.text("#heading")
    page.open(kept.lstrip("#"))

    assert before == (
        page.numbers,
        page.state["row"],
        page.state["variant"],
        page.text("#heading"),
    )


@pytest.mark.parametrize(
    "view",
    [
        "preset=__proto__",
        "preset=nope",
        "mode=qkv",
        "mode=qkv&Q=1,2&K=1&V=1",
        "mode=qkv&Q=1;1&K=1;1&V=1",
        "mode=qkv&Q=1,2;3&K=1,2;3&V=1;1",
        "mode=qkv&Q=NaN&K=1&V=1",
        "mode=qkv&Q=1e9&K=1&V=1",
        "mode=qkv&Q=1;1;1;1;1;1;1&K=1;1;1;1;1;1;1&V=1;1;1;1;1;1;1",
        "mode=x&X=1&Wq=1&Wk=1,1&Wv=1",
        "mode=constructor&Q=1",
        "%00%ff",
    ],
)
def test_a_link_that_cannot_be_read_gives_a_sentence_and_the_lesson(opened, view):
    page = opened(view)

    assert "can't be read" in page.text("#notice")
    assert "lesson" == page.state["preset"]
    assert 0.4011 == pytest.approx(page.numbers["weights"][0][0], abs=1e-4)


def test_steps_and_rows_beyond_the_end_are_the_last(opened):
    page = opened("preset=lesson&row=99&step=999")

    assert 2 == page.state["row"]
    assert "step 13 of 13" == page.text("#where")
