"""Errors, named by whose fault it is.

::

    AutograderError
    ├── AuthoringError      the course's author: a source notebook, a case, a setting
    ├── SubmissionError     the student's file: not a notebook, cut off, a link
    ├── StudentError        the student's code: it raised, crashed, looped, answered nonsense
    └── SandboxError        ours or the machine's: never costs a student points

Every message says what happened, what was expected and what to do next. A `StudentError` is
shown to the student as it stands; a `SandboxError` makes the submission ungraded.
"""

__all__ = [
    "AuthoringError",
    "AutograderError",
    "SandboxError",
    "StudentError",
    "SubmissionError",
]


class AutograderError(Exception):
    """Base of every error that this package raises on purpose."""


class AuthoringError(AutograderError):
    """The course's author has to change something: a notebook, a case, a setting."""


class SubmissionError(AutograderError):
    """The file that a student handed in can't be graded; the message becomes the reason."""


class StudentError(AutograderError):
    """The student's code raised, ended its process, ran too long or returned nonsense."""


class SandboxError(AutograderError):
    """The sandbox or the machine failed; the submission is ungraded, never marked 0."""
