"""The jail of the zygote.

Theory of operation
-------------------
`imprison` is called before the process imports anything that a student's process will share:
torch, IPython, numpy.

Tier strict, as root or as a plain user:

1. New namespaces; a plain user gets them by a user namespace of its own.
2. A fork, whose child is pid 1 of the new pid namespace: when it ends, everything ends.
3. A tmpfs becomes the root. Into it are bound, at their own paths, Python, its packages and
   the system's programs (`view`); all of it is made read-only, and the old root is let go.
4. Root becomes a plain user. Capabilities and new privileges are given up.

Tier basic only becomes a plain user where it can; tier none does nothing.

Each student process is confined further, by itself: see `confine`.
"""

import contextlib
import os
import sys

from msgspec.structs import replace

from autograder.sandbox import view
from autograder.sandbox.kernel import (
    MS_BIND,
    MS_NODEV,
    MS_NOEXEC,
    MS_NOSUID,
    MS_PRIVATE,
    MS_REC,
    NAMESPACES,
    drop_capabilities,
    make_read_only,
    mount,
    pivot_root,
    prctl,
    unshare,
)
from autograder.sandbox.policy import (
    BOX,
    MOUNT_POINTS,
    NOBODY,
    STUDENT,
    ZYGOTE_HOME,
    Settings,
    Tier,
)

__all__ = ["imprison", "map_ids", "readable_here"]

_PR_SET_DUMPABLE, _PR_SET_NO_NEW_PRIVS = 4, 38
_ETC = {
    "passwd": f"student:x:{STUDENT}:{STUDENT}:student:{BOX}:/bin/sh\n",
    "group": f"student:x:{STUDENT}:\n",
    "hosts": "127.0.0.1 localhost\n",
    "nsswitch.conf": "passwd: files\ngroup: files\nhosts: files\n",
}


def imprison(settings: Settings) -> Settings:
    """Put this process in jail, as its tier has it; returns the settings that hold inside."""
    if settings.tier is Tier.STRICT:
        _enter_namespaces(settings)
        _private_root(settings)
        _plain_user()
    elif settings.tier is Tier.BASIC:
        _plain_user_here(settings)
        settings = _counting_what_runs(settings)
    home = ZYGOTE_HOME if settings.tier is Tier.STRICT else settings.home
    os.environ["HOME"] = home
    os.environ["TMPDIR"] = home  # while libraries are imported; see the zygote
    os.environ["IPYTHONDIR"] = f"{home}/.ipython"
    os.environ["MPLCONFIGDIR"] = f"{home}/.matplotlib"
    return settings


def _enter_namespaces(settings: Settings) -> None:
    """Steps 1 and 2: only the child returns; the parent waits for it and ends as it does.

    The parent also removes the folder outside, which by then it can reach by descriptors
    alone: its owner may have been killed, and nothing is to be left behind.
    """
    uid, gid = os.getuid(), os.getgid()
    home = os.open(settings.home, os.O_RDONLY | os.O_DIRECTORY)
    above = os.open(os.path.dirname(settings.home), os.O_RDONLY | os.O_DIRECTORY)
    kinds = set(NAMESPACES) - ({"user"} if uid == 0 else set())
    unshare(sum(NAMESPACES[kind] for kind in kinds))
    if uid != 0:
        map_ids(uid, gid)
    child = os.fork()
    if child:
        _, status = os.waitpid(child, 0)
        with contextlib.suppress(OSError):  # the owner may have been quicker
            os.rmdir("root", dir_fd=home)
            os.rmdir(os.path.basename(settings.home), dir_fd=above)
        os._exit(os.waitstatus_to_exitcode(status) & 0x7F)
    os.close(home)
    os.close(above)


