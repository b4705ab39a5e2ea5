"""Landlock: which files a process may touch, whatever its user may.

The whole file system can be read and executed where `readable` says, written below
`writable`, and nothing else. From ABI 4 on TCP is denied, from 6 on abstract sockets and
signals to processes outside. Source: the kernel's userspace-api/landlock.rst.
"""

import os
import struct
from collections.abc import Iterable

from autograder.sandbox.kernel import call

__all__ = ["abi", "restrict"]

_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446
_VERSION = 1
_PATH_BENEATH = 1

_EXECUTE, _READ_FILE, _READ_DIR = 1 << 0, 1 << 2, 1 << 3
_WRITE_FILE, _TRUNCATE, _IOCTL_DEV = 1 << 1, 1 << 14, 1 << 15
_REFER = 1 << 13
_ABI_1 = (1 << 13) - 1
_FILE_RIGHTS = _EXECUTE | _READ_FILE | _WRITE_FILE | _TRUNCATE
_TCP = 3  # bind, connect
_SCOPES = 3  # abstract unix sockets, signals


def abi() -> int:
    """The kernel's Landlock ABI version; 0 where it has none."""
    try:
        return call(_CREATE_RULESET, None, 0, _VERSION)
    except OSError:
        return 0


def restrict(readable: Iterable[str], writable: Iterable[str]) -> int:
    """Restrict this process and all that it starts; returns the ABI, 0 if there is none.

    Needs no_new_privs. Paths that do not exist are passed over. Raises `OSError` where the
    kernel has Landlock and refuses.
    """
    version = abi()
    if version < 1:
        return 0
    handled = _ABI_1
    handled |= _REFER if version >= 2 else 0
    handled |= _TRUNCATE if version >= 3 else 0
    handled |= _IOCTL_DEV if version >= 5 else 0
    attributes = struct.pack("QQQ", handled, _TCP, _SCOPES)
    size = 24 if version >= 6 else 16 if version >= 4 else 8
    ruleset = call(_CREATE_RULESET, attributes, size, 0)
    try:
        for path in readable:
            _allow(ruleset, path, (_EXECUTE | _READ_FILE | _READ_DIR) & handled)
        for path in writable:
            _allow(ruleset, path, handled)
        call(_RESTRICT_SELF, ruleset, 0)
    finally:
        os.close(ruleset)
    return version


def _allow(ruleset: int, path: str, rights: int) -> None:
    try:
        descriptor = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except FileNotFoundError:
        return
    try:
        if not os.path.isdir(path):
            rights &= _FILE_RIGHTS
        rule = struct.pack("=Qi", rights, descriptor)
        call(_ADD_RULE, ruleset, _PATH_BENEATH, rule, 0)
    finally:
        os.close(descriptor)
