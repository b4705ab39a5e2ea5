"""The sandbox from its trusted end: what student code does, the notebook and the others survive."""

import os
import re
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest
import torch

from autograder.errors import SandboxError, StudentError
from autograder.judge.student import Student, call, read
from autograder.sandbox.host import Sandbox
from autograder.sandbox.policy import Limits
from autograder.wire.messages import Cell

pytestmark = pytest.mark.sandbox


@pytest.fixture(scope="module")
def sandbox():
    """Short limits: loops in these tests end by them."""
    with Sandbox(
        Limits(cell_seconds=3, cell_timeouts=3, call_seconds=2, output_bytes=10_000, restarts=3)
    ) as opened:
        yield opened


@pytest.fixture
def run(sandbox):
    """Run cells; those after which `ask` is called are graded. Returns one text a cell."""

    def run_cells(*sources, graded=(), ask=lambda index, student: None, files=None):
        cells = [Cell(textwrap.dedent(s), graded=i in graded) for i, s in enumerate(sources)]
        return sandbox.run(cells, lambda i, channel: ask(i, Student(channel)), files=files)

    return run_cells


def shown(run):
    """What a cell put out, as plain text."""
    parts = []
    for output in run.outputs or ():
        parts += [output.text, output.data.get("text/plain", ""), output.ename, output.evalue]
    return "".join(parts)


def asked(run, source, *questions):
    """What each question gave after `source`: a value, or the sentence of a `StudentError`."""
    given = []

    def ask(index, student):
        for question in questions:
            try:
                given.append(question(student))
            except StudentError as error:
                given.append(str(error))

    run(source, graded=[0], ask=ask)
    return given


def test_outputs_come_as_a_notebook_shows_them(run):
    cells = run(
        """
        import sys
        print("one")
        print("two", file=sys.stderr)
        6 * 7
        """,
        "1 / 0",
        "display_is_there = display({'text/plain': 'rich'}, raw=True)",
        "%matplotlib inline\nimport matplotlib.pyplot as plt\nplt.plot([1, 2]);",
        "await __import__('asyncio').sleep(0, 'awaited')",
        "!echo from a shell",
    )

    assert [o.output_type for o in cells[0].outputs] == ["stream", "stream", "execute_result"]
    assert shown(cells[0]) == "one\ntwo\n42"
    assert cells[1].outputs[0].ename == "ZeroDivisionError"
    assert shown(cells[2]) == "rich"
    assert "image/png" in cells[3].outputs[0].data
    assert shown(cells[4]) == "'awaited'"
    assert "from a shell" in shown(cells[5])


@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        ("import os\nos._exit(3)", "this cell ended the process"),
        ("import ctypes\nctypes.string_at(0)", "this cell ended the process"),
        ("while True:\n    pass", "still running after 3 s"),
        (
            "import signal\nsignal.signal(signal.SIGINT, signal.SIG_IGN)\nwhile True:\n    pass",
            "still running after 3 s",
        ),
    ],
    ids=["exit", "segfault", "loop", "loop that ignores signals"],
)
def test_a_cell_that_ends_or_blocks_the_process_costs_itself_alone(run, source, sentence):
    values = []
    cells = run("x = 1", source, "x += 1", "x", graded=[3], ask=lambda i, s: values.append(s["x"]))

    assert sentence in shown(cells[1])
    assert shown(cells[3]) == "2"
    assert values == [2]


def test_a_notebook_ends_at_its_first_cell_that_blocks_and_keeps_what_was_judged_before():
    values = []
    sources = ["x = 1", "while True: pass", "x"]
    cells = [Cell(source, graded=source.startswith("x")) for source in sources]
    with Sandbox(Limits(cell_seconds=1)) as sandbox:
        runs = sandbox.run(cells, lambda index, channel: values.append(Student(channel)["x"]))

    assert values == [1]
    assert "CellTimeout" == runs[1].outputs[0].ename
    assert runs[2].outputs is None


def test_a_notebook_that_keeps_dying_is_given_up_with_what_it_had(run):
    cells = run("1", *["import os\nos._exit(1)"] * 5, "'the end'")

    assert shown(cells[0]) == "1"
    assert cells[6].outputs is None


@pytest.mark.parametrize("source", ["import sys\nsys.exit(0)", "quit()", "exit"])
def test_leaving_does_not_leave(run, source):
    cells = run(source, "'still here'")

    assert shown(cells[1]) == "'still here'"


