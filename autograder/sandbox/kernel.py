"""System calls that Python's standard library does not have, by way of ctypes.

Each function does one call and raises `OSError` with the call's name when it fails. Numbers
of calls are those of x86_64 and aarch64; the newer ones (from 424 on) are the same on both.
"""

import ctypes
import os
import platform
import signal
import struct

__all__ = [
    "MS_BIND", "MS_NOATIME", "MS_NODEV", "MS_NOEXEC", "MS_NOSUID", "MS_PRIVATE", "MS_RDONLY",
    "MS_REC", "NAMESPACES",
    "call", "collapse_pages", "drop_capabilities", "fork_apart", "make_read_only", "mount",
    "pivot_root",
    "prctl", "unshare",
]  # fmt: skip

_libc = ctypes.CDLL(None, use_errno=True)
_libc_with_gil = ctypes.PyDLL(None, use_errno=True)

# <sched.h>
NAMESPACES = {
    "mount": 0x00020000,
    "cgroup": 0x02000000,
    "uts": 0x04000000,
    "ipc": 0x08000000,
    "user": 0x10000000,
    "pid": 0x20000000,
    "network": 0x40000000,
}

# <sys/mount.h>
MS_RDONLY, MS_NOSUID, MS_NODEV, MS_NOEXEC = 1, 2, 4, 8
MS_NOATIME, MS_BIND, MS_REC, MS_PRIVATE = 1024, 4096, 16384, 1 << 18

_CLONE = {"x86_64": 56, "aarch64": 220}.get(platform.machine(), -1)
_PIVOT_ROOT = {"x86_64": 155, "aarch64": 41}.get(platform.machine(), -1)
_MOUNT_SETATTR = 442
_AT_FDCWD, _AT_RECURSIVE = -100, 0x8000
_MOUNT_ATTR_RDONLY, _MOUNT_ATTR_NOSUID, _MOUNT_ATTR_NODEV = 1, 2, 4

# <asm-generic/mman-common.h>
_MADV_HUGEPAGE, _MADV_COLLAPSE = 14, 25
_HUGE_PAGE_BYTES = 2 << 20

_PR_CAPBSET_DROP, _PR_CAP_AMBIENT, _PR_CAP_AMBIENT_CLEAR_ALL = 24, 47, 4
_CAPABILITY_VERSION_3 = 0x20080522


def call(number: int, *arguments: object) -> int:
    """The system call `number`; returns its result."""
    return _checked(_libc.syscall(number, *arguments), f"system call {number}")


def prctl(option: int, *arguments: int) -> int:
    """`prctl(2)`."""
    padded = (*arguments, 0, 0, 0, 0)[:4]
    longs = (ctypes.c_ulong(argument) for argument in padded)
    return _checked(_libc.prctl(option, *longs), f"prctl {option}")


def unshare(flags: int) -> None:
    """`unshare(2)`."""
    _checked(_libc.unshare(flags), "unshare")


def fork_apart(flags: int) -> int:
    """`os.fork`, with a child that lives in new namespaces: `CLONE_*` flags.

    The caller has one thread: nothing is done for others. A child that is pid 1 of its pid
    namespace takes with it, when it ends, whatever it has started.
    """
    before, in_parent, in_child = (
        getattr(ctypes.pythonapi, f"PyOS_{name}")
        for name in ("BeforeFork", "AfterFork_Parent", "AfterFork_Child")
    )
    before()
    child = _libc_with_gil.syscall(_CLONE, ctypes.c_ulong(flags | signal.SIGCHLD), 0, 0, 0, 0)
    if child == 0:
        in_child()
        return 0
    number = ctypes.get_errno()
    in_parent()
    if child < 0:
        raise OSError(number, f"clone: {os.strerror(number)}")
    return int(child)


def mount(source: str, target: str, kind: str = "", flags: int = 0, data: str = "") -> None:
    """`mount(2)`."""
    result = _libc.mount(
        source.encode() or None,
        target.encode(),
        kind.encode() or None,
        ctypes.c_ulong(flags),
        data.encode() or None,
    )
    _checked(result, f"mount {kind or source} on {target}")


def make_read_only(target: str) -> None:
    """Make a mount and all below it read-only, without setuid programs (Linux 5.12)."""
    attributes = _MOUNT_ATTR_RDONLY | _MOUNT_ATTR_NOSUID
    wanted = struct.pack("QQQQ", attributes, 0, 0, 0)
    result = _libc.syscall(
        _MOUNT_SETATTR, _AT_FDCWD, target.encode(), _AT_RECURSIVE, wanted, len(wanted)
    )
    _checked(result, f"mount_setattr {target}")


def pivot_root(root: str) -> None:
    """Make `root` the root of this mount namespace and forget the old one."""
    os.chdir(root)
    _checked(_libc.syscall(_PIVOT_ROOT, b".", b"."), "pivot_root")
    _checked(_libc.umount2(b".", 2), "umount of the old root")  # MNT_DETACH
    os.chdir("/")


def drop_capabilities() -> None:
    """Give up every capability: bounding, ambient, permitted, effective, inheritable."""
    for capability in range(64):
        _libc.prctl(_PR_CAPBSET_DROP, capability, 0, 0, 0)  # fails past the last one
    prctl(_PR_CAP_AMBIENT, _PR_CAP_AMBIENT_CLEAR_ALL)
    header = struct.pack("Ii", _CAPABILITY_VERSION_3, 0)
    _checked(_libc.capset(header, bytes(24)), "capset")


def collapse_pages() -> None:
    """Put this process's memory into huge pages where the kernel can (Linux 6.1).

    Only advice: where it is not taken, everything works as before.
    """
    with open("/proc/self/maps", encoding="utf-8", errors="replace") as maps:
        lines = [line.split() for line in maps]
    for place, access, *rest in lines:
        of_a_file = len(rest) > 3 and rest[3] != "[heap]"
        start, end = (int(edge, 16) for edge in place.split("-"))
        if access == "rw-p" and not of_a_file and end - start >= _HUGE_PAGE_BYTES:
            for advice in (_MADV_HUGEPAGE, _MADV_COLLAPSE):
                _libc.madvise(ctypes.c_void_p(start), ctypes.c_size_t(end - start), advice)


def _checked(result: int, what: str) -> int:
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{what}: {os.strerror(number)}")
    return int(result)
