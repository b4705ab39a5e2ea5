"""Which student a download's person is: by the roster, else under an id of their own."""

from dataclasses import dataclass, field

from autograder.intake.lms import Who
from autograder.intake.roster import Roster

__all__ = ["People", "Student"]


@dataclass(frozen=True)
class Student:
    """Whom a file belongs to. `known` says whether the roster has them."""

    id: str
    name: str = ""
    known: bool = False
    note: str = ""


@dataclass
class People:
    """Remembers whom it has met, so that two people never share an id."""

    roster: Roster
    _met: dict[Who, Student] = field(default_factory=dict)
    _taken: dict[str, Who] = field(default_factory=dict)

    def student(self, who: Who) -> Student:
        """The student; unknown people keep the id that the download suggests."""
        if who not in self._met:
            self._met[who] = self._look_up(who)
        return self._met[who]

    def _look_up(self, who: Who) -> Student:
        person, note = self.roster.find(who.ids, who.name)
        if person is not None:
            return Student(person.id, person.name, known=True)
        identity, number = who.made, 1
        ids = {person.id.casefold() for person in self.roster.people}
        while identity.casefold() in ids or self._taken.get(identity.casefold(), who) != who:
            number += 1
            identity = f"{who.made}-{number}"
        self._taken[identity.casefold()] = who
        if self.roster and not note:
            note = "not in the roster"
        return Student(identity, who.name, known=False, note=note)