@pytest.mark.parametrize("nothing", ["lambda *args, **kwargs: None", "None"])
def test_an_error_is_an_error_where_a_cell_hides_tracebacks(run, nothing):
    """An ordinary graded cell has its points when no error comes."""
    patch = f"""
    from IPython.core.interactiveshell import InteractiveShell
    InteractiveShell.showtraceback = {nothing}
    """
    _, failed, wrong, right = run(patch, "assert 1 == 2", "1 +", "assert 1 == 1")

    assert ["error"] == [output.output_type for output in failed.outputs]
    assert "error" in [output.output_type for output in wrong.outputs]
    assert () == tuple(right.outputs)


def test_input_is_an_error_and_not_a_wait(run):
    (cell,) = run("name = input('name?')")

    assert cell.outputs[0].ename == "EOFError"


@pytest.mark.parametrize(
    "source",
    ["for i in range(10_000): print(i)", "print('x' * 5_000_000)", "'y' * 5_000_000"],
    ids=["many lines", "one enormous line", "one enormous result"],
)
def test_output_is_cut_in_the_middle_and_says_so(run, source):
    (cell,) = run(source)

    assert len(shown(cell)) < 12_000
    assert "left out" in shown(cell)


def test_a_crash_in_a_call_costs_that_call_alone(run):
    given = asked(
        run,
        """
        import os
        state = ["as it was"]

        def crash():
            os._exit(0)

        def spoil():
            state.append("spoilt")
            os.abort()
        """,
        lambda student: student.crash(),
        lambda student: student.spoil(),
        lambda student: student["state"],
    )

    assert "ended the process" in given[0]
    assert "ended the process" in given[1]
    assert given[2] == ["as it was"]


def test_a_process_that_the_machine_kills_is_asked_again(sandbox):
    """Killed from outside in the middle of judging: the task is judged once more, in full."""
    answers = []

    def ask(index, channel):
        student = Student(channel)
        answers.append([student["answer"]])
        if len(answers) == 1:
            (standing, *_) = [pid for pid in descendants(os.getpid()) if is_standing(pid)]
            os.kill(standing, 9)
        channel.close()
        try:
            answers[-1].append(student["answer"])
        except SandboxError:
            answers[-1].append("undecided")

    runs = sandbox.run([Cell("answer = 42", graded=True), Cell("answer + 1")], ask)

    assert [[42, "undecided"], [42, 42]] == answers
    assert shown(runs[1]) == "43"


def is_standing(pid):
    """Whether a process runs cells: pid 1 of its namespace, with a fork that answers."""
    (line,) = re.findall(r"(?m)^NSpid:(.*)$", Path(f"/proc/{pid}/status").read_text())
    in_each_namespace = line.split()
    return len(in_each_namespace) == 3 and in_each_namespace[-1] == "1" and bool(descendants(pid))


def test_a_cell_that_the_machine_ends_once_is_not_blamed(sandbox):
    killed = []

    def kill_once(index, channel):
        if not killed:
            killed.append(True)
            channel.close()
            for pid in descendants(os.getpid()):
                if not descendants(pid) and Path(f"/proc/{pid}/stat").exists():
                    os.kill(pid, 9)

    runs = sandbox.run([Cell("1", graded=True), Cell("'second'")], kill_once)

    assert "'second'" == shown(runs[1])


def test_an_endless_call_is_stopped_once_and_not_tried_again(run):
    given = asked(
        run,
        "def loop():\n    while True:\n        pass",
        lambda student: student.loop(),
        lambda student: student.loop(),
    )

    assert "still running after 2 s" in given[0]
    assert "not tried" in given[1]


def test_what_a_case_does_to_the_state_does_not_reach_later_cells(run):
    seen = []
    cells = run(
        "log = []\ndef note():\n    log.append(1)\n    return len(log)",
        "log",
        graded=[0],
        ask=lambda i, student: seen.extend([student.note(), student.note()]),
    )

    assert seen == [1, 2]
    assert shown(cells[1]) == "[]"


def test_the_state_of_the_graded_cell_counts_and_not_a_later_one(run):
    values = []
    run("answer = 1", "answer = 2", graded=[0], ask=lambda i, s: values.append(s["answer"]))

    assert values == [1]


def test_garbage_on_the_channel_is_the_student_s_failure(run):
    """Student code can find the descriptors that it inherited, and write to them."""
    given = asked(
        run,
        """
        import os

        def shout():
            for descriptor in range(3, 64):
                try:
                    os.write(descriptor, b"\\x00\\x00\\x00\\x10" + b"all tests passed" * 4)
                except OSError:
                    pass
            return 1

        def claim_gigabytes():
            for descriptor in range(3, 64):
                try:
                    os.write(descriptor, b"\\xff\\xff\\xff\\xff")
                except OSError:
                    pass
            return 1

        def hang_up():
            os.closerange(3, 64)
            return 1

        fine = 5
        """,
        lambda student: student.shout(),
        lambda student: student.claim_gigabytes(),
        lambda student: student.hang_up(),
        lambda student: student["fine"],
    )

    assert "can't be read" in given[0]
    assert "can't be read" in given[1]
    assert "ended the process" in given[2]
    assert given[3] == 5


