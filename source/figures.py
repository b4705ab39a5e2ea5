"""Draws the figures of the lesson: `python source/figures.py`.

A drawing is the same to the last byte on every run, so that a changed figure is a changed lesson.
Text stays text in the SVG: it can be searched, read aloud, and checked by a test. Colour means
the same as in walkthrough.html, and labels say it without colour.
"""

import io
import math
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import matplotlib

matplotlib.use("Agg")

import numpy as np
from matplotlib import pyplot as plt
from matplotlib.axes import Axes
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.figure import Figure

TARGET = Path(__file__).parent / "attention" / "figures"

# The example: three positions, queries equal to keys.
KEYS = np.array([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]])
VALUES = np.array([[1.0, 0.0], [0.0, 2.0], [1.0, 2.0]])
CHANGED = np.array([[1.0, 0.0], [0.0, 2.0], [3.0, 2.0]])
DOTS = KEYS @ KEYS.T
SUM_ROW = 3  # the row below the three positions

WEIGHTS, SCORES, BEFORE, SOFT = "#86308c", "#5a616b", "#8b8f96", "#444444"
SHADES = LinearSegmentedColormap.from_list("weights", ["#ffffff", WEIGHTS])

STYLE: dict[Any, Any] = {
    "svg.fonttype": "none",
    "svg.hashsalt": "attention",  # else the ids in the file are random
    "font.family": "sans-serif",
    "font.size": 11,
    "axes.spines.top": False,
    "axes.spines.right": False,
}


def softmax(scores: np.ndarray) -> np.ndarray:
    """Along the last axis: every row by itself."""
    parts = np.exp(scores - scores.max(-1, keepdims=True))
    return parts / parts.sum(-1, keepdims=True)


A = softmax(DOTS / math.sqrt(2))


def shown(number: float) -> str:
    """Four decimals, or none for a whole number."""
    return f"{number:.4f}" if abs(number - round(number)) > 1e-9 else f"{number:.0f}"


# ---------------------------------------------------------------- one row, in three stages


def stages() -> list[tuple[str, str, Sequence[float], str]]:
    """Name, recipe, the three numbers and their colour: scores, exponentials, proportions."""
    scores = DOTS[0] / math.sqrt(2)
    return [
        ("scaled score", "q₀ · k / √2", scores, SCORES),
        ("exponential", "e to the score", np.exp(scores), SCORES),
        ("proportion", "exponential / sum", A[0], WEIGHTS),
    ]


def head(axes: Axes, name: str, recipe: str) -> None:
    """Two centred lines above the column."""
    axes.text(0.5, 1.17, name, transform=axes.transAxes, ha="center", weight="bold")
    axes.text(0.5, 1.04, recipe, transform=axes.transAxes, ha="center", color=SOFT)
    axes.set_axis_off()


def bars(axes: Axes, numbers: Sequence[float], colour: str, with_sum: bool) -> None:
    """One stage as three bars, each with its number at the end, and their sum."""
    places = range(len(numbers))
    reach = max(numbers)
    axes.barh(places, numbers, height=0.6, color=colour)
    for place, number in zip(places, numbers, strict=True):
        axes.text(number + 0.04 * reach, place, shown(number), va="center")
    axes.plot([0, 0], [-0.5, 2.5], color="black", linewidth=1)
    if with_sum:
        axes.text(0.04 * reach, SUM_ROW, shown(sum(numbers)), va="center")
    axes.set_xlim(0, 1.6 * reach)  # room for the number behind the longest bar


def value_column(axes: Axes) -> None:
    """The value rows, and the vector that they are mixed into."""
    for place, value in enumerate(VALUES):
        axes.text(0.5, place, f"× [{value[0]:.0f}, {value[1]:.0f}]", ha="center", va="center")
    mixed = ", ".join(shown(number) for number in A[0] @ VALUES)
    axes.text(0.5, SUM_ROW, f"= [{mixed}]", ha="center", va="center")


def proportions() -> Figure:
    """Position 0 reads three positions: scores, exponentials, proportions, values."""
    figure, columns = plt.subplots(
        1, 5, figsize=(9.6, 3.0), sharey=True, width_ratios=(1.3, 3, 3, 3, 2.4)
    )
    columns[0].set_ylim(3.5, -0.6)  # position 0 on top
    head(columns[0], "", "")
    for row, label in enumerate(("position 0", "position 1", "position 2", "sum")):
        columns[0].text(1, row, label, ha="right", va="center")
    for axes, (name, recipe, numbers, colour) in zip(columns[1:4], stages(), strict=True):
        head(axes, name, recipe)
        bars(axes, numbers, colour, with_sum=name != "scaled score")
    head(columns[4], "value row", "times the proportion")
    value_column(columns[4])
    figure.subplots_adjust(left=0.02, right=0.98, top=0.70, bottom=0.02, wspace=0.08)
    figure.text(0.5, 0.93, "Position 0 reads three positions", ha="center", fontsize=12)
    return figure


# ---------------------------------------------------------------- all rows


def weights() -> Figure:
    """The matrix A as a heat map, with its numbers and the sum of every row."""
    figure, axes = plt.subplots(figsize=(6.4, 3.1))
    # Not darker than half: the numbers stand on it in black.
    axes.imshow(A, cmap=SHADES, vmin=0, vmax=1.1, aspect=0.55)
    for (row, column), number in np.ndenumerate(A):
        axes.text(column, row, shown(number), ha="center", va="center")
    for row in range(3):
        axes.text(2.75, row, f"= {shown(A[row].sum())}", va="center", color=SOFT)
    axes.text(2.75, -0.85, "row sum", va="center", color=SOFT)
    axes.set_xticks(range(3), [f"position {i}" for i in range(3)])
    axes.set_yticks(range(3), [f"position {i}" for i in range(3)])
    axes.xaxis.tick_top()
    axes.xaxis.set_label_position("top")
    axes.set_xlabel("is read", weight="bold", labelpad=8)
    axes.set_ylabel("reads", weight="bold", labelpad=8)
    axes.tick_params(length=0)
    axes.spines[:].set_visible(False)
    figure.subplots_adjust(left=0.2, right=0.86, top=0.76, bottom=0.04)
    return figure


