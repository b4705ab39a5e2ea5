"""Imports without what nobody here uses.

jsonschema, which nbformat imports, builds a grammar of internationalised web addresses as soon
as the package `rfc3987_syntax` is there (`jupyter` brings it). That takes one to two seconds in
every process, and no schema of a notebook has such an address in it.
"""

import contextlib
import sys
from collections.abc import Iterator
from typing import Any

__all__ = ["without_iri_grammar"]

_SLOW = "rfc3987_syntax"


@contextlib.contextmanager
def without_iri_grammar() -> Iterator[None]:
    """Hide the grammar's package from the imports within; it can be imported again afterwards."""
    if _SLOW in sys.modules:
        yield
        return
    hidden: Any = None  # an entry of None makes the import fail
    sys.modules[_SLOW] = hidden
    try:
        yield
    finally:
        del sys.modules[_SLOW]
