"""pytest's account of an exception in a case, read back: what was raised, and where.

The format is pytest's `repr_failure`: `E   ` before what the exception says, and `file:line: …`
below each function that it came through.
"""

import re
from pathlib import PurePath

__all__ = ["raised"]

_PLACE = re.compile(r"^(\S.*?):(\d+): ", re.MULTILINE)


def raised(account: str) -> str:
    """`test_mean.py:12: TypeError: …`, or the last line of an account that is not pytest's.

    The place is the last one in the case's own file: what helpers and libraries do further in is
    mostly not where it has to be mended.
    """
    said = [line for line in account.splitlines() if line.startswith("E ")]
    if not said:
        return account.strip().rpartition("\n")[2]
    exception = said[0].removeprefix("E").strip()
    places = _PLACE.findall(account)
    own = [line for file, line in places if file == places[0][0]]
    return f"{PurePath(places[0][0]).name}:{own[-1]}: {exception}" if own else exception