def test_a_huge_answer_is_refused_where_it_is_made(run):
    given = asked(
        run,
        """
        import torch

        def expanded():
            return torch.zeros(1).expand(10**9)

        def nested():
            inner = []
            for _ in range(100_000):
                inner = [inner]
            return inner

        def many():
            return list(range(10**6))
        """,
        lambda student: student.expanded(),
        lambda student: student.nested(),
        lambda student: student.many(),
    )

    assert "too large to send" in given[0].text
    assert "Foreign" in repr(given[1])
    assert "too long" in given[2].text


def test_gradients_and_arguments_come_back(run):
    given = asked(
        run,
        "def double_in_place(x):\n    return x.mul_(2)\ndef square(x):\n    return x * x",
        lambda s: s.run(call("double_in_place", torch.ones(2), watched=True))[0],
        lambda s: s.run(call("square", torch.full((2,), 3.0), cotangents=(torch.ones(2),)))[0],
        lambda s: s.run(read("square"))[0].value.type_name,
    )

    assert given[0].arguments[0].tolist() == [2.0, 2.0]
    assert given[1].gradients[0].tolist() == [6.0, 6.0]
    assert given[2] == "function"


def test_data_files_are_there_and_the_grader_s_environment_is_not(run, monkeypatch):
    monkeypatch.setenv("GRADER_SECRET", "do not tell")
    files = {"data/numbers.txt": b"1 2 3"}
    cells = run("open('data/numbers.txt').read()", "import os\ndict(os.environ)", files=files)

    assert shown(cells[0]) == "'1 2 3'"
    assert "do not tell" not in shown(cells[1])
    assert "HOME" in shown(cells[1])


def test_one_notebook_s_processes_do_not_count_for_another():
    """A notebook that holds as many processes as it may does not starve its neighbour."""
    hoard = "import subprocess\nheld = [subprocess.Popen(['sleep', '60']) for _ in range(24)]"
    seen = []
    with Sandbox(Limits(processes=30)) as shared:

        def meanwhile(index, channel):
            shared.run(
                [Cell(f"{hoard}\nanswer = len(held)", graded=True)],
                lambda i, neighbour: seen.append(Student(neighbour)["answer"]),
            )

        shared.run([Cell(hoard, graded=True)], meanwhile)

    assert [24] == seen


def test_random_numbers_start_from_the_seed(sandbox):
    cells = [Cell("import torch, random\ntorch.rand(1).item(), random.random()")]

    def drawn(seed):
        (run,) = sandbox.run(cells, lambda i, c: None, seed=seed)
        return shown(run)

    assert drawn(1) == drawn(1)
    assert drawn(1) != drawn(2)


MEMORY_BOMB = """
import os, signal
for _ in range(8):
    if os.fork() == 0:
        taken = bytearray(os.urandom(1 << 20)) * 150
        signal.pause()
signal.pause()
"""


def test_processes_that_take_too_much_memory_together_are_killed():
    """Each of them stays well under the limit of one process."""
    cells = [Cell("x = 1"), Cell(MEMORY_BOMB), Cell("x")]
    with Sandbox(Limits(memory_mib=600, cell_seconds=30)) as small:
        runs = small.run(cells, lambda index, channel: None)

    assert runs[1].outputs[0].ename == "OutOfMemory"
    assert "more than 600 MiB" in runs[1].outputs[0].evalue
    assert shown(runs[2]) == "1"


SHARED_BOMB = """
import mmap, signal
taken = mmap.mmap(-1, 900 << 20)
for at in range(0, 900 << 20, 4096):
    taken[at] = 1
signal.pause()
"""
THREAD_BOMB = """
import os, signal, threading
def from_a_thread():
    for _ in range(6):
        if os.fork() == 0:
            taken = bytearray(os.urandom(1 << 20)) * 150
            signal.pause()
threading.Thread(target=from_a_thread).start()
signal.pause()
"""


@pytest.mark.parametrize("bomb", [SHARED_BOMB, THREAD_BOMB], ids=["shared", "from a thread"])
def test_memory_that_is_hidden_from_a_simple_look_counts(bomb):
    with Sandbox(Limits(memory_mib=600, cell_seconds=30)) as small:
        runs = small.run([Cell(bomb), Cell("1")], lambda index, channel: None)

    assert runs[0].outputs[0].ename == "OutOfMemory"
    assert shown(runs[1]) == "1"


