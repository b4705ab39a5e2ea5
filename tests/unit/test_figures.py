"""The figures of the lesson: their numbers, their descriptions, and that drawing repeats."""

import json
import math
import re
import runpy
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LESSON = ROOT / "source" / "attention"
WORDS = re.compile(r"<text[^>]*>([^<]+)</text>")

SCORES = [[1, 0, 1], [0, 1, 1], [1, 1, 2]]  # before the division by √2
VALUES = [[1, 0], [0, 2], [1, 2]]
CHANGED = [[1, 0], [0, 2], [3, 2]]


def exponentials(row):
    return [math.exp(score / math.sqrt(2)) for score in row]


WEIGHTS = [[e / sum(exponentials(row)) for e in exponentials(row)] for row in SCORES]


def mixed(values):
    return [
        [sum(a * v[c] for a, v in zip(row, values, strict=True)) for c in range(2)]
        for row in WEIGHTS
    ]


def words(name):
    return WORDS.findall((LESSON / "figures" / f"{name}.svg").read_text(encoding="utf-8"))


def numbers(name):
    return [word for word in words(name) if re.fullmatch(r"\+?\d\.\d{4}", word)]


def four(values):
    return [f"{value:.4f}" for value in values]


def pictures():
    """{file name: its description} of every picture in the notebook."""
    cells = json.loads((LESSON / "attention.ipynb").read_text(encoding="utf-8"))["cells"]
    text = "\n".join("".join(cell["source"]) for cell in cells)
    return {name: alt for alt, name in re.findall(r"!\[([^\]]*)\]\(figures/([^)]+)\)", text)}


def test_every_figure_is_in_the_notebook_with_a_description():
    files = {path.name for path in (LESSON / "figures").iterdir()}

    assert {"proportions.svg", "weights.svg", "changed-values.svg", "spread.svg"} == files
    assert files == set(pictures())
    assert all(len(alt) > 100 for alt in pictures().values())


def test_the_figure_of_one_row_has_the_numbers_of_position_0():
    e = exponentials(SCORES[0])
    scaled = 1 / math.sqrt(2)
    output = mixed(VALUES)[0]

    found = [word for word in words("proportions") if re.fullmatch(r"[\d.]+", word)]
    assert [
        *(f"{scaled:.4f}", "0", f"{scaled:.4f}"),
        *(f"{e[0]:.4f}", "1", f"{e[2]:.4f}", f"{sum(e):.4f}"),
        *(*four(WEIGHTS[0]), "1"),
    ] == found
    assert f"= [{output[0]:.4f}, {output[1]:.4f}]" in words("proportions")


def test_the_heat_map_has_every_weight_and_every_row_sum():
    assert [entry for row in WEIGHTS for entry in four(row)] == numbers("weights")
    assert 3 == words("weights").count("= 1")


def test_the_figure_of_changed_values_has_both_outputs_and_the_change():
    before, after = mixed(VALUES), mixed(CHANGED)
    expected = []
    for old, new in zip(before, after, strict=True):
        expected += [f"{new[0]:.4f}", f"{old[0]:.4f}", f"+{new[0] - old[0]:.4f}"]
    expected += four(row[1] for row in after)

    assert expected == numbers("changed-values")
    assert 3 == words("changed-values").count("as before")


@pytest.mark.parametrize("name", ["proportions", "weights", "changed-values"])
def test_the_description_says_only_numbers_of_the_figure(name):
    described = re.findall(r"\d\.\d{4}", pictures()[f"{name}.svg"])
    in_figure = re.findall(r"\d\.\d{4}", " ".join(words(name)))

    assert described
    assert set(described) <= set(in_figure)


def test_the_spread_grows_like_the_root_of_the_width_and_not_when_divided():
    figures = runpy.run_path(str(ROOT / "source" / "figures.py"))
    raw, widths = figures["random_scores"](), figures["WIDTHS"]

    for scores, width in zip(raw, widths, strict=True):
        assert math.sqrt(width) == pytest.approx(scores.std(), rel=0.05)


def test_the_figures_are_drawn_the_same_each_time(tmp_path):
    write = runpy.run_path(str(ROOT / "source" / "figures.py"))["write"]
    write(tmp_path / "first")
    write(tmp_path / "second")

    drawn = sorted((tmp_path / "first").iterdir())
    assert 4 == len(drawn)
    for path in drawn:
        assert path.read_bytes() == (tmp_path / "second" / path.name).read_bytes()
        # Another matplotlib may place things otherwise; what the committed figure says must agree.
        assert words(path.stem) == WORDS.findall(path.read_text(encoding="utf-8"))
