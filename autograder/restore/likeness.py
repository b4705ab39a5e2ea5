"""How like a student's cell is to one that was given out: pure functions on texts.

A text is taken as the set of its runs of three tokens, so that spaces, line ends, the style of
quotes and commas make no difference. What stands in many of the author's cells (the stub's
`raise`, the headings of its docstring) weighs little; what stands in one weighs most. An answer
is also known by the names that it binds: its tests can't pass without them.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from autograder.restore.authored import GivenCell

__all__ = ["Given", "Text", "reference"]

_TOKEN = re.compile(r"\w+|[^\w\s,]")
_SAME = {"'": '`"“”„«»‘’‚′″', "-": "–—"}
_BOUND = re.compile(
    r"^(?:async[ \t]+)?(?:def|class)[ \t]+(\w+)"  # a function or a class
    r"|^(\w++(?:[ \t]*,[ \t]*\w++)*+)[ \t]*+(?::[^=\n]*)?=(?!=)",  # a, b = ... or a: int = ...
    re.MULTILINE,
)
_LONGEST = 20_000
"""Characters of a cell whose tokens are looked at: a student's file is hostile."""
_LONGEST_FOR_NAMES = 200_000


@dataclass(frozen=True)
class Text:
    """A cell's text as it is compared."""

    source: str

    @cached_property
    def key(self) -> str:
        """The same as another text's that differs only in blanks and in the style of quotes."""
        return "".join(_plain(self.source).split())

    @cached_property
    def grams(self) -> frozenset[tuple[str, ...]]:
        """Its runs of three tokens."""
        tokens = ["", *_TOKEN.findall(_plain(self.source[:_LONGEST])), ""]
        return frozenset(zip(tokens, tokens[1:], tokens[2:], strict=False))

    @cached_property
    def names(self) -> frozenset[str]:
        """What it binds at its outermost level, as far as that is seen without running it."""
        found = _BOUND.findall(self.source[:_LONGEST_FOR_NAMES])
        return frozenset(
            name.strip() for one, many in found for name in (one or many).split(",")
        ) - {""}


@dataclass(frozen=True)
class Given:
    """What was given out, ready to be compared with."""

    cells: Sequence[GivenCell]
    places: Mapping[str, int]
    """The position of each of the author's cells, by grade_id."""
    keys: Mapping[str, int]
    """The position of each cell whose text no other cell has."""
    texts: Sequence[Text]
    names: Sequence[frozenset[str]]
    """The names that a cell binds and no other cell does."""
    counts: Mapping[tuple[str, ...], int]
    """In how many cells a run of tokens stands."""

    def kept(self, place: int, text: Text) -> float:
        """How much of a given cell is in `text`, 0..1: of its text, and of the names it binds.

        Where it binds names, 0 without any of them.
        """
        names = self.names[place]
        if names and names.isdisjoint(text.names):
            return 0.0
        mine = self.texts[place].grams
        whole = self.weights[place]
        share = self._weight(mine & text.grams) / whole if whole else 0.0
        return (share + len(names & text.names) / len(names)) / 2 if names else share

    def alike(self, place: int, text: Text) -> float:
        """How much a given cell and `text` have in common, 0..1: 1 where they say the same."""
        if not 0.5 <= (len(text.source) + 9) / (len(self.texts[place].source) + 9) <= 2:
            return 0.0  # they could not have enough in common
        mine, other = self.texts[place].grams, text.grams
        both = self.weights[place] + self._weight(other)
        return 2 * self._weight(mine & other) / both if both else 0.0

    @cached_property
    def weights(self) -> Sequence[float]:
        """What all runs of tokens of a cell weigh, by place."""
        return [self._weight(text.grams) for text in self.texts]

    def _weight(self, grams: frozenset[tuple[str, ...]]) -> float:
        counts = self.counts
        return sum(1.0 / counts.get(gram, 1) for gram in grams)


@lru_cache(maxsize=16)
def reference(cells: tuple[GivenCell, ...]) -> Given:
    """The notebook that was given out, made ready once for all submissions of a run."""
    texts = [Text(cell.source) for cell in cells]
    keys = [text.key for text in texts]
    of_names = Counter(name for text in texts for name in text.names)
    often = Counter(keys)
    return Given(
        cells=cells,
        places={cell.name: place for place, cell in enumerate(cells) if cell.name},
        keys={key: place for place, key in enumerate(keys) if often[key] == 1 and key},
        texts=texts,
        names=[frozenset(n for n in text.names if of_names[n] == 1) for text in texts],
        counts=Counter(gram for text in texts for gram in text.grams),
    )


def _plain(text: str) -> str:
    """The text in one style of quotes and dashes."""
    for kept, others in _SAME.items():
        for other in others:
            text = text.replace(other, kept)  # many times as fast as one regular expression
    return text