# ---------------------------------------------------------------- changed values


def moves(axes: Axes, coordinate: int) -> None:
    """One coordinate of the output at each position, before and after."""
    before, after = (A @ V for V in (VALUES, CHANGED))
    for row in range(3):
        old, new = before[row, coordinate], after[row, coordinate]
        axes.plot([old, new], [row, row], color=BEFORE, linewidth=2, zorder=1)
        axes.plot(old, row, "o", markersize=9, markerfacecolor="white", color=BEFORE)
        axes.plot(new, row, "o", markersize=6, color=WEIGHTS)
        axes.text(new + 0.07, row, shown(new), va="center")
        if new - old > 1e-9:
            axes.text(old - 0.07, row, shown(old), ha="right", va="center", color=SOFT)
            axes.text(2.3, row, f"+{shown(new - old)}", va="center", color=WEIGHTS, weight="bold")
        else:
            axes.text(2.3, row, "as before", va="center", color=SOFT)
    axes.set_title(f"coordinate {coordinate}", fontsize=11, weight="bold")
    axes.set_xlim(0, 2.8)
    axes.set_xticks([0, 1, 2], ["0", "1", "2"])
    axes.set_ylim(2.6, -0.6)
    axes.set_yticks(range(3), [f"position {row}" for row in range(3)])
    axes.tick_params(axis="y", length=0)
    axes.spines["left"].set_visible(False)


def changed_values() -> Figure:
    """The output before (ring) and after (dot) the third value becomes [3, 2]."""
    figure, (left, right) = plt.subplots(1, 2, figsize=(9.6, 2.9), sharey=True)
    moves(left, 0)
    moves(right, 1)
    figure.suptitle("Output with the values as they were (ring) and changed (dot)", fontsize=12)
    figure.subplots_adjust(left=0.1, right=0.99, top=0.76, bottom=0.11, wspace=0.06)
    return figure


# ---------------------------------------------------------------- why the scores are divided

WIDTHS = 2 ** np.arange(0, 11)
PAIRS, POSITIONS = 1000, 8


def random_scores() -> np.ndarray:
    """Dot products of random queries with eight random keys: [widths, pairs, positions]."""
    dice = np.random.default_rng(1)
    return np.stack(
        [
            np.einsum(
                "pd,pkd->pk",
                dice.standard_normal((PAIRS, width)),
                dice.standard_normal((PAIRS, POSITIONS, width)),
            )
            for width in WIDTHS
        ]
    )


def two_lines(axes: Axes, raw: np.ndarray, divided: np.ndarray, title: str) -> None:
    """A measure over d, without the division (dashed) and with it; labels at the lines."""
    axes.plot(WIDTHS, raw, "o--", color=SCORES, markersize=4, markerfacecolor="white")
    axes.plot(WIDTHS, divided, "o-", color=WEIGHTS, markersize=4)
    axes.set_title(title, fontsize=11, weight="bold")
    axes.set_xscale("log", base=2)
    axes.set_xticks([1, 4, 16, 64, 256, 1024], ["1", "4", "16", "64", "256", "1024"])
    axes.set_xlabel("width d")


def spread() -> Figure:
    """How far scores lie apart, and how much the largest proportion takes, over the width d."""
    raw = random_scores()
    divided = raw / np.sqrt(WIDTHS)[:, None, None]
    figure, (left, right) = plt.subplots(1, 2, figsize=(9.6, 3.2))
    two_lines(left, raw.std((1, 2)), divided.std((1, 2)), "spread of the scores")
    left.set_yscale("log", base=2)
    left.set_yticks([1, 2, 4, 8, 16, 32], ["1", "2", "4", "8", "16", "32"])
    left.text(70, 13.5, "plain: like √d", ha="right", color=SCORES)
    left.text(1024, 1.25, "divided by √d", ha="right", color=WEIGHTS)
    largest = [softmax(scores).max(-1).mean(-1) for scores in (raw, divided)]
    two_lines(right, *largest, f"largest of {POSITIONS} proportions, on average")
    right.set_ylim(0, 1.05)
    right.text(60, 0.97, "plain", ha="right", color=SCORES)
    right.text(1024, 0.26, "divided by √d", ha="right", color=WEIGHTS)
    figure.subplots_adjust(left=0.05, right=0.99, top=0.88, bottom=0.17, wspace=0.14)
    return figure


# ---------------------------------------------------------------- files

FIGURES: dict[str, tuple[str, Callable[[], Figure]]] = {
    "proportions": ("Scores, exponentials and proportions of position 0", proportions),
    "weights": ("The proportions of all positions", weights),
    "changed-values": ("The output before and after the third value changes", changed_values),
    "spread": ("Scores over the width, with and without the division", spread),
}


def write(target: Path = TARGET) -> None:
    """Write every figure into the folder as SVG, without a date in it."""
    target.mkdir(parents=True, exist_ok=True)
    for name, (title, draw) in FIGURES.items():
        drawing = io.StringIO()
        with matplotlib.rc_context(STYLE):
            figure = draw()
            metadata = {"Date": None, "Creator": None, "Title": title}
            figure.savefig(drawing, format="svg", metadata=metadata)
        plt.close(figure)
        lines = [line.rstrip() for line in drawing.getvalue().splitlines()]
        (target / f"{name}.svg").write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    write()