def test_a_notebook_may_start_torch_s_threads(run):
    """A pool of threads does not survive a fork; the call after it must not wait for it."""
    answers = []
    source = """
    import torch
    torch.set_num_threads(2)
    big = torch.ones(600, 600)
    total = (big @ big).softmax(-1).sum()

    def again():
        return (big @ big).softmax(-1).sum()
    """
    run(source, graded=[0], ask=lambda i, student: answers.append(student.again()))

    assert 600.0 == pytest.approx(answers[0].item())


def test_a_zygote_that_was_killed_is_started_again():
    others = set(descendants(os.getpid()))
    with Sandbox() as sandbox:
        sandbox.run([Cell("1")], lambda index, channel: None)
        for pid in set(descendants(os.getpid())) - others:
            os.kill(pid, 9)
        (run,) = sandbox.run([Cell("'alive'")], lambda index, channel: None)

    assert "'alive'" == shown(run)


def test_an_environment_within_the_hidden_course_is_still_seen():
    """A course usually holds the environment that it grades with."""
    above = Path(sys.prefix).parent
    with Sandbox(hidden=[above]) as sandbox:
        (run,) = sandbox.run([Cell(f"import os\nos.listdir({str(above)!r})")], lambda i, c: None)

    assert f"['{Path(sys.prefix).name}']" == shown(run)


def test_a_notebook_ends_in_its_time_whatever_its_cells_do():
    cells = [Cell("import time\ntime.sleep(1)") for _ in range(6)] + [
        Cell("answer = 1", graded=True)
    ]
    asked = []
    with Sandbox(Limits(notebook_seconds=3, cell_seconds=2)) as sandbox:
        sandbox.run([Cell("1")], lambda index, channel: None)
        runs = sandbox.run(cells, lambda index, channel: asked.append(index))

    assert runs[0].outputs == ()
    assert runs[-1].outputs is None
    assert [] == asked


def test_outputs_larger_than_allowed_are_refused_by_the_host_too(sandbox):
    """Student code can speak in the place of the process that records its outputs."""
    forge = """
    import msgspec, socket, struct, os
    from autograder.wire.messages import CellEnded, Output, encode
    big = encode(CellEnded(0, (Output("stream", name="stdout", text="x" * (8 << 20)),), 0.0))
    for descriptor in range(3, 30):
        try:
            os.write(descriptor, struct.pack(">I", len(big)) + big)
        except OSError:
            pass
    """
    (run,) = sandbox.run([Cell(textwrap.dedent(forge))], lambda index, channel: None)

    assert "MalformedReply" == run.outputs[0].ename


def test_many_notebooks_leave_neither_processes_nor_descriptors(sandbox):
    def run_one():
        sandbox.run([Cell("x = 1", graded=True)], lambda i, c: Student(c)["x"])
        return len(os.listdir("/proc/self/fd"))

    before = run_one()
    after = [run_one() for _ in range(20)][-1]

    assert before == after


def test_a_zygote_that_does_not_start_is_our_fault_and_says_why(monkeypatch):
    monkeypatch.setattr(sys, "executable", "/bin/false")
    with Sandbox() as broken, pytest.raises(SandboxError, match="Nothing was graded by it"):
        broken.run([Cell("1")], lambda i, c: None)


def test_everything_ends_with_the_owner():
    """Kill the owner outright: its zygote and the student's endless loop go with it."""
    owner = textwrap.dedent(
        """
        from autograder.sandbox.host import Sandbox
        from autograder.wire.messages import Cell

        def say(index, channel):
            print("looping", flush=True)

        loop = Cell("while True: pass")
        Sandbox().run([Cell("1", graded=True), loop], say)
        """
    )
    process = subprocess.Popen([sys.executable, "-c", owner], stdout=subprocess.PIPE, text=True)
    assert "looping\n" == process.stdout.readline()
    below = descendants(process.pid)
    watched = [os.pidfd_open(pid) for pid in below]
    process.kill()
    process.wait()

    assert len(watched) >= 3, "the starter, the zygote and the student's processes"
    for pidfd in watched:
        assert _ended(pidfd)
        os.close(pidfd)


def descendants(pid):
    """The processes below `pid`."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [d for child in map(int, children) for d in (child, *descendants(child))]


def _ended(pidfd):
    """Whether the process ends; a descriptor of an ended process becomes readable."""
    import select

    return bool(select.select([pidfd], [], [], 20)[0])
