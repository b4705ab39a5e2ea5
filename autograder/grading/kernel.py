"""Runs cells in a Jupyter kernel, with all that the user may do: where there is no sandbox.

For a student's own notebook on the student's own machine (macOS, Windows, a container); grading
never comes here.
"""

import re
import time
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from subprocess import DEVNULL
from typing import Any

from autograder.errors import SandboxError
from autograder.notebook import NotebookNode, new_cell, new_notebook
from autograder.sandbox.host import CellRun
from autograder.wire.messages import Output

__all__ = ["run_in_kernel"]

_NAME = "python3"
"""The kernel of the environment that this runs in."""
_COLOUR = re.compile(r"\x1b\[[0-9;]*m")


def run_in_kernel(
    sources: Sequence[str], folder: Path, *, cell_seconds: float
) -> tuple[CellRun, ...]:
    """Run the cells in `folder`, one `CellRun` each; after one that blocks or ends it, none.

    Raises `SandboxError` where no kernel starts.
    """
    from jupyter_client.kernelspec import NoSuchKernel
    from nbclient import NotebookClient

    cells = [new_cell("code", text, f"cell-{i}", {}) for i, text in enumerate(sources)]
    notebook = new_notebook(cells)
    client = NotebookClient(
        notebook,
        timeout=cell_seconds,
        kernel_name=_NAME,
        allow_errors=True,
        resources={"metadata": {"path": str(folder)}},
    )
    try:
        # What a kernel writes by itself is for those who develop kernels.
        with client.setup_kernel(stdout=DEVNULL, stderr=DEVNULL):
            runs = list(_run_all(client, notebook))
    except (NoSuchKernel, RuntimeError) as error:
        raise SandboxError(
            f"no Jupyter kernel starts here ({error}); `pip install ipykernel` brings one"
        ) from error
    return (*runs, *[CellRun()] * (len(cells) - len(runs)))


def _run_all(client: Any, notebook: NotebookNode) -> Iterator[CellRun]:
    """The cells' runs, up to one that does not end by itself."""
    from nbclient.exceptions import CellTimeoutError, DeadKernelError

    for index, cell in enumerate(notebook.cells):
        started = time.perf_counter()
        try:
            client.execute_cell(cell, index)
        except CellTimeoutError:
            yield _stopped("CellTimeout", f"still running after {client.timeout:g} s, and stopped")
            return
        except DeadKernelError:
            yield _stopped("ProcessEnded", "this cell ended the process in which it ran")
            return
        yield CellRun(tuple(_outputs(cell.outputs)), time.perf_counter() - started)


def _stopped(ename: str, evalue: str) -> CellRun:
    return CellRun((Output("error", ename=ename, evalue=evalue),))


def _outputs(outputs: Iterable[NotebookNode]) -> Iterator[Output]:
    """A cell's outputs as the sandbox gives them."""
    for output in outputs:
        if output.output_type == "stream":
            yield Output("stream", name=output.name, text=output.text)
        elif output.output_type == "error":
            trace = tuple(_COLOUR.sub("", line) for line in output.traceback)
            yield Output("error", ename=output.ename, evalue=output.evalue, traceback=trace)
        else:
            data = {mime: str(part) for mime, part in output.data.items()}
            yield Output(output.output_type, data=data)
