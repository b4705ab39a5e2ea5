"""GitHub Classroom: one repository a student, cloned into a folder.

Source: `cmd/gh-classroom/clone/student-repos/student-repos.go` of github/gh-classroom
(`gh classroom clone student-repos`); GitHub names a repository `<slug>-<login>`, and
`<slug>-<login>-1` where the name was taken::

    <slug>-submissions/<slug>-<login>/.git/…
    <slug>-submissions/<slug>-<login>/<files>

A clone's times are those of cloning. The roster's column is `github`, or `github_username` as
in Classroom's own `classroom_roster.csv`.
"""

import itertools
import re
from collections.abc import Sequence

from autograder.intake.arrivals import Arrival
from autograder.intake.lms.claim import Claim, Context, Who, share
from autograder.intake.names import archive_stem, folded, made_id

__all__ = ["claims", "likeness"]

_WRAPPER = re.compile(r"(?P<slug>.+)-submissions", re.DOTALL)
_TAKEN = re.compile(r"-\d$")


def likeness(arrivals: Sequence[Arrival], context: Context) -> float:
    """The share of files in a student's repository, where something says that there are any."""
    depth, slug, sure = _structure(arrivals, context)
    if not sure:
        return 0.0
    return share(arrivals, [one for one in arrivals if _login(one, depth, slug)])


def claims(arrivals: Sequence[Arrival], context: Context) -> list[Claim]:
    """What each file's repository says."""
    depth, slug, _ = _structure(arrivals, context)
    return [_claim(one, depth, slug, context) for one in arrivals]


def _claim(one: Arrival, depth: int, slug: str, context: Context) -> Claim:
    login = _login(one, depth, slug)
    if not login:
        return Claim(one, None, one.parts, knows_times=False)
    # No login ends in "-1" more often than a repository whose name was taken; the roster decides.
    order = 0.0
    if login.lower() not in context.logins and _TAKEN.search(login):
        plain = _TAKEN.sub("", login)
        if plain.lower() in context.logins:
            order, login = float(login[-1]), plain
    who = Who(made_id(login), (("github", login),), login)
    repository = one.parts[depth]
    return Claim(
        one, who, one.parts[depth + 1 :], f"{one.origin}/{repository}", order, knows_times=False
    )


def _login(one: Arrival, depth: int, slug: str) -> str:
    if len(one.parts) <= depth + 1:
        return ""
    folder = archive_stem(one.parts[depth]) or one.parts[depth]
    return folder[len(slug) :] if folder.lower().startswith(slug.lower()) else ""


def _structure(arrivals: Sequence[Arrival], context: Context) -> tuple[int, str, bool]:
    """How deep the repositories lie, what their names start with, and whether it is sure."""
    depth = 0
    wrapped = None
    while True:
        folders = {one.parts[depth] for one in arrivals if len(one.parts) > depth + 1}
        if len(folders) != 1:
            break
        (only,) = folders
        wrapped = _WRAPPER.fullmatch(archive_stem(only) or only)
        if wrapped is None and not any(len(one.parts) > depth + 2 for one in arrivals):
            break
        if wrapped is None and only.lower().startswith(f"{context.assignment.lower()}-"):
            break  # a class of one
        depth += 1
        if wrapped:
            break
    if wrapped:
        return depth, f"{wrapped['slug']}-", True
    names = sorted(folders)
    common = _common_start(names[0], names[-1]) if len(names) > 1 else ""
    slug = common[: common.rfind("-") + 1] or f"{context.assignment}-"
    has_git = any(len(one.parts) > depth + 1 and one.parts[depth + 1] == ".git" for one in arrivals)
    return depth, slug, has_git or folded(slug) == folded(context.assignment)


def _common_start(first: str, last: str) -> str:
    """What all names of a sorted list start with, by its ends."""
    pairs = zip(first, last, strict=False)
    return "".join(a for a, _ in itertools.takewhile(lambda pair: pair[0] == pair[1], pairs))
