"""Tables as spreadsheets and importers read them: CSV in and out, and cells that are no formulas.

A student chooses a name and a file's name. A cell that starts with `=`, `+`, `-`, `@`, a tab or a
carriage return is run as a formula where somebody opens the table in a spreadsheet (OWASP, "CSV
Injection"), so that such text gets an apostrophe before it. Numbers, and the `-` that Moodle
writes where there is nothing, stay as they are.
"""

import csv
import io
import re
from collections.abc import Iterable, Sequence

from autograder.errors import AuthoringError

__all__ = ["csv_bytes", "read_rows", "safe_cell"]

_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
_HARMLESS = re.compile(r"[+-]?\d+([.,]\d+)*%?|-")
_BOM = b"\xef\xbb\xbf"


def safe_cell(value: object) -> str:
    """The cell's text: nothing for None, numbers without a tail of digits, no formula."""
    if value is None:
        return ""
    if isinstance(value, float):
        return f"{value:.10g}"
    text = str(value).replace("\0", "").encode("utf-8", "replace").decode()
    if text.lstrip(" ").startswith(_FORMULA) and not _HARMLESS.fullmatch(text.strip()):
        return f"'{text}"
    return text


def csv_bytes(rows: Iterable[Sequence[object]], *, bom: bool = False) -> bytes:
    """The rows as UTF-8; with `bom`, Excel knows it for UTF-8 and shows names as they are."""
    text = io.StringIO(newline="")
    csv.writer(text).writerows([safe_cell(value) for value in row] for row in rows)
    return (_BOM if bom else b"") + text.getvalue().encode()


def read_rows(data: bytes, name: str) -> list[list[str]]:
    """The rows of a downloaded table, as they stand in it; empty lines are left out.

    UTF-8 with or without a byte order mark, or UTF-16; commas, semicolons or tabs. Raises
    `AuthoringError` for what is no such file.
    """
    try:
        text = data.decode("utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig")
        first = text.lstrip().partition("\n")[0]
        delimiter = max(",;\t", key=first.count)
        reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
        return [row for row in reader if any(cell.strip() for cell in row)]
    except (UnicodeDecodeError, csv.Error) as error:
        raise AuthoringError(
            f"{name} can't be read as CSV in UTF-8 ({error}); download it again, and name the "
            "download itself, not what a spreadsheet program made of it"
        ) from error
