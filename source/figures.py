"""Draws the figure of the lesson: `python source/figures.py`.

The drawing is the same to the last byte on every run, so that a changed figure is a changed
lesson. Text stays text in the SVG: it can be searched, read aloud, and checked by a test.
"""

import io
import math
from pathlib import Path
from typing import Any

import matplotlib

matplotlib.use("Agg")

from matplotlib import pyplot as plt
from matplotlib.axes import Axes
from matplotlib.figure import Figure

TARGET = Path(__file__).parent / "attention" / "figures" / "proportions.svg"

# Position 0 of the example reads three positions: its query, their keys and values.
QUERY = (1, 0)
KEYS = ((1, 0), (0, 1), (1, 1))
VALUES = ((1, 0), (0, 2), (1, 2))
SUM_ROW = 3  # the row below the three positions

# Blue, orange and green of the Okabe-Ito palette differ for colour-blind readers too; without
# any colour the labels tell the rows apart.
COLOURS = ("#0072B2", "#E69F00", "#009E73")

STYLE: dict[Any, Any] = {
    "svg.fonttype": "none",
    "svg.hashsalt": "attention",  # else the ids in the file are random
    "font.family": "sans-serif",
    "font.size": 11,
}


def stages() -> list[tuple[str, str, list[float]]]:
    """Name, recipe and the three numbers: scaled scores, exponentials, proportions."""
    scores = [
        sum(q * x for q, x in zip(QUERY, key, strict=True)) / math.sqrt(len(QUERY)) for key in KEYS
    ]
    exponentials = [math.exp(score) for score in scores]
    total = sum(exponentials)
    return [
        ("scaled score", "q₀ · k / √2", scores),
        ("exponential", "e to the score", exponentials),
        ("proportion", "exponential / sum", [part / total for part in exponentials]),
    ]


def shown(number: float) -> str:
    """Four decimals, or none for a whole number."""
    return f"{number:.4f}" if abs(number - round(number)) > 1e-9 else f"{number:.0f}"


def head(axes: Axes, name: str, recipe: str) -> None:
    """Two centred lines above the column."""
    axes.text(0.5, 1.17, name, transform=axes.transAxes, ha="center", weight="bold")
    axes.text(0.5, 1.04, recipe, transform=axes.transAxes, ha="center", color="#444444")
    axes.set_axis_off()


def bars(axes: Axes, numbers: list[float], with_sum: bool) -> None:
    """One stage as three bars, each with its number at the end, and their sum."""
    places = range(len(numbers))
    reach = max(numbers)
    axes.barh(places, numbers, height=0.6, color=COLOURS)
    for place, number in zip(places, numbers, strict=True):
        axes.text(number + 0.04 * reach, place, shown(number), va="center")
    axes.plot([0, 0], [-0.5, 2.5], color="black", linewidth=1)
    if with_sum:
        axes.text(0.04 * reach, SUM_ROW, shown(sum(numbers)), va="center")
    axes.set_xlim(0, 1.6 * reach)  # room for the number behind the longest bar


def value_column(axes: Axes, proportions: list[float]) -> None:
    """The value rows, and the vector that they are mixed into."""
    output = [
        sum(part * value[i] for part, value in zip(proportions, VALUES, strict=True))
        for i in range(2)
    ]
    for place, value in enumerate(VALUES):
        axes.text(0.5, place, f"× [{value[0]}, {value[1]}]", ha="center", va="center")
    mixed = f"= [{shown(output[0])}, {shown(output[1])}]"
    axes.text(0.5, SUM_ROW, mixed, ha="center", va="center")


def draw() -> Figure:
    """The whole figure."""
    with matplotlib.rc_context(STYLE):
        figure, columns = plt.subplots(
            1, 5, figsize=(9.6, 3.0), sharey=True, width_ratios=(1.3, 3, 3, 3, 2.4)
        )
        columns[0].set_ylim(3.5, -0.6)  # position 0 on top
        head(columns[0], "", "")
        for row, label in enumerate(("position 0", "position 1", "position 2", "sum")):
            columns[0].text(1, row, label, ha="right", va="center")
        for axes, (name, recipe, numbers) in zip(columns[1:4], stages(), strict=True):
            head(axes, name, recipe)
            bars(axes, numbers, with_sum=name != "scaled score")
        head(columns[4], "value row", "times the proportion")
        value_column(columns[4], stages()[-1][2])
        figure.subplots_adjust(left=0.02, right=0.98, top=0.70, bottom=0.02, wspace=0.08)
        figure.text(0.5, 0.93, "Position 0 reads three positions", ha="center", fontsize=12)
    return figure


def write(target: Path = TARGET) -> None:
    """Write the figure as SVG, without a date in it."""
    target.parent.mkdir(parents=True, exist_ok=True)
    drawing = io.StringIO()
    figure = draw()
    with matplotlib.rc_context(STYLE):
        figure.savefig(
            drawing,
            format="svg",
            metadata={
                "Date": None,
                "Creator": None,
                "Title": "Scores, exponentials and proportions of position 0",
            },
        )
    lines = [line.rstrip() for line in drawing.getvalue().splitlines()]
    target.write_text("\n".join(lines) + "\n", encoding="utf-8")
    plt.close(figure)


if __name__ == "__main__":
    write()
