"""`autograder bundle gradescope`: the zip that Gradescope makes an autograder of.

Its rules, from gradescope-autograders.readthedocs.io/en/latest/specs/: `setup.sh` and
`run_autograder` lie at the zip's root. It is unpacked to /autograder/source, where `setup.sh` runs
once, as root, when the image is built. `run_autograder` runs for each submission, which lies in
/autograder/submission, and writes /autograder/results/results.json.

In the zip are the kit, the assignment's source, cases and mistakes, and the exact versions of the
packages that are installed here, so that the points there are those of here.
"""

import os
import re
import zipfile
from collections.abc import Iterator
from importlib import metadata, resources
from pathlib import Path

import autograder
from autograder.course.cases import find_cases, find_mistakes
from autograder.errors import AuthoringError
from autograder.notebook import find_source

__all__ = ["bundle_gradescope"]

_KIT = "attention-grading-kit"
_NAME = re.compile(r"[A-Za-z0-9_.-]+")
_DAY_ONE = (1980, 1, 1, 0, 0, 0)
"""The earliest time that a zip knows: the same files make the same zip."""


def bundle_gradescope(assignment: str, output: Path) -> list[str]:
    """Write the zip for an assignment of the working folder's course; returns what is in it.

    Raises `AuthoringError` where the assignment is not there or the file can't be written.
    """
    source = find_source(Path.cwd(), assignment)
    files = dict(sorted(_files(assignment, source)))
    partial = output.with_name(f"{output.name}.partial")
    try:
        output.parent.mkdir(parents=True, exist_ok=True)
        with zipfile.ZipFile(partial, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, data in files.items():
                info = zipfile.ZipInfo(name, _DAY_ONE)
                info.compress_type = zipfile.ZIP_DEFLATED
                runs = name in ("setup.sh", "run_autograder")
                info.external_attr = (0o755 if runs else 0o644) << 16
                archive.writestr(info, data)
        os.replace(partial, output)
    except OSError as error:
        raise AuthoringError(
            f"{output} can't be written ({error.strerror}); name another file with --output"
        ) from error
    return list(files)


def _files(assignment: str, source: Path) -> Iterator[tuple[str, bytes]]:
    scripts = resources.files("autograder.course") / "gradescope"
    yield "setup.sh", (scripts / "setup.sh").read_bytes()
    script = (scripts / "run_autograder").read_text(encoding="utf-8")
    yield "run_autograder", script.replace("@ASSIGNMENT@", assignment).encode()
    yield "requirements.txt", ("\n".join(_requirements()) + "\n").encode()
    kit = Path(autograder.__file__).resolve().parent
    yield from _tree(kit, "kit/autograder")
    yield from _tree(source.parent, f"source/{assignment}")
    for catalogue in sorted(source.parents[1].glob(f"{assignment}.*.po")):
        yield f"source/{catalogue.name}", catalogue.read_bytes()
    own = {"cases": find_cases(assignment), "mistakes": find_mistakes(assignment)}
    for name, folder in own.items():
        if folder is not None and kit not in folder.parents:
            yield from _tree(folder, f"{name}/{assignment}")
    config = source.parents[2] / "nbgrader_config.py"
    if config.is_file():
        yield "nbgrader_config.py", config.read_bytes()


def _tree(folder: Path, to: str) -> Iterator[tuple[str, bytes]]:
    for path in folder.rglob("*"):
        hidden = {"__pycache__", ".ipynb_checkpoints"} & set(path.parts)
        if path.is_file() and not path.is_symlink() and not hidden:
            yield f"{to}/{path.relative_to(folder).as_posix()}", path.read_bytes()


def _requirements() -> list[str]:
    """What the kit needs, in the versions that are installed here; torch's build is not said."""
    found = []
    for line in metadata.requires(_KIT) or []:
        name = _NAME.match(line)
        if name and "extra ==" not in line:
            version = metadata.version(name[0]).partition("+")[0]
            found.append(f"{name[0]}=={version}")
    return found
