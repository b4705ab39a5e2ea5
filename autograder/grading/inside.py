"""Points of a graded cell with plain asserts and no hidden cases: an ordinary nbgrader cell.

As nbgrader's `determine_grade` has it: an error gives 0, a number as the cell's result gives
that many points, anything else full marks. Unlike nbgrader, text on stderr costs nothing
(torch warns there by itself), and points are clamped to 0..max: `nan`, `-1` and `inf` are no
full marks and lose no submission.

The outputs come from the student's process, so a determined student can forge them. Such a
task is reported as judged inside; hidden cases are the answer to that.
"""

import math
import re
from collections.abc import Sequence

from autograder.wire.messages import Output

__all__ = ["judge_inside"]

_NUMBER = re.compile(
    r"(?:tensor|np\.\w+|array)?\(?\s*([-+]?[\w.]+(?:[-+]\d+)?)\s*(?:,\s*\w+=.*)?\)?"
)
_LONGEST = 300
"""Characters; a longer result is no number, and the pattern's time grows with their square."""


def judge_inside(outputs: Sequence[Output] | None, max_points: float) -> tuple[float, str]:
    """Points in 0..max_points and a note that says why, where there is something to say."""
    if outputs is None:
        return 0.0, "not reached: cells before it ended or blocked the process too often"
    for output in outputs:
        if output.output_type == "error":
            return 0.0, f"{output.ename}: {output.evalue}"[:500]
    result = next((o for o in outputs if o.output_type == "execute_result"), None)
    if result is None:
        return max_points, ""
    return _partial(result.data.get("text/plain", ""), max_points)


def _partial(text: str, max_points: float) -> tuple[float, str]:
    match = _NUMBER.fullmatch(text.strip()) if len(text) <= _LONGEST else None
    try:
        points = float(match.group(1)) if match else None
    except ValueError:
        points = None
    if points is None:
        return max_points, f"the cell's result {text[:40]!r} is no number, so it counts as passed"
    if math.isnan(points):
        return 0.0, "the cell's result is NaN, which is worth nothing"
    return max(0.0, min(points, max_points)), ""
