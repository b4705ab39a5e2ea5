"""Limits, tiers and paths of the sandbox, as data and in one place.

Every field of `Limits` can be set in `nbgrader_config.py` by the same name
(`c.SubmissionExporter.…`). Wall times are generous and, where the machine had no time for the
process, longer (`patience`), since a busy machine must not cost a student points. Seconds are
seconds; MiB are 2**20 bytes.
"""

from enum import StrEnum
from typing import Annotated, get_type_hints

import msgspec
from msgspec.structs import asdict

__all__ = [
    "BOX", "MOUNT_POINTS", "NOBODY", "STUDENT", "ZYGOTE_HOME",
    "Bait", "Limits", "Settings", "Tier", "described",
]  # fmt: skip


class Tier(StrEnum):
    """How strongly student code is confined."""

    STRICT = "strict"
    """Namespaces, a private read-only root, no network, Landlock where there is one, seccomp."""
    BASIC = "basic"
    """Landlock, seccomp without sockets, rlimits: for containers that allow no namespaces."""
    NONE = "none"
    """A plain child process. Only when asked for by name."""


def _says(text: str, least: float = 0) -> msgspec.Meta:
    return msgspec.Meta(description=text, gt=least)


class Limits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What one submission may take; each field's description says what happens beyond it."""

    cell_seconds: Annotated[
        float, _says("Wall time of a cell. It is stopped, and so is the notebook: `cell_timeouts`.")
    ] = 30.0
    cell_timeouts: Annotated[
        int, _says("Cells that may run into it. Before the last, the others run again without it.")
    ] = 1
    notebook_seconds: Annotated[
        float, _says("Wall time of a notebook with all its cases. What comes after is not run.")
    ] = 900.0
    call_seconds: Annotated[float, _says("Wall time of a hidden case's call. The case fails.")] = (
        10.0
    )
    calls_timed_out: Annotated[
        int, _says("Calls of a task that may run into their limit; the rest fail untried.")
    ] = 1
    restarts: Annotated[
        int, _says("Runs of a notebook without a cell that ended or blocked its process.", -1)
    ] = 8  # a broken function ends the process in each cell that calls it: four call `attention`
    cpu_seconds: Annotated[int, _says("CPU time of one process. It is killed.")] = 120
    memory_mib: Annotated[
        int, _says("Memory of all processes of a notebook together. They are killed.")
    ] = 2048
    address_space_mib: Annotated[
        int, _says("Address space of one process. An allocation raises MemoryError.")
    ] = 4096
    processes: Annotated[int, _says("Processes and threads. The next can't be started.")] = 64
    open_files: Annotated[int, _says("Open files of a process. The next can't be opened.")] = 256
    scratch_mib: Annotated[
        int, _says("The working folder, /tmp and /dev/shm together. A write fails.")
    ] = 128
    scratch_files: Annotated[int, _says("Files and folders there. The next can't be made.")] = 4096
    file_mib: Annotated[int, _says("The size of one file. A write fails.")] = 64
    output_bytes: Annotated[
        int, _says("Text of a cell's output. The middle of a longer one is left out.")
    ] = 100_000
    figure_bytes: Annotated[
        int, _says("Figures and other rich outputs of a cell. A larger one is left out.")
    ] = 4 << 20
    reply_bytes: Annotated[
        int, _says("An answer of the student's process. The case or cell fails.")
    ] = 16 << 20
    start_seconds: Annotated[
        float, _says("Start of the sandbox, with torch's import. The machine is at fault.")
    ] = 120.0


def described() -> dict[str, tuple[type[int] | type[float], float, str]]:
    """For each limit: its kind, its default, and what it bounds."""
    hints = get_type_hints(Limits, include_extras=True)
    found: dict[str, tuple[type[int] | type[float], float, str]] = {}
    for name, default in asdict(Limits()).items():
        (meta,) = hints[name].__metadata__
        found[name] = (int if isinstance(default, int) else float, default, meta.description)
    return found


class Settings(msgspec.Struct, frozen=True):
    """What the zygote is told when it starts: nothing about a course.

    `home` is an empty folder outside the sandbox for the zygote's own use; `hidden` are
    folders that must not be seen even where the read-only view holds them; `program` is the
    seccomp filter; `without` names layers to leave out, for tests that show what each stops.
    """

    tier: Tier
    limits: Limits
    home: str
    hidden: tuple[str, ...] = ()
    program: bytes = b""
    without: tuple[str, ...] = ()
    canary: "Bait | None" = None
    """Instead of serving, try what student code must not reach."""


class Bait(msgspec.Struct, frozen=True):
    """What a canary tries to reach: a file, a folder that anyone may write in, a TCP port of
    this machine, the pid of the trusted process."""

    file: str
    folder: str
    port: int
    pid: int


NOBODY = 65534
"""The plain user that a sandbox started by root runs as."""
STUDENT = 1000
"""The user and group that student code sees itself as."""
BOX = "/box"
"""The working folder inside."""
ZYGOTE_HOME = "/zygote"
"""The zygote's own folder inside: what libraries write when they are imported."""
MOUNT_POINTS = ("/scratch", BOX, "/tmp", "/dev/shm", ZYGOTE_HOME)
"""Folders of the private root that get something writable mounted over them."""