def _private_root(settings: Settings) -> None:
    """Step 3."""
    root = f"{settings.home}/root"
    mount("", "/", "", MS_REC | MS_PRIVATE)
    os.mkdir(root)
    mount("tmpfs", root, "tmpfs", MS_NOSUID | MS_NODEV, "mode=755,size=16m")
    shown = [*view.system_paths(), *view.python_paths()]
    for path in shown:
        _bind(path, root)
    for hidden in (view.kit_root(), *settings.hidden):
        if any(_lies_in(hidden, path) for path in shown):
            mount("tmpfs", root + hidden, "tmpfs", MS_NOSUID | MS_NODEV, "mode=755,size=1m")
            for path in shown:
                if _lies_in(path, hidden):  # an environment within a course that lies within one
                    _bind(path, root)
    for path in (*view.kit_paths(), *view.DEVICES):
        _bind(path, root)
    for path in (*MOUNT_POINTS, "/etc", "/proc"):
        os.makedirs(root + path, exist_ok=True)
    for name, text in _ETC.items():
        with open(f"{root}/etc/{name}", "w", encoding="ascii") as file:
            file.write(text)
    make_read_only(root)
    # A plain user may mount a new /proc only while another one is in sight.
    mount("proc", f"{root}/proc", "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC)
    mount("tmpfs", root + ZYGOTE_HOME, "tmpfs", MS_NOSUID | MS_NODEV, "mode=777,size=32m")
    pivot_root(root)


def _plain_user() -> None:
    """Step 4. Host root would not be bound by RLIMIT_NPROC, even when mapped."""
    if os.getuid() == 0:
        os.setgroups([])
        os.setresgid(NOBODY, NOBODY, NOBODY)
        os.setresuid(NOBODY, NOBODY, NOBODY)
    else:
        drop_capabilities()
    prctl(_PR_SET_NO_NEW_PRIVS, 1)
    prctl(_PR_SET_DUMPABLE, 1)  # else /proc/self/uid_map belongs to root


def _plain_user_here(settings: Settings) -> None:
    """Tier basic: without a root of its own, root can leave only where others may read."""
    if os.getuid() == 0 and _readable_by_nobody():
        os.chown(settings.home, NOBODY, NOBODY)
        os.setgroups([])
        os.setresgid(NOBODY, NOBODY, NOBODY)
        os.setresuid(NOBODY, NOBODY, NOBODY)
    else:
        drop_capabilities()
    prctl(_PR_SET_NO_NEW_PRIVS, 1)


def _counting_what_runs(settings: Settings) -> Settings:
    """RLIMIT_NPROC counts all threads of the user on this machine, not only a notebook's."""
    threads = 0
    for entry in os.scandir("/proc"):
        if entry.name.isdigit():
            with contextlib.suppress(OSError):
                if entry.stat().st_uid == os.getuid():
                    threads += len(os.listdir(f"{entry.path}/task"))
    most = settings.limits.processes + threads
    return replace(settings, limits=replace(settings.limits, processes=most))


def readable_here() -> list[str]:
    """What tier basic lets a process read: the view, and what the kernel says about it."""
    packages = [path for root in view.python_paths() for path in _around_the_kit(root)]
    kernel = ["/proc", "/sys/devices/system/cpu"]
    return [*view.system_paths(), *packages, *view.kit_paths(), *kernel]


def _around_the_kit(root: str) -> list[str]:
    """`root`, or all of it but this package, where the package lies within it."""
    kit = view.kit_root()
    if not kit.startswith(f"{root}/"):
        return [root]
    around: list[str] = []
    for entry in os.scandir(root):
        if entry.path != kit:
            around += _around_the_kit(entry.path)
    return around


def _readable_by_nobody() -> bool:
    """Whether the plain user could import what this process imports."""
    child = os.fork()
    if child == 0:
        os.setgroups([])
        os.setresgid(NOBODY, NOBODY, NOBODY)
        os.setresuid(NOBODY, NOBODY, NOBODY)
        paths = [sys.executable, *view.python_paths(), *view.kit_paths()]
        os._exit(0 if all(os.access(path, os.R_OK) for path in paths) else 1)
    return os.waitpid(child, 0)[1] == 0


def map_ids(uid: int, gid: int) -> None:
    for name, text in (
        ("setgroups", "deny"),
        ("uid_map", f"{STUDENT} {uid} 1"),
        ("gid_map", f"{STUDENT} {gid} 1"),
    ):
        with open(f"/proc/self/{name}", "w", encoding="ascii") as file:
            file.write(text)


def _lies_in(path: str, folder: str) -> bool:
    return path == folder or path.startswith(f"{folder}/")


def _bind(path: str, root: str) -> None:
    """Make `path` appear in `root`, at the same path; links stay links."""
    target = root + path
    os.makedirs(os.path.dirname(target), exist_ok=True)
    if os.path.lexists(target) and os.path.ismount(target):
        return
    if os.path.islink(path):
        os.symlink(os.readlink(path), target)
        return
    if os.path.isdir(path):
        os.makedirs(target, exist_ok=True)
    elif not os.path.exists(target):
        open(target, "w").close()
    mount(path, target, "", MS_BIND | MS_REC)
