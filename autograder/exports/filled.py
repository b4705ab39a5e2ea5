"""What a writer of tables gives back: the file, and what its reader has to be told."""

from dataclasses import dataclass

__all__ = ["Filled"]


@dataclass(frozen=True)
class Filled:
    """The file's bytes; a sentence for each thing that did not go as one might think."""

    data: bytes
    notes: tuple[str, ...] = ()
