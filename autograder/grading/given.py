"""What stands in the gradebook on one notebook of one student: points, comments, a penalty."""

from collections.abc import Collection, Mapping

import msgspec

from autograder.verdict import TaskResult

__all__ = ["Given", "Hands", "NotebookMarks", "hands_of"]


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


class NotebookMarks(msgspec.Struct, frozen=True, kw_only=True):
    """One notebook's marks, by grade_id; comments that nobody wrote are not in it."""

    tasks: Mapping[str, Given] = {}
    comments: Mapping[str, str] = {}
    penalty: float = 0.0


class Hands(msgspec.Struct, frozen=True, kw_only=True):
    """A task that waits for a person: students without points, and students with points that a
    person gave to an earlier submission, or that were graded anew since."""

    grade_id: str
    first: tuple[str, ...] = ()
    again: tuple[str, ...] = ()

    @property
    def task(self) -> str:
        """The name that people read."""
        return TaskResult(grade_id=self.grade_id, max_points=0).task

    def only(self, students: Collection[str]) -> "Hands":
        """The same for some of the students."""
        return Hands(
            grade_id=self.grade_id,
            first=tuple(one for one in self.first if one in students),
            again=tuple(one for one in self.again if one in students),
        )


def hands_of(marks: Mapping[tuple[str, str], NotebookMarks]) -> tuple[Hands, ...]:
    """The tasks that wait, by their names; `marks` by student and notebook."""
    first: dict[str, list[str]] = {}
    again: dict[str, list[str]] = {}
    for (student, _), one in sorted(marks.items()):
        for name, given in one.tasks.items():
            if given.points is None:
                first.setdefault(name, []).append(student)
            elif given.needs_a_hand:
                again.setdefault(name, []).append(student)
    return tuple(
        Hands(grade_id=name, first=tuple(first.get(name, ())), again=tuple(again.get(name, ())))
        for name in sorted(first.keys() | again.keys())
    )
