"""Moodle: "Download all submissions" of an assignment.

Source: `mod/assign/classes/downloader.php` of moodle/moodle (`get_student_prefix`,
`load_submissionplugin_filelist`)::

    <Full Name>_<participant>_assignsubmission_file[_]/<folders>/<file>     in folders (default)
    <Full Name>_<participant>_assignsubmission_onlinetext/onlinetext.html
    <Full Name>_<participant>_assignsubmission_file_<file>                  without folders
    Participant_<participant>_assignsubmission_file/<file>                  blind marking

`_` in names becomes a blank. The participant's number is the assignment's own, as in the
grading worksheet's column Identifier ("Participant 1234567"), and not the user's id: so people
are matched by it only where the roster has a column `moodle_id`, and by full name otherwise.
The download holds the last attempt; times in the zip are those of the download.
"""

import re
from collections.abc import Sequence

from autograder.intake.arrivals import Arrival
from autograder.intake.lms.claim import Claim, Context, Who, share
from autograder.intake.names import made_id

__all__ = ["claims", "likeness", "participant", "returned_name"]

_PREFIX = re.compile(
    r"(?P<name>.*?)_(?P<number>\d+)_assignsubmission_(?P<type>file|onlinetext)_?(?P<rest>.*)",
    re.DOTALL,
)


def likeness(arrivals: Sequence[Arrival], context: Context) -> float:
    """The share of files in, or with, one of Moodle's prefixes."""
    return share(arrivals, [one for one in arrivals if _found(one) is not None])


def claims(arrivals: Sequence[Arrival], context: Context) -> list[Claim]:
    """What each file's folder or prefix says."""
    return [_claim(one) for one in arrivals]


def participant(file: str) -> tuple[str, str]:
    """The participant's number and name in a downloaded file's path; empty where it has none."""
    for part in file.split("/"):
        match = _PREFIX.fullmatch(part)
        if match:
            return match["number"], match["name"].strip()
    return "", ""


def returned_name(name: str, number: str, file: str) -> str:
    """What Moodle takes a feedback file back as, for the participant with this number."""
    plain = "".join(" " if c in "_/\\" or not c.isprintable() else c for c in name)
    return f"{plain.strip('.~ ') or 'Participant'}_{number}_assignfeedback_file_{file}"


def _claim(arrival: Arrival) -> Claim:
    found = _found(arrival)
    if found is None:
        return Claim(arrival, None, arrival.parts, knows_times=False)
    place, match = found
    name, number = match["name"].strip(), match["number"]
    who = Who(made_id(f"{name}-{number}"), (("moodle_id", number),), name)
    rest = (match["rest"],) if match["rest"] else ()
    inner = (*rest, *arrival.parts[place + 1 :])
    return Claim(arrival, who, inner or arrival.parts[-1:], str(arrival.origin), knows_times=False)


def _found(arrival: Arrival) -> tuple[int, re.Match[str]] | None:
    for place, part in enumerate(arrival.parts):
        match = _PREFIX.fullmatch(part)
        if match:
            return place, match
    return None
