"""What stands in the gradebook on one notebook of one student: points, comments, a penalty."""

from collections.abc import Mapping

import msgspec

__all__ = ["Given", "NotebookMarks"]


class Given(msgspec.Struct, frozen=True, kw_only=True):
    """The points of one task. What a person gives replaces what a machine gave."""

    max_points: float
    auto: float | None = None
    manual: float | None = None
    extra: float = 0.0
    needs_a_hand: bool = False
    """nbgrader's needs_manual_grade: a person has to look, for the first time or again."""

    @property
    def points(self) -> float | None:
        """With extra credit, as nbgrader reckons; None where nobody has given any."""
        given = self.auto if self.manual is None else self.manual
        return None if given is None else given + self.extra

    @property
    def waits(self) -> bool:
        """Nobody has given points, or a person has to confirm what they gave."""
        return self.points is None or self.needs_a_hand


class NotebookMarks(msgspec.Struct, frozen=True, kw_only=True):
    """One notebook's marks, by grade_id; comments that nobody wrote are not in it."""

    tasks: Mapping[str, Given] = {}
    comments: Mapping[str, str] = {}
    penalty: float = 0.0
