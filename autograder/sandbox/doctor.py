"""What this machine enforces, found by trying, and which tier follows from it."""

import os
import shutil
import socket
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

from autograder.errors import AutograderError, SandboxError
from autograder.sandbox import landlock
from autograder.sandbox.policy import Bait, Limits, Tier
from autograder.sandbox.process import Zygote
from autograder.wire import frames
from autograder.wire.messages import Tried, decode

__all__ = ["STOPS", "Finding", "best_tier", "examine"]

STOPS = {
    "files": "reading this machine's files (hidden cases, gradebook, other students)",
    "writing": "writing outside the working folder",
    "network": "opening network connections",
    "processes": "signals to other processes",
    "environment": "reading other processes",
    "privileges": "becoming another user",
    "namespaces": "making namespaces",
    "kernel": "kernel interfaces that a notebook has no use for",
    "memory": "using more memory than allowed",
    "many processes": "starting more processes than allowed",
    "disk": "filling the disk",
}
"""What each attempt of the canary stands for."""

_BASIC_NEEDS = set(STOPS) - {"disk", "many processes", "processes"}
_NEEDS = {Tier.STRICT: set(STOPS), Tier.BASIC: _BASIC_NEEDS}
_ANSWER_SECONDS = 60.0


@dataclass(frozen=True)
class Finding:
    """What a tier does on this machine."""

    tier: Tier
    refused: dict[str, bool] = field(default_factory=dict)
    failure: str = ""

    @property
    def works(self) -> bool:
        """Whether everything that the tier promises was refused."""
        return not self.failure and all(self.refused.get(need) for need in _NEEDS[self.tier])

    @property
    def missing(self) -> list[str]:
        """Attempts that the tier promises to stop, and does not."""
        return sorted(need for need in _NEEDS[self.tier] if not self.refused.get(need))

    def hint(self) -> str:
        """The one command or setting that helps."""
        if sys.platform != "linux":
            return (
                "student code is confined by Linux alone: use a Linux machine, a virtual "
                "machine or a container"
            )
        if self.tier is Tier.BASIC:
            if landlock.abi() < 1:
                return "boot a kernel from 5.13 on with Landlock (lsm=landlock,… at boot)"
            return ""
        return _namespace_hint()


def examine(tier: Tier) -> Finding:
    """Start the sandbox in `tier` with a canary in place of student code."""
    if sys.platform != "linux":
        return Finding(tier, failure=f"it needs Linux, and this is {sys.platform}")
    folder = Path(tempfile.mkdtemp(prefix="autograder-doctor-"))
    # A canary that runs as another user must be stopped by the sandbox, not by file modes.
    folder.chmod(0o777)
    secret = folder / "secret"
    secret.write_text("not for students")
    secret.chmod(0o644)
    try:
        with socket.create_server(("127.0.0.1", 0)) as server:
            bait = Bait(str(secret), str(folder), server.getsockname()[1], os.getpid())
            return Finding(tier, _ask(tier, bait))
    except AutograderError as error:
        return Finding(tier, failure=str(error))
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def best_tier(wanted: str = "") -> Tier:
    """The tier to grade in: the one that is asked for by name, else the best that works.

    Raises `SandboxError` where what is asked for does not work here, or nothing from basic on
    does.
    """
    if wanted == Tier.NONE:
        return Tier.NONE
    tiers = [Tier(wanted)] if wanted else [Tier.STRICT, Tier.BASIC]
    findings = []
    for tier in tiers:
        finding = examine(tier)
        if finding.works:
            return tier
        findings.append(finding)
    raise SandboxError(
        "student code can't be confined on this machine, so nothing was run. "
        + " ".join(f"Tier {f.tier}: {f.failure or ', '.join(f.missing)}." for f in findings)
        + f" What helps: {findings[0].hint()}. `autograder doctor` says more. To run students' "
        "code as you, with all that you may do, say c.SubmissionExporter.confinement = 'none'."
    )


def _ask(tier: Tier, bait: Bait) -> dict[str, bool]:
    zygote = Zygote(Limits(scratch_mib=16), tier, canary=bait)
    try:
        with zygote.fork() as process:
            deadline = time.monotonic() + _ANSWER_SECONDS
            data = frames.receive(process.control, limit_bytes=1 << 16, deadline=deadline)
            return dict(decode(data, Tried).refused)
    except (frames.Closed, frames.Deadline) as error:
        raise SandboxError(f"the canary did not answer: {error}") from error
    finally:
        zygote.close()


def _namespace_hint() -> str:
    """What usually keeps user namespaces from working."""
    switches = {
        "/proc/sys/kernel/unprivileged_userns_clone": ("0", "kernel.unprivileged_userns_clone=1"),
        "/proc/sys/kernel/apparmor_restrict_unprivileged_userns": (
            "1",
            "kernel.apparmor_restrict_unprivileged_userns=0",
        ),
        "/proc/sys/user/max_user_namespaces": ("0", "user.max_user_namespaces=10000"),
    }
    for path, (off, command) in switches.items():
        if os.path.exists(path) and Path(path).read_text().strip() == off:
            return f"sudo sysctl -w {command}"
    return (
        "in a container, start it with --security-opt seccomp=unconfined "
        "--security-opt systempaths=unconfined"
    )
