"""Limits on student code, as data and in one place.

Every field can be set in `nbgrader_config.py` by the same name (`c.SubmissionExporter.…`).
Wall times are generous, since a busy machine must not cost a student points.
"""

from dataclasses import dataclass

__all__ = ["Limits"]


@dataclass(frozen=True)
class Limits:
    """What one submission may take. Seconds are wall time; bytes are bytes."""

    cell_seconds: float = 30.0
    """A cell that runs longer is stopped, skipped, and the others run again without it."""
    call_seconds: float = 10.0
    """A hidden case's call that takes longer fails that case."""
    calls_timed_out: int = 1
    """After so many calls ran into their limit, a task's remaining cases fail untried."""
    restarts: int = 8
    """How often a notebook is run again because a cell ended or blocked the process. One broken
    function blocks each cell that calls it: in the attention lesson, four of them."""
    output_bytes: int = 100_000
    """Text that is kept of one cell's output; the middle of a longer one is left out."""
    figure_bytes: int = 4 << 20
    """Figures and other rich outputs that are kept of one cell."""
    reply_bytes: int = 64 << 20
    """The largest answer that is read from the student's process."""
    start_seconds: float = 120.0
    """How long the zygote may take to import torch; beyond it the machine is at fault."""
