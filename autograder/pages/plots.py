"""Plots as SVG that stands in a page: no script, colours from the page's style, text for ears.

Everything is drawn in a few hundred units of width: its writing is still read on a telephone.
"""

from collections.abc import Sequence

from markupsafe import Markup

__all__ = ["bar", "histogram"]

_WIDTH, _HEIGHT = 420, 200
_LEFT, _RIGHT, _TOP, _BOTTOM = 30, 8, 32, 36
_LABELS = 11
"""Numbers below the axis at most, before they touch."""


def bar(share: float) -> Markup:
    """A thin bar that is full at 1; the number stands beside it, so it is silent to readers."""
    width = 100 * min(1.0, max(0.0, share))
    return Markup(
        '<svg class="bar" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">'
        '<rect class="track" width="100" height="8"/>'
        '<rect class="fill" width="{:.1f}" height="8"/></svg>'
    ).format(width)


def histogram(
    bins: Sequence[tuple[float, float, int]],
    *,
    title: str,
    axis: str,
    median: float | None = None,
) -> Markup:
    """Bars over bins of equal width (from, to, count), with the counts written above them.

    `median` is drawn as a dashed line. `title` is what a screen reader says for the picture; the
    page has to give the counts as a table, too.
    """
    most = max((count for _, _, count in bins), default=0)
    low, high = bins[0][0], bins[-1][1]
    step = (_WIDTH - _LEFT - _RIGHT) / len(bins)
    parts = [_grid(most)]
    if median is not None and high > low:
        x = _LEFT + (median - low) / (high - low) * (_WIDTH - _LEFT - _RIGHT)
        parts.append(_median(x, median))
    for number, (begin, end, count) in enumerate(bins):
        parts.append(_column(_LEFT + number * step, step, count, most, f"{begin:g} to {end:g}"))
    every = -(-len(bins) // (_LABELS - 1))
    for number in range(0, len(bins) + 1, every):
        value = bins[number][0] if number < len(bins) else high
        parts.append(_text("tick", _LEFT + number * step, _HEIGHT - _BOTTOM + 14, f"{value:g}"))
    parts.append(_text("axis", (_LEFT + _WIDTH - _RIGHT) / 2, _HEIGHT - 4, axis))
    return Markup(
        '<svg class="plot" viewBox="0 0 {} {}" role="img" aria-label="{}">{}</svg>'
    ).format(_WIDTH, _HEIGHT, title, Markup("").join(parts))


def _height(count: float, most: float) -> float:
    return (_HEIGHT - _TOP - _BOTTOM) * count / most if most else 0.0


def _grid(most: int) -> Markup:
    """Lines at round counts, and the axis."""
    step = next((size for size in _round_steps() if most <= 5 * size), 1)
    floor = _HEIGHT - _BOTTOM
    lines = []
    for count in range(0, most + 1, step):
        y = floor - _height(count, most)
        lines.append(
            Markup('<line class="{}" x1="{}" x2="{}" y1="{:.1f}" y2="{:.1f}"/>').format(
                "grid" if count else "base", _LEFT, _WIDTH - _RIGHT, y, y
            )
        )
        lines.append(
            Markup('<text class="count" x="{}" y="{:.1f}">{}</text>').format(
                _LEFT - 5, y + 3.5, count
            )
        )
    return Markup("").join(lines)


def _round_steps() -> list[int]:
    return [digit * 10**power for power in range(7) for digit in (1, 2, 5)]


def _column(x: float, step: float, count: int, most: int, where: str) -> Markup:
    if not count:
        return Markup("")
    height = _height(count, most)
    top = _HEIGHT - _BOTTOM - height
    return Markup(
        '<g><title>{}: {}</title><rect class="fill" x="{:.1f}" y="{:.1f}" width="{:.1f}" '
        'height="{:.1f}"/></g>'
    ).format(where, count, x + step * 0.08, top, step * 0.84, height) + _text(
        "tick on-bar", x + step / 2, top - 4, str(count)
    )


def _median(x: float, median: float) -> Markup:
    side = "end" if x > _WIDTH / 2 else "start"
    shift = -4 if side == "end" else 4
    return Markup(
        '<line class="median" x1="{0:.1f}" x2="{0:.1f}" y1="4" y2="{1}"/>'
        '<text class="median" text-anchor="{2}" x="{3:.1f}" y="12">median {4}</text>'
    ).format(x, _HEIGHT - _BOTTOM, side, x + shift, f"{median:.2f}".rstrip("0").rstrip("."))


def _text(kind: str, x: float, y: float, text: str) -> Markup:
    return Markup('<text class="{}" x="{:.1f}" y="{:.1f}">{}</text>').format(kind, x, y, text)
