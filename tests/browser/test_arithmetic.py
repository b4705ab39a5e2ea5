"""Every number of the walkthrough against the lesson and against torch."""

import itertools
import re

import pytest
import torch

from tests.browser.walkthrough import PRESETS, VARIANTS, differences, link

pytestmark = pytest.mark.browser

LESSON = {
    "dot": ["1", "0", "1"],
    "score": ["0.7071", "0", "0.7071"],
    "exp": ["2.0281", "1", "2.0281"],
    "share": ["0.4011", "0.1978", "0.4011"],
}


def test_the_ledger_of_position_0_is_the_hand_calculation(opened):
    page = opened("preset=lesson&step=11")

    for column, expected in LESSON.items():
        assert [page.cell(f"{column}.{j}") for j in range(3)] == expected
    assert ("5.0562", "1") == (page.cell("sum"), page.cell("shares"))
    assert ["0.8022", "1.1978"] == [page.cell(f"output.{c}") for c in range(2)]
    assert [["0.4011", "0"], ["0", "0.3956"], ["0.4011", "0.8022"]] == page.matrix("part", 3, 2)


def test_all_rows_are_those_of_the_lesson(opened):
    page = opened("preset=lesson&step=12")

    assert [
        ["0.7071", "0", "0.7071"],
        ["0", "0.7071", "0.7071"],
        ["0.7071", "0.7071", "1.4142"],
    ] == page.matrix("S", 3, 3)
    assert [
        ["0.4011", "0.1978", "0.4011"],
        ["0.1978", "0.4011", "0.4011"],
        ["0.2483", "0.2483", "0.5035"],
    ] == page.matrix("A", 3, 3)
    assert [["0.8022", "1.1978"], ["0.5989", "1.6044"], ["0.7517", "1.5035"]] == page.matrix(
        "O", 3, 2
    )


def test_each_step_has_the_formula_with_its_numbers(opened):
    page = opened("preset=lesson")
    said = []
    for _ in page.steps:
        said.append(page.formulas())
        page.tab.keyboard.press("ArrowRight")

    assert [
        ["q0 = [1·1 + 0·0, 1·0 + 0·1] = [1, 0]"],
        [
            "k0 = [1·1 + 0·0, 1·0 + 0·1] = [1, 0]",
            "k1 = [0·1 + 1·0, 0·0 + 1·1] = [0, 1]",
            "k2 = [1·1 + 1·0, 1·0 + 1·1] = [1, 1]",
        ],
        [
            "v0 = [1·1 + 0·0, 1·0 + 0·2] = [1, 0]",
            "v1 = [0·1 + 1·0, 0·0 + 1·2] = [0, 2]",
            "v2 = [1·1 + 1·0, 1·0 + 1·2] = [1, 2]",
        ],
        ["q0 · k0 = 1·1 + 0·0 = 1"],
        ["q0 · k1 = 1·0 + 0·1 = 0"],
        ["q0 · k2 = 1·1 + 0·1 = 1"],
        ["s0 = [1, 0, 1] / √2 ≈ [0.7071, 0, 0.7071], √2 ≈ 1.4142"],
        ["[e^(0.7071), e^(0), e^(0.7071)] ≈ [2.0281, 1, 2.0281]"],
        ["z0 = 2.0281 + 1 + 2.0281 ≈ 5.0562"],
        [
            "a00 = 2.0281 / 5.0562 ≈ 0.4011",
            "a01 = 1 / 5.0562 ≈ 0.1978",
            "a02 = 2.0281 / 5.0562 ≈ 0.4011",
        ],
        ["o00 = 0.4011·1 + 0.1978·0 + 0.4011·1 ≈ 0.8022"],
        ["o01 = 0.4011·0 + 0.1978·2 + 0.4011·2 ≈ 1.1978"],
        ["o0 = [0.4011, 0.1978, 0.4011] V ≈ [0.8022, 1.1978]"],
    ] == said


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_experiment_agrees_with_torch_right_and_wrong(opened, variant):
    page = opened()
    off = {}
    for preset in PRESETS:
        page.find(f'#presets [value="{preset}"]').click()
        page.choose("variant", variant)
        off[preset] = differences(page.numbers, page.state, variant)

    assert {preset: [] for preset in PRESETS} == off


