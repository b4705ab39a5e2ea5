"""Times of handing in: as an LMS writes them, and as nbgrader reads them."""

import re
from datetime import UTC, datetime, timedelta

__all__ = ["nbgrader_text", "parsed"]

_TIME = re.compile(
    r"(?P<day>\d{4}-\d\d-\d\d)[ T](?P<clock>\d\d:\d\d:\d\d)(\.\d+)?"
    r"\s*(?P<zone>Z|UTC|GMT|[+-]\d\d:?\d\d)?(\s.*)?"
)


def parsed(text: str) -> datetime | None:
    """The moment in UTC; None where the text is none. Without a zone it is taken as UTC."""
    found = _TIME.fullmatch(text.strip())
    if not found:
        return None
    try:
        moment = datetime.fromisoformat(f"{found['day']}T{found['clock']}").replace(tzinfo=UTC)
    except ValueError:
        return None
    zone = (found["zone"] or "Z").replace(":", "")
    if zone[0] not in "+-":
        return moment
    offset = timedelta(hours=int(zone[1:3]), minutes=int(zone[3:5]))
    try:
        return moment - offset if zone[0] == "+" else moment + offset
    except OverflowError:
        return None


def nbgrader_text(moment: datetime) -> str:
    """As nbgrader writes it into `timestamp.txt` (its `parse_utc` reads it back)."""
    return moment.astimezone(UTC).strftime("%Y-%m-%d %H:%M:%S UTC")
