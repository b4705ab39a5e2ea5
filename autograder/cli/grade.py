"""`autograder grade`: a class at once."""

import functools
import inspect
import sys
import traceback
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Annotated, Any

import typer

from autograder.cli.names import Assignment, Students
from autograder.errors import AutograderError, SandboxError
from autograder.sandbox.policy import Limits, described

if TYPE_CHECKING:
    from autograder.course.grading import Asked, Outcome

__all__ = ["grade"]

_OURS = 3
"""The exit code for a fault of this machine or of the kit."""
_INTERRUPTED = 130


_PREFIX = "limit_"
_CLUSTER = "A cluster in place of this machine"


def with_limits(command: Callable[..., None]) -> Callable[..., None]:
    """The command with an option for each limit of the sandbox; `limits` has the chosen ones."""

    @functools.wraps(command)
    def wrapped(**options: Any) -> None:
        given = {name: options.pop(f"{_PREFIX}{name}", None) for name in described()}
        chosen = {name: value for name, value in given.items() if value is not None}
        command(**options, limits=chosen)

    signature = inspect.signature(command)
    kept = [parameter for name, parameter in signature.parameters.items() if name != "limits"]
    more = [
        inspect.Parameter(
            f"{_PREFIX}{name}",
            inspect.Parameter.KEYWORD_ONLY,
            default=None,
            annotation=Annotated[
                kind | None,
                typer.Option(
                    help=f"{text} Default: the course's setting, or {default:,}.",
                    rich_help_panel="Limits on student code",
                ),
            ],
        )
        for name, (kind, default, text) in described().items()
    ]
    wrapped.__signature__ = signature.replace(parameters=[*kept, *more])  # type: ignore[attr-defined]
    wrapped.__annotations__ = {one.name: one.annotation for one in (*kept, *more)}
    return wrapped


@with_limits
def grade(
    assignment: Assignment,
    student: Students = None,
    jobs: Annotated[
        int, typer.Option(min=0, help="Submissions at a time; 0: as many as there are cores.")
    ] = 0,
    regrade: Annotated[
        bool, typer.Option("--regrade", help="Grade those that are up to date, too.")
    ] = False,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Say who would be graded, and change nothing.")
    ] = False,
    keep_going: Annotated[
        bool,
        typer.Option(
            "--keep-going",
            help="Run a notebook again without a cell that blocks it, so that the tasks after it "
            "are judged, too.",
        ),
    ] = False,
    confinement: Annotated[
        str, typer.Option(help="strict, basic or none; default: the best that works here.")
    ] = "",
    db: Annotated[str, typer.Option(help="The gradebook's URL; default: the course's.")] = "",
    json: Annotated[
        bool, typer.Option("--json", help="Print events as lines of JSON, and nothing else.")
    ] = False,
    scheduler: Annotated[
        str,
        typer.Option(
            metavar="ADDRESS",
            help="A Dask scheduler, whose workers grade: tls://host:8786.",
            rich_help_panel=_CLUSTER,
        ),
    ] = "",
    tls_ca_file: Annotated[
        str,
        typer.Option(
            metavar="FILE",
            help="The authority that signed the cluster's certificates (PEM); default, as for the "
            "next two: Dask's configuration.",
            rich_help_panel=_CLUSTER,
        ),
    ] = "",
    tls_cert: Annotated[
        str, typer.Option(metavar="FILE", help="This side's.", rich_help_panel=_CLUSTER)
    ] = "",
    tls_key: Annotated[
        str, typer.Option(metavar="FILE", help="Its key.", rich_help_panel=_CLUSTER)
    ] = "",
    allow_plain_tcp: Annotated[
        bool,
        typer.Option(
            "--allow-plain-tcp",
            help="Speak to another machine's scheduler without encryption.",
            rich_help_panel=_CLUSTER,
        ),
    ] = False,
    *,
    limits: Mapping[str, Any],
) -> None:
    """Grade a class: everyone in submitted/ who is new or changed, several at a time.

    Marks, gradebook and graded notebooks are those of `nbgrader autograde`. A run that was
    stopped goes on where it was. Exits with 0 when everyone is graded, with 1 when someone is
    not, with 2 when the course or the command line has to be mended, and with 3 when the
    machine has to.

    For example: `autograder grade attention`, and `autograder grade attention --student s1008
    --regrade` for one of them again.
    """
    from autograder.cluster.scheduler import Scheduler
    from autograder.course.grading import Asked

    if keep_going:
        limits = {"cell_timeouts": Limits().restarts, **limits}
    if scheduler and jobs:
        raise typer.BadParameter(
            "it is for this machine; with --scheduler, the cluster's workers decide",
            param_hint="--jobs",
        )
    cluster = {"ca_file": tls_ca_file, "cert": tls_cert, "key": tls_key}
    if not scheduler and (allow_plain_tcp or any(cluster.values())):
        raise typer.BadParameter(
            "say --scheduler with it: certificates and --allow-plain-tcp are for a cluster",
            param_hint="--scheduler",
        )
    asked = Asked(
        assignment=assignment.strip("/"),
        students=tuple(student or ()),
        jobs=jobs,
        limits=limits,
        confinement=confinement,
        dry_run=dry_run,
        regrade=regrade,
        db_url=db,
        scheduler=Scheduler(address=scheduler, plain_tcp=allow_plain_tcp, **cluster)
        if scheduler
        else None,
    )
    raise typer.Exit(_ended_well(_as_json if json else _in_the_terminal, asked, json))


def _ended_well(run: "Callable[[Asked], Outcome]", asked: "Asked", json: bool) -> int:
    """Run, and say in a sentence what went wrong; the exit code."""
    try:
        return run(asked).exit_code
    except KeyboardInterrupt:
        typer.echo("autograder: stopped before anything was graded", err=True)
        return _INTERRUPTED
    except AutograderError as error:
        if json:
            from autograder.grading.events import Failed, as_line

            typer.echo(as_line(Failed(message=str(error))))
        typer.echo(f"autograder: {error}", err=True)
        return _OURS if isinstance(error, SandboxError) else 2
    except Exception:  # a fault of the kit; what is graded is kept
        traceback.print_exc()
        return _OURS


def _as_json(asked: "Asked") -> "Outcome":
    from autograder.course.grading import grade_class
    from autograder.grading.events import Event, as_line

    def see(event: Event) -> None:
        print(as_line(event), flush=True)

    return grade_class(asked, see)


def _in_the_terminal(asked: "Asked") -> "Outcome":
    from rich.console import Console

    from autograder.course.grading import grade_class
    from autograder.grading.screen import Screen, print_end

    console = Console(stderr=False, file=sys.stdout)
    with Screen(console) as screen:
        outcome = grade_class(asked, screen.see)
    print_end(console, asked.assignment, outcome.rows, screen.ended)
    return outcome
