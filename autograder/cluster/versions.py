"""What has to be the same on the coordinator and on its workers."""

import importlib.metadata
import platform

__all__ = ["PACKAGES", "described", "versions"]

PACKAGES = ("attention-grading-kit", "torch")


def versions() -> str:
    """Those of this process: "Python 3.12, attention-grading-kit 0.1.0, torch 2.13.0"."""
    return described(platform.python_version(), *map(importlib.metadata.version, PACKAGES))


def described(python: object, *packages: object) -> str:
    """The versions in a line; a package that is not there is given by its exception."""
    minor = ".".join(str(python).split(".")[:2])
    return ", ".join([f"Python {minor}", *map(_one, PACKAGES, packages)])


def _one(name: str, version: object) -> str:
    if isinstance(version, Exception):
        return f"no {name}"
    return f"{name} {str(version).partition('+')[0]}"  # torch 2.13.0+cpu grades like 2.13.0
