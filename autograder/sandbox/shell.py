"""A notebook's shell in one thread: IPython without a kernel, outputs as nbformat has them.

ipykernel's threads do not survive a fork, so cells run through IPython's own
`InteractiveShell`: magics, top-level await, display, rich outputs and inline figures work as
in Jupyter. Streams, displays, results and errors are recorded in the order in which they
came; text is cut in the middle at a number of bytes, and figures have a budget of their own.
"""

import ast
import builtins
import io
import os
import subprocess
import sys
import time
from collections import deque
from typing import Any, Literal

from IPython.core.displayhook import DisplayHook
from IPython.core.displaypub import DisplayPublisher
from IPython.core.interactiveshell import InteractiveShell
from traitlets import Type
from traitlets.config import Config

from autograder.wire.messages import Output
from autograder.wire.values import clip

__all__ = ["CellShell", "Recorder"]

Stream = Literal["stdout", "stderr"]
_MESSAGE_LIMIT = 20_000
_MOST_OUTPUTS = 2_000
_OWN_TRANSFORMERS = 9
"""IPython's own: of a cell's edges, of cell magics, and of four kinds of special syntax."""
_PARSED = ast.PyCF_ONLY_AST | ast.PyCF_ALLOW_TOP_LEVEL_AWAIT


class Recorder:
    """The outputs of one cell, in order, within a number of bytes."""

    def __init__(self, text_bytes: int, figure_bytes: int = 0) -> None:
        self._half = text_bytes // 2
        self._figure_bytes = figure_bytes
        self._head: list[Output] = []
        self._head_bytes = 0
        self._tail: deque[tuple[Output, int]] = deque()
        self._tail_bytes = 0
        self._dropped_bytes = 0
        self.failed = False
        """Whether an error was put out."""

    def stream(self, name: Stream, text: str) -> None:
        step = max(1, self._half // 4)
        for start in range(0, len(text), step):  # one enormous line must not fill the tail
            self._add(Output("stream", name=name, text=clip(text[start : start + step], step)))

    def rich(self, kind: Literal["display_data", "execute_result"], data: dict[str, Any]) -> None:
        kept = {clip(str(mime)): clip(str(part), 10**9) for mime, part in data.items()}
        size = sum(len(part) for part in kept.values())
        if size <= self._half // 4:
            self._add(Output(kind, data=kept))
            return
        if size > self._figure_bytes:
            text = clip(kept.get("text/plain", "an output"), 200)
            kept = {"text/plain": f"{text} (left out: {size:,} bytes are too many)"}
            size = 0
        self._figure_bytes -= size
        self._place(Output(kind, data=kept), 0)

    def error(self, ename: str, evalue: str, traceback: list[str]) -> None:
        self.failed = True
        lines = tuple(clip(line, 2000) for line in traceback[-60:])
        self._add(
            Output("error", ename=clip(ename), evalue=clip(evalue, _MESSAGE_LIMIT), traceback=lines)
        )

    def clear(self) -> None:
        self._head.clear()
        self._tail.clear()
        self._head_bytes = self._tail_bytes = self._dropped_bytes = 0

    def outputs(self) -> tuple[Output, ...]:
        """What was kept, of at most `_MOST_OUTPUTS` pieces."""
        parts = list(self._head)
        if self._dropped_bytes:
            note = f"\n[... {self._dropped_bytes:,} bytes of output left out here ...]\n"
            parts.append(Output("stream", name="stderr", text=note))
        merged = _merged([*parts, *(output for output, _ in self._tail)])
        return tuple(merged[:_MOST_OUTPUTS])

    def _add(self, output: Output) -> None:
        self._place(output, _size(output))

    def _place(self, output: Output, size: int) -> None:
        if not self._tail and self._head_bytes + size <= self._half:
            self._head.append(output)
            self._head_bytes += size
            return
        self._tail.append((output, size))
        self._tail_bytes += size
        while self._tail_bytes > self._half and len(self._tail) > 1:
            _, gone = self._tail.popleft()
            self._tail_bytes -= gone
            self._dropped_bytes += gone


class _Stream(io.TextIOBase):
    """`sys.stdout` or `sys.stderr` of a cell."""

    def __init__(self, shell: "CellShell", name: Stream) -> None:
        self._shell = shell
        self._name: Stream = name

    def write(self, text: str) -> int:
        self._shell.recorder.stream(self._name, str(text))
        return len(text)

    def writable(self) -> bool:
        return True

    @property
    def encoding(self) -> str:  # type: ignore[override]
        return "utf-8"


class _DisplayHook(DisplayHook):
    def write_output_prompt(self) -> None:
        """The notebook shows the prompt."""

    def write_format_data(self, format_dict: dict[str, Any], md_dict: Any = None) -> None:
        self.shell.recorder.rich("execute_result", format_dict)

    def finish_displayhook(self) -> None:
        """Nothing was held back."""


class _DisplayPublisher(DisplayPublisher):
    def publish(self, data: dict[str, Any], metadata: Any = None, **_options: Any) -> None:
        self.shell.recorder.rich("display_data", data)

    def clear_output(self, wait: bool = False) -> None:
        self.shell.recorder.clear()


class CellShell(InteractiveShell):
    """Runs cells and records what they put out."""

    displayhook_class = Type(_DisplayHook)
    display_pub_class = Type(_DisplayPublisher)
    recorder: Recorder = Recorder(0)

    @classmethod
    def make(cls) -> "CellShell":
        """A shell without history file, banner or colours of a terminal."""
        config = Config()
        config.HistoryManager.enabled = False  # its thread would not survive a fork
        config.InteractiveShell.colors = "nocolor"
        config.InteractiveShell.autocall = 0
        shell: CellShell = cls.instance(config=config)
        return shell

    def run(
        self,
        source: str,
        output_bytes: int,
        figure_bytes: int = 0,
        *,
        printed: int | None = None,
    ) -> tuple[tuple[Output, ...], float]:
        """Run a cell; returns its outputs and the seconds it took.

        `printed` is a descriptor of the file that the process's own stdout and stderr go to.
        """
        self.recorder = Recorder(output_bytes, figure_bytes)
        streams, reader = (sys.stdout, sys.stderr), builtins.input
        sys.stdout, sys.stderr = _Stream(self, "stdout"), _Stream(self, "stderr")
        builtins.input = _no_input
        started = time.perf_counter()
        try:
            result = self.run_cell(source, store_history=True)
            error = result.error_before_exec or result.error_in_exec
            if error is not None and not self.recorder.failed:  # a cell has replaced showtraceback
                self.recorder.error(type(error).__name__, str(error), [])
        except BaseException as error:  # what gets past IPython is the cell's error too
            self.recorder.error(type(error).__name__, str(error), [])
        finally:
            sys.stdout, sys.stderr = streams
            builtins.input = reader
        if printed is not None:
            self._add_printed(printed, output_bytes)
        return self.recorder.outputs(), time.perf_counter() - started

    def transform_cell(self, raw_cell: str) -> str:
        """The cell as Python; several lines that are Python hold no magic, and stay as they are.

        IPython looks for magics with a tokenizer in Python, which for long cells takes longer
        than the cells themselves.
        """
        lines = raw_cell.strip().splitlines()
        if len(lines) < 2 or raw_cell[:1].isspace() or self._transformers() > _OWN_TRANSFORMERS:
            return str(super().transform_cell(raw_cell))
        try:
            compile(raw_cell, "", "exec", _PARSED)
        except (SyntaxError, ValueError, MemoryError, RecursionError, OverflowError):
            return str(super().transform_cell(raw_cell))
        return raw_cell if raw_cell.endswith("\n") else f"{raw_cell}\n"

    def _transformers(self) -> int:
        """How many there are; a notebook may add some."""
        manager = self.input_transformer_manager
        lists = (manager.cleanup_transforms, manager.line_transforms, manager.token_transformers)
        return sum(map(len, lists)) + len(self.input_transformers_post)

    def should_run_async(self, raw_cell: str, **options: Any) -> bool:
        """Whether the cell awaits something; without the words, it does not."""
        return ("await" in raw_cell or "async" in raw_cell) and bool(
            super().should_run_async(raw_cell, **options)
        )

    def _add_printed(self, descriptor: int, limit_bytes: int) -> None:
        """What went to the process's own stdout, past Python's: of C code, of programs."""
        try:
            size = os.fstat(descriptor).st_size
            text = os.pread(descriptor, limit_bytes, 0).decode("utf-8", "replace")
            os.ftruncate(descriptor, 0)
        except OSError:  # the student's code closed it
            return
        if size:
            self.recorder.stream("stdout", text)
        if size > limit_bytes:
            self.recorder.stream("stdout", f"[... {size - limit_bytes:,} bytes more ...]")

    def _showtraceback(self, etype: Any, evalue: Any, stb: Any) -> None:
        try:
            text = str(evalue)
        except Exception as error:  # an exception whose text raises
            text = f"(its text raised {type(error).__name__})"
        name = getattr(etype, "__name__", str(etype))
        self.recorder.error(name, text, [str(line) for line in stb])

    def system(self, cmd: str) -> None:
        """`!command`, with its output in the notebook; without a terminal, so without pexpect."""
        command = self.var_expand(cmd, depth=1)
        process = subprocess.Popen(
            command,
            shell=True,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
        )
        for line in process.stdout or ():
            sys.stdout.write(line)
        self.user_ns["_exit_code"] = process.wait()

    def enable_gui(self, gui: str | None = None) -> None:
        """There is no window to open."""

    def ask_exit(self) -> None:
        """`quit()` and `exit()` do not end the run."""


def _no_input(prompt: object = "") -> str:
    raise EOFError("input() can't be answered here: nobody is at the keyboard during grading")


def _size(output: Output) -> int:
    texts = [output.text, output.evalue, *output.traceback, *output.data.values()]
    return sum(len(text.encode("utf-8", "replace")) for text in texts)


def _merged(outputs: list[Output]) -> list[Output]:
    """Neighbouring pieces of the same stream as one output, as Jupyter shows them."""
    merged: list[Output] = []
    for output in outputs:
        last = merged[-1] if merged else None
        if last and output.output_type == last.output_type == "stream" and output.name == last.name:
            merged[-1] = Output("stream", name=last.name, text=last.text + output.text)
        else:
            merged.append(output)
    return merged
