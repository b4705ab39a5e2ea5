"""What works in a Jupyter notebook works here: the table in docs/sandbox.md, tried."""

import re

import pytest

from autograder.sandbox.host import Sandbox
from autograder.sandbox.policy import Limits
from autograder.wire.messages import Cell

pytestmark = pytest.mark.sandbox

# What it is, the cell, and what it puts out: a pattern for the whole of it.
WORKS = [
    ("a magic for cells", "%%time\nsum(range(9))", r"CPU times.*Wall time.*36"),
    ("capturing output", "%%capture out\nprint('kept')", r""),
    ("what was captured", "out.stdout", r"'kept\\n'"),
    ("timing", "%timeit -n 3 -r 2 1 + 1", r".*per loop.*"),
    ("a magic among lines", "x = 1\n%time y = x + 1\nprint(y)", r"CPU times.*2\n"),
    ("a transformer of its own", "def color(lines):\n"
     "    return [line.replace('colour', 'color') for line in lines]\n"
     "get_ipython().input_transformers_post.append(color)", r""),
    ("what it transforms", "color = 3\nprint(colour)", r"3\n"),
    ("a shell command", "!echo hello", r"hello\r?\n"),
    ("a shell command's lines", "lines = !echo one; echo two\nlines", r"\['one', 'two'\]"),
    ("a cell of bash", "%%bash\necho from bash", r"from bash\n"),
    ("top-level await", "import asyncio\nawait asyncio.sleep(0, 'awaited')", r"'awaited'"),
    ("the last result", "_", r"'awaited'"),
    ("displays", "from IPython.display import HTML\ndisplay(HTML('<b>x</b>'))", r".*HTML object>"),
    ("clearing", "from IPython.display import clear_output\nprint(1)\nclear_output()", r""),
    ("help", "len?", r".*number of items.*"),
    ("warnings", "import warnings\nwarnings.warn('watch out')", r".*UserWarning: watch out.*"),
    ("logging", "import logging\nlogging.warning('careful')", r"WARNING:root:careful\n"),
    ("the order of streams", "import sys\nprint(1)\nprint(2, file=sys.stderr)\nprint(3)",
     r"1\n2\n3\n"),
    ("programs", "import subprocess\nsubprocess.call(['echo', 'ran'])", r"0ran\n"),
    ("C code", "import ctypes\nc = ctypes.CDLL(None)\nc.puts(b'C')\n_ = c.fflush(None)", r"C\n"),
    ("threads", "from threading import Thread\nt = Thread(target=print, args=('t',))\n"
     "t.start()\nt.join()", r"t\n"),
    ("processes", "import multiprocessing\nwith multiprocessing.Pool(2) as pool:\n"
     "    print(pool.map(abs, [-1, -2]))", r"\[1, 2\]\n"),
    ("DataLoader's workers", "from torch.utils.data import DataLoader\n"
     "print(sum(len(b) for b in DataLoader(range(6), batch_size=2, num_workers=2)))", r"6\n"),
    ("training", "import torch\nm = torch.nn.Linear(2, 1)\n"
     "o = torch.optim.SGD(m.parameters(), 0.1)\nm(torch.ones(2)).sum().backward()\n"
     "o.step()\nprint('trained')", r"trained\n"),
    ("temporary files", "import tempfile\nwith tempfile.TemporaryFile() as f:\n"
     "    f.write(b'a')", r""),
    ("the home folder", "from pathlib import Path\nPath.home() == Path.cwd()", r"True"),
    ("reloading", "%load_ext autoreload\n%autoreload 2", r""),
]  # fmt: skip


@pytest.fixture(scope="module")
def ran():
    """What each cell of WORKS put out, run in one notebook as a student would."""
    cells = [Cell(source) for _, source, _ in WORKS]
    with Sandbox(Limits(cell_seconds=20)) as sandbox:
        runs = sandbox.run(cells, lambda index, channel: None)
    return {name: run for (name, _, _), run in zip(WORKS, runs, strict=True)}


@pytest.mark.parametrize(("name", "pattern"), [(name, p) for name, _, p in WORKS], ids=str)
@pytest.mark.xdist_group("fidelity")
def test_it_works_as_in_jupyter(ran, name, pattern):
    outputs = ran[name].outputs
    text = "".join(
        output.text + output.data.get("text/plain", "") + output.ename for output in outputs
    )

    assert re.fullmatch(pattern, text, re.DOTALL)


@pytest.fixture(scope="module")
def shown():
    """Run one cell; returns its outputs."""
    with Sandbox() as sandbox:
        yield lambda source: sandbox.run([Cell(source)], lambda i, c: None)[0].outputs


def test_figures_are_pictures_of_either_kind(shown):
    plot = "import matplotlib.pyplot as plt\nplt.plot([1, 2])\nplt.show()"
    (png,) = shown(plot)
    (svg,) = shown(f"%config InlineBackend.figure_format = 'svg'\n{plot}")

    assert "display_data" == png.output_type == svg.output_type
    assert "image/png" in png.data
    assert "image/svg+xml" in svg.data


def test_a_traceback_shows_the_student_s_lines(shown):
    (error,) = shown("def half(x):\n    return x / 0\n\nhalf(1)")

    assert ("ZeroDivisionError", "division by zero") == (error.ename, error.evalue)
    assert "return x / 0" in "\n".join(error.traceback)


def test_torch_compile_says_no_and_does_not_hang(shown):
    (error,) = shown("import torch\ntorch.compile(lambda x: x)(torch.ones(1))")

    assert "RuntimeError" == error.ename
    assert "not available while grading" in error.evalue