def test_the_experiments_show_what_the_lesson_says(opened):
    page = opened("preset=changed&step=10")
    change = page.matrix("change", 3, 2)
    compared = page.text("#compare")
    page.open("preset=zero&step=9")
    zero = [page.cell(f"share.{j}") for j in range(3)], [page.cell(f"output.{c}") for c in range(2)]
    page.open("preset=average")
    average = page.numbers["output"]
    page.open("preset=pair")
    pair = page.numbers["dots"]
    page.open("preset=separate")
    separate = page.numbers["dots"]

    assert [["0.8022", "0"], ["0.8022", "0"], ["1.0070", "0"]] == change
    assert "unchanged" in compared
    assert "changed by [0.8022, 0]" in compared
    assert (["0.3333"] * 3, ["0.6667", "1.3333"]) == zero
    assert average == [pytest.approx([2 / 3, 4 / 3])] * 3
    assert ([[1, 0], [0, 1]], [[0, 2], [0, 0]]) == (pair, separate)


def test_numbers_that_are_typed_in_agree_with_torch(opened):
    dice = torch.Generator().manual_seed(7)
    page = opened("preset=changed&row=1")
    for name, r, c in itertools.product("QKV", range(3), range(2)):
        number = round(torch.randn(1, generator=dice, dtype=torch.float64).item() * 3, 3)
        page.field(f"{name}.{r}.{c}").fill(str(number))

    for variant in VARIANTS:
        page.choose("variant", variant)
        assert [] == differences(page.numbers, page.state, variant)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("mode", ["x", "qkv"])
def test_random_shapes_and_numbers_agree_with_torch_on_every_step(opened, mode, seed):
    dice = torch.Generator().manual_seed(seed)
    n = int(torch.randint(1, 7, (), generator=dice))
    m, d, dv = torch.randint(1, 5, (3,), generator=dice).tolist()

    def table(rows, columns):
        return torch.randn(rows, columns, generator=dice, dtype=torch.float64) * 2

    shapes = {"Q": (n, d), "K": (n, d), "V": (n, dv)}
    if mode == "x":
        shapes = {"X": (n, m), "Wq": (d, m), "Wk": (d, m), "Wv": (dv, m)}
    view = link(mode, {name: table(*shape) for name, shape in shapes.items()})
    page = opened(f"{view}&row={n - 1}")

    for variant in VARIANTS:
        page.choose("variant", variant)
        assert [] == differences(page.numbers, page.state, variant)
        page.tab.keyboard.press("Home")
        for _ in page.steps:
            assert [] == sums_that_are_off(page.formulas())
            page.tab.keyboard.press("ArrowRight")


def sums_that_are_off(lines):
    """Of `a·b + c·d ≈ e`, those where the sum of what is shown is not what is shown.

    Rounded numbers go in, so the result may be off by what the rounding makes of it.
    """
    off = []
    for line in lines:
        terms = re.fullmatch(r"\S+(?: · \S+)? = ([-−\d.·+() ]+) [=≈] ([-−\d.]+)", line)
        if terms is None or not re.search("[·+]", terms[1]):
            continue
        left, right = (part.replace("−", "-").replace("·", "*") for part in terms.groups())
        slack = 1e-4 * (1 + sum(abs(float(x)) for x in re.findall(r"[\d.]+", left)))
        if abs(eval(left, {"__builtins__": {}}) - float(right)) > slack:  # digits and + * ( ) only
            off.append(line)
    return off


@pytest.mark.parametrize("variant", VARIANTS)
def test_scores_too_large_for_an_exponential_stay_finite(opened, variant):
    big = {"Q": "100,100;-100,-100;0,100", "K": "100,100;100,-100;-100,-100", "V": "1,2;3,4;5,6"}
    page = opened("mode=qkv&" + "&".join(f"{name}={rows}" for name, rows in big.items()))
    page.choose("variant", variant)
    page.stage("softmax")

    assert [] == differences(page.numbers, page.state, variant)
    assert "subtracted first" in page.text("#say")
    assert not re.search("NaN|Infinity|undefined", page.text("body"))
