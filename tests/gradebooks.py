"""Gradebooks as nbgrader makes them."""

import os
import sys
from pathlib import Path

import pytest
from nbgrader.api import Gradebook

__all__ = ["opened"]


def opened(url: str) -> Gradebook:
    """The gradebook at this address, made where there is none, as by an activated environment.

    nbgrader starts alembic by name, and the tests' own environment may not be on PATH.
    """
    here = Path(sys.executable).parent
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("PATH", f"{here}{os.pathsep}{os.environ.get('PATH', '')}")
        return Gradebook(url)
