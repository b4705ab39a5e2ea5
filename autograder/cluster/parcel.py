"""What the workers of a run need, as bytes, and as files again where they are."""

import hashlib
from collections.abc import Sequence
from pathlib import Path

import msgspec

from autograder.grading.fingerprint import files_in
from autograder.grading.job import Context
from autograder.grading.marks import OutputRules
from autograder.lang.editions import Editions
from autograder.restore import AuthoredNotebook
from autograder.sandbox.policy import Limits, Tier

__all__ = ["digest_of", "packed", "unpacked"]


class _Parcel(msgspec.Struct, frozen=True, kw_only=True):
    """A `Context` whose folders and files are bytes, by relative path."""

    assignment: str
    authored: dict[str, AuthoredNotebook]
    limits: Limits
    tier: Tier
    outputs: OutputRules
    files: dict[str, bytes]
    cases: dict[str, bytes]
    mistakes: dict[str, bytes] | None
    lesson: dict[str, bytes]
    feedback: dict[str, tuple[bytes, ...]]


def packed(context: Context) -> bytes:
    """The parcel of a run, the same bytes for the same content."""
    editions = context.editions
    parcel = _Parcel(
        assignment=context.assignment,
        authored=context.authored,
        limits=context.limits,
        tier=context.tier,
        outputs=context.outputs,
        files=context.files,
        cases=files_in(context.cases),
        mistakes=None if context.mistakes is None else files_in(context.mistakes),
        lesson={name: path.read_bytes() for name, path in editions.lesson.items()},
        feedback={
            name: tuple(path.read_bytes() for path in paths)
            for name, paths in editions.feedback.items()
        },
    )
    return msgspec.msgpack.encode(parcel, order="deterministic")


def digest_of(data: bytes) -> str:
    """What a parcel is called: 32 hexadecimal digits of its content."""
    return hashlib.blake2b(data, digest_size=16).hexdigest()


def unpacked(data: bytes, folder: Path, hidden: Sequence[Path] = ()) -> Context:
    """The run's context, with its files in `folder`, which student code must not see.

    Raises `OSError` where they can't be written.
    """
    parcel = msgspec.msgpack.decode(data, type=_Parcel)
    mistakes = None
    if parcel.mistakes is not None:
        mistakes = _written(folder / "mistakes", parcel.mistakes)
    lesson = {name: f"lesson/{name}.po" for name in parcel.lesson}
    feedback = {
        name: tuple(f"feedback/{number}/{name}.po" for number, _ in enumerate(texts))
        for name, texts in parcel.feedback.items()
    }
    _written(folder, {lesson[name]: text for name, text in parcel.lesson.items()})
    for name, texts in parcel.feedback.items():
        _written(folder, dict(zip(feedback[name], texts, strict=True)))
    return Context(
        assignment=parcel.assignment,
        authored=parcel.authored,
        cases=_written(folder / "cases", parcel.cases),
        mistakes=mistakes,
        limits=parcel.limits,
        tier=parcel.tier,
        hidden=(folder, *hidden),
        outputs=parcel.outputs,
        files=parcel.files,
        editions=Editions(
            lesson={name: folder / path for name, path in lesson.items()},
            feedback={
                name: tuple(folder / path for path in paths) for name, paths in feedback.items()
            },
        ),
    )


def _written(folder: Path, files: dict[str, bytes]) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    for name, data in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    return folder
