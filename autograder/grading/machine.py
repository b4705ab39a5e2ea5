"""What `autograder doctor` says: a line for each thing that student code could try."""

from rich.console import Console
from rich.text import Text

from autograder.errors import AuthoringError
from autograder.sandbox.doctor import STOPS, Finding, examine
from autograder.sandbox.policy import Tier

__all__ = ["print_machine"]

_PROMISES = {
    Tier.STRICT: "strict: namespaces, a private read-only root, no network, Landlock, seccomp",
    Tier.BASIC: "basic: Landlock, seccomp and rlimits, without namespaces",
}


def print_machine(wanted: str = "", console: Console | None = None) -> bool:
    """Try the tiers and print what was found; returns whether grading will run here.

    Raises `AuthoringError` for a tier that there is nothing to find out about.
    """
    console = console or Console()
    if wanted not in ("", Tier.STRICT, Tier.BASIC):
        raise AuthoringError(f"there is no tier {wanted!r} to look at; it is strict or basic")
    tiers = [Tier(wanted)] if wanted else [Tier.STRICT, Tier.BASIC]
    for tier in tiers:
        finding = examine(tier)
        _print(finding, console)
        if finding.works:
            console.print(f"[bold]{tier}[/] works: grading will run student code in it.")
            return True
    console.print(
        "Grading will refuse to run student code here, unless told by name: "
        "c.SubmissionExporter.confinement = 'none'.",
        style="red",
        highlight=False,
    )
    return False


def _print(finding: Finding, console: Console) -> None:
    console.print(_PROMISES[finding.tier], style="bold", highlight=False)
    if finding.failure:
        console.print(f"  does not start: {finding.failure}", highlight=False)
    for name, what in STOPS.items():
        if name in finding.refused:
            stopped = finding.refused[name]
            promised = stopped or name in finding.missing
            mark = Text("✓ stopped  " if stopped else "✗ possible ")
            mark.stylize("green" if stopped else "red" if promised else "yellow")
            console.print(Text.assemble("  ", mark, what))
    if not finding.works and finding.hint():
        console.print(f"  what helps: {finding.hint()}", highlight=False)
    console.print()
