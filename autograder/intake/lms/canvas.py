"""Canvas: "Download Submissions", one flat zip for the class.

Source: `lib/content_zipper.rb` of instructure/canvas-lms (`add_upload_submission`,
`get_filename`, `sanitize_user_name`, `add_text_or_url`) and `Attachment.make_unique_filename`::

    <sortable name>_[LATE_]<user id>_<attachment id>_<file name>[-N].<ending>
    [LATE_]anon_<anonymous id>_<attachment id>_<file name>         anonymous grading
    <sortable name>_[LATE_]<user id>_text.html, …_link.html        text entries and links

The name is "Last, First" in lower case with everything but letters, digits and `_` removed.
Only the last attempt is in a download, with all its files; attachment ids grow with time, and
times in the zip are those of the download.
"""

import re
from collections.abc import Sequence

from autograder.intake.arrivals import Arrival
from autograder.intake.lms.claim import Claim, Context, Who, share
from autograder.intake.names import made_id

__all__ = ["claims", "likeness", "returned_name"]

_UPLOAD = re.compile(
    r"(?:(?P<user>.*?)_)?(?P<late>LATE_)?(?:(?P<id>\d+)|anon_(?P<anonymous>[A-Za-z0-9]+))"
    r"_(?P<file>\d+)_(?P<name>.+)",
    re.IGNORECASE | re.DOTALL,
)
_ENTRY = re.compile(
    r"(?:(?P<user>.*?)_)?(?P<late>LATE_)?(?:(?P<id>\d+)|anon_(?P<anonymous>[A-Za-z0-9]+))"
    r"_(?P<name>(text|link)\.html)",
    re.IGNORECASE | re.DOTALL,
)


def likeness(arrivals: Sequence[Arrival], context: Context) -> float:
    """The share of files whose name is one of Canvas's."""
    return share(arrivals, [one for one in arrivals if _found(one) is not None])


def claims(arrivals: Sequence[Arrival], context: Context) -> list[Claim]:
    """What each file's name says."""
    return [_claim(one) for one in arrivals]


def returned_name(file: str, ending: str) -> str:
    """What Canvas calls a file that goes back for the downloaded `file`; empty for what isn't one.

    Numbers in the student's own name would be taken for Canvas's, which are the first two.
    """
    for part in file.split("/"):
        match = _UPLOAD.fullmatch(part)
        if match and match["id"]:
            stem = match["name"].rpartition(".")[0] or match["name"]
            return f"{_letters(match['user'])}_{match['id']}_{match['file']}_{stem}{ending}"
    return ""


def _letters(user: str | None) -> str:
    kept = [part for part in (user or "").split("_") if part and not part.isdecimal()]
    return "-".join(kept) or "feedback"


def _claim(arrival: Arrival) -> Claim:
    found = _found(arrival)
    if found is None:
        return Claim(arrival, None, arrival.parts, knows_times=False)
    place, match = found
    user, number = match["user"] or "", match["id"] or ""
    late = bool(match["late"])
    if user.upper().endswith("LATE"):  # a nameless one: the non-greedy group took it
        late, user = True, user[:-4].rstrip("_")
    ids = [("canvas_id", number)] if number else [("canvas_anonymous_id", match["anonymous"])]
    who = Who(made_id(f"{user}-{number or match['anonymous']}"), tuple(ids), user)
    file = float(match.groupdict().get("file") or 0)
    inner = (match["name"], *arrival.parts[place + 1 :])
    attempt = f"{arrival.origin}"
    return Claim(arrival, who, inner, attempt, file, file, late=late, knows_times=False)


def _found(arrival: Arrival) -> tuple[int, re.Match[str]] | None:
    for place, part in enumerate(arrival.parts):
        match = _UPLOAD.fullmatch(part) or _ENTRY.fullmatch(part)
        if match:
            return place, match
    return None
