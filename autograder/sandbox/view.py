"""The read-only view: Python, its packages, the system's programs, and nothing else.

Of this package only what the student's process imports is in it. Hidden cases, named
mistakes and the judge are not, wherever the package is installed.
"""

import os
import sys
import sysconfig

__all__ = ["DEVICES", "kit_paths", "kit_root", "python_paths", "system_paths"]

_SYSTEM = (
    "/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32",
    "/etc/alternatives", "/etc/fonts", "/etc/ld.so.cache", "/etc/ld.so.conf",
    "/etc/ld.so.conf.d", "/etc/localtime", "/etc/mime.types", "/etc/timezone", "/etc/ssl/certs",
)  # fmt: skip
DEVICES = ("/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom")
_KIT = ("__init__.py", "errors.py", "wire", "sandbox")


def system_paths() -> list[str]:
    """Programs, libraries and fonts of the machine."""
    return [path for path in _SYSTEM if os.path.lexists(path)]


def python_paths() -> list[str]:
    """Python itself, its environment, and folders of packages elsewhere on `sys.path`."""
    wanted = [sys.base_prefix, sys.base_exec_prefix, sys.prefix, sys.exec_prefix]
    wanted += [sysconfig.get_path("purelib"), sysconfig.get_path("platlib")]
    wanted += [entry for entry in sys.path if entry.endswith(("-packages", ".egg"))]
    found: list[str] = []
    for path in wanted:
        for form in (os.path.abspath(path), os.path.realpath(path)):
            inside = any(form == kept or form.startswith(f"{kept}/") for kept in found)
            if os.path.isdir(form) and not inside:
                found.append(form)
    return [path for path in found if path not in ("/", "/usr")]


def kit_root() -> str:
    """This package's folder."""
    return os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def kit_paths() -> list[str]:
    """The parts of this package that the student's process imports."""
    return [os.path.join(kit_root(), part) for part in _KIT]
