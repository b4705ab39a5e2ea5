"""How far a run is, from its events; free of clocks and terminals."""

from dataclasses import dataclass

from autograder.grading.events import Event, Graded, Started, Ungraded, UpToDate, WouldGrade

__all__ = ["Progress"]


@dataclass
class Progress:
    """Counts of a run that began at `began`, in seconds of some clock."""

    began: float
    total: int = 0
    graded: int = 0
    ungraded: int = 0
    up_to_date: int = 0
    would_grade: int = 0

    def see(self, event: Event) -> None:
        """Count an event."""
        if isinstance(event, Started):
            self.total = event.submissions
        elif isinstance(event, Graded):
            self.graded += 1
        elif isinstance(event, Ungraded):
            self.ungraded += 1
        elif isinstance(event, UpToDate):
            self.up_to_date += 1
        elif isinstance(event, WouldGrade):
            self.would_grade += 1

    @property
    def done(self) -> int:
        """Submissions that are dealt with."""
        return self.graded + self.ungraded + self.up_to_date + self.would_grade

    def rate(self, now: float) -> float:
        """Submissions a second, of those that there was something to do about; 0 at first."""
        worked = self.graded + self.ungraded
        return worked / (now - self.began) if worked and now > self.began else 0.0

    def seconds_left(self, now: float) -> float | None:
        """How long the rest will take if it goes on so; None while nobody knows."""
        rate = self.rate(now)
        return (self.total - self.done) / rate if rate else None
