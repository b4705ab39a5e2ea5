"""The author's cells put back into a submission: pure functions, for both doors.

`authored` has the values, `finding` says which cell is whose, `likeness` compares texts, and
`putting` changes the notebook.
"""

from autograder.restore.authored import (
    AuthoredCell,
    AuthoredNotebook,
    GivenCell,
    authored_alone,
    checksum,
)
from autograder.restore.putting import restore

__all__ = [
    "AuthoredCell", "AuthoredNotebook", "GivenCell", "authored_alone", "checksum", "restore",
]  # fmt: skip
