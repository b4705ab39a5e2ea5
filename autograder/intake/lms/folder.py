"""A folder or an archive that no system made: a folder a person, or a file a person.

::

    [<anything>/]<person>/<files>
    [<anything>/]<person>.zip
    <person>.ipynb   <person>_<assignment>.ipynb   <assignment>-<person>.ipynb

Folders that hold all the others are passed over. A person is an id, an email address, a login
or a full name of the roster; without one, a folder's name is taken as it stands.
"""

import re
from collections.abc import Sequence

from autograder.intake.arrivals import Arrival
from autograder.intake.lms.claim import Claim, Context, Who
from autograder.intake.names import (
    archive_stem,
    folded,
    folder_id,
    notebook_stem,
    without_copy_mark,
)

__all__ = ["claims", "likeness"]


def likeness(arrivals: Sequence[Arrival], context: Context) -> float:
    """Anything can be a folder; so every other recogniser goes first."""
    return 0.01


def claims(arrivals: Sequence[Arrival], context: Context) -> list[Claim]:
    """What each file's folder, or its own name, says."""
    depth = _depth(arrivals, context)
    return [_claim(one, depth, context) for one in arrivals]


def _claim(one: Arrival, depth: int, context: Context) -> Claim:
    below = one.parts[depth:]
    if not below:
        return Claim(one, None, one.parts)
    name = below[0]
    if len(below) > 1 or (one.refused and not notebook_stem(name)):
        person, inner = archive_stem(name) or name, below[1:] or below
    else:
        person, inner = _of_a_file(name, context), below
    if not person:
        return Claim(one, None, below)
    return Claim(one, _who(person), inner, f"{one.origin}/{name if len(below) > 1 else person}")


def _who(person: str) -> Who:
    columns = ("id", "email", "github", "canvas_id", "moodle_id", "gradescope_id")
    return Who(folder_id(person), tuple((column, person) for column in columns), person)


def _of_a_file(name: str, context: Context) -> str:
    """The person in a file's name; nothing where only the assignment's is in it."""
    stem = notebook_stem(name) or archive_stem(name)
    guess = stem is None
    if stem is None:
        stem = name.rpartition(".")[0] or name
    plain, _ = without_copy_mark(stem)
    if folded(stem) in context.ids:
        return stem
    for known in (context.assignment, *context.stems):
        pattern = (
            rf"({re.escape(known)}[\s_.+-]+(?P<last>.+)|(?P<first>.+?)[\s_.+-]+{re.escape(known)})"
        )
        found = re.fullmatch(pattern, plain, re.IGNORECASE | re.DOTALL)
        if found:
            return found["last"] or found["first"] or ""
    if folded(plain) in (folded(context.assignment), *context.stems):
        return ""
    if guess and folded(plain) not in context.ids:
        return ""  # a syllabus is nobody's
    return plain


def _depth(arrivals: Sequence[Arrival], context: Context) -> int:
    """How many folders hold all the others."""
    depth = 0
    while True:
        lying = [one for one in arrivals if len(one.parts) > depth]
        heads = {one.parts[depth] for one in lying}
        if len(heads) != 1 or not all(len(one.parts) > depth + 1 for one in lying):
            return depth
        (head,) = heads
        below = [one.parts[depth + 1 :] for one in lying]
        folders = {parts[0] for parts in below if len(parts) > 1}
        here = {
            folded(without_copy_mark(stem)[0])
            for parts in below
            if len(parts) == 1 and (stem := notebook_stem(parts[0])) is not None
        }
        a_person_s = folded(archive_stem(head) or head) in context.ids or (
            here & {folded(context.assignment), *context.stems}
        )
        people_s = bool(here & set(context.ids))
        packed = len(here) > 1 or people_s or any(len(p) == 1 and archive_stem(p[0]) for p in below)
        if a_person_s or not (folders or packed):
            return depth
        depth += 1
