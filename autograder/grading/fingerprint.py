"""Fingerprints: what a submission's grades follow from, in 32 hexadecimal digits.

Two runs that would give the same grades have the same fingerprint: of the submission's files,
the author's cells and files, the hidden cases, limits, tier, output rules and the kit's version.
The named mistakes only say why points are missing, so that a submission without a failure is
the same whatever they are: they have a fingerprint of their own.
"""

import hashlib
from pathlib import Path
from typing import Any

import msgspec

import autograder
from autograder.grading.job import Context, Job

__all__ = ["files_in", "of_folder", "of_job", "of_mistakes", "of_run"]


def of_run(context: Context) -> str:
    """What all submissions of a run share, but for the named mistakes."""
    return _hashed(
        autograder.__version__,
        context.assignment,
        context.authored,
        context.files,
        of_folder(context.cases),
        context.limits,
        context.tier,
        context.outputs,
        [path.read_bytes() for _, path in sorted(context.editions.lesson.items())],
    )


def of_mistakes(context: Context) -> str:
    """The named mistakes."""
    return _hashed(of_folder(context.mistakes) if context.mistakes else "")


def of_job(job: Job, run: str) -> str:
    """One submission in a run; the student's id draws its random inputs."""
    return _hashed(run, job)


def of_folder(folder: Path) -> str:
    """The files in a folder, but for what Python makes of them."""
    digest = hashlib.blake2b(digest_size=16)
    for path, data in files_in(folder).items():
        name = path.encode("utf-8", "surrogateescape")
        digest.update(f"{len(name)} {len(data)} ".encode() + name + data)
    return digest.hexdigest()


def files_in(folder: Path) -> dict[str, bytes]:
    """A folder's files by relative path, in order, but for what Python makes of them."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and "__pycache__" not in path.parts
    }


def _hashed(*values: Any) -> str:
    data = msgspec.msgpack.encode(values, enc_hook=str, order="deterministic")
    return hashlib.blake2b(data, digest_size=16).hexdigest()
