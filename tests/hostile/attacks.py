"""Attacks that student code could try, as functions that return something when they get through.

Each is bounded and harmless where it succeeds. `BAIT` is what there is to reach on this
machine: see `tests/hostile/range.py`, which runs them in the sandbox.
"""

import ctypes
import os
import signal
import socket
import subprocess
import time
from pathlib import Path

BAIT = {}
libc = ctypes.CDLL(None, use_errno=True)


def syscall(number, *arguments):
    """The system call; raises OSError where it is refused."""
    result = libc.syscall(number, *arguments)
    if result < 0:
        raise OSError(ctypes.get_errno(), "refused")
    return result


def write_and_remove(path):
    """Whether a file can be made there; where it can, it is gone again."""
    path.write_text("hello")
    path.unlink()
    return True


# Files


def read_a_secret_file():
    return Path(BAIT["secret"]).read_text()


def read_a_hidden_case():
    return Path(BAIT["case"]).read_text()


def walk_to_a_hidden_case():
    top = Path(BAIT["case"]).parents[1]
    return [path for path in top.rglob("test_*.py")]


def find_the_judge():
    import autograder

    return (Path(autograder.__file__).parent / "judge" / "compare.py").read_text()


def import_the_cases():
    import autograder.cases.attention.formula as formula

    return formula


def import_the_solution():
    import solutions.attention as solution

    return solution


def read_by_way_of_the_zygote_s_root():
    return Path(f"/proc/1/root{BAIT['secret']}").read_text()


def read_by_way_of_the_owner_s_root():
    return Path(f"/proc/{BAIT['pid']}/root{BAIT['secret']}").read_text()


def read_by_way_of_a_link():
    os.symlink(BAIT["secret"], "link")
    return Path("link").read_text()


def read_shadow():
    return Path("/etc/shadow").read_text()


def read_the_owner_s_memory():
    return Path(f"/proc/{BAIT['pid']}/maps").read_text()


def read_the_owner_s_environment():
    return Path(f"/proc/{BAIT['pid']}/environ").read_bytes()


def open_by_handle():
    return syscall(304, -100, bytes(24), 0) >= 0


def mount_the_disk():
    return libc.mount(b"/dev/vda", b"/tmp", b"ext4", 0, None) == 0 or syscall(
        165, b"/dev/vda", b"/tmp", b"ext4", 0, None
    )


def bind_something_over_python():
    return syscall(165, b"/tmp", b"/usr", None, 4096, None) >= 0


def change_root():
    os.chroot("/tmp")
    return True


# Writing


def write_beside_the_secret():
    Path(BAIT["folder"], "from-a-student").write_text("hello")
    return True


def write_into_a_package():
    import torch

    return write_and_remove(Path(torch.__file__).parent / "student.txt")


def change_a_package():
    import torch

    with open(torch.__file__, "ab"):  # that it can be opened for writing is enough
        return True


def write_to_the_root():
    return write_and_remove(Path("/student"))


def write_to_slash_dev():
    return write_and_remove(Path("/dev/student"))


def find_what_another_student_left():
    """Each notebook looks first, then leaves a file; `range.py` runs two."""
    places = ("/dev/shm", "/tmp", "/var/tmp", "/scratch", "/zygote", os.path.expanduser("~"))
    name = f"left-behind-by-a-student-{BAIT['pid']}"
    found = [path for place in places if (path := Path(place, name)).exists()]
    if found:
        return [path.read_text() for path in found]
    for place in places:
        try:
            Path(place, name).write_text("hello")
        except OSError:
            continue
    return found


# Network


def connect_to_this_machine():
    return socket.create_connection(("127.0.0.1", BAIT["port"]), timeout=5)


def open_a_udp_socket():
    return socket.socket(socket.AF_INET, socket.SOCK_DGRAM)


def open_an_ipv6_socket():
    return socket.socket(socket.AF_INET6, socket.SOCK_STREAM)


def open_a_raw_socket():
    return socket.socket(socket.AF_INET, socket.SOCK_RAW, 1)


def open_a_packet_socket():
    return socket.socket(socket.AF_PACKET, socket.SOCK_RAW)


def open_a_netlink_socket():
    return socket.socket(socket.AF_NETLINK, socket.SOCK_RAW)


def open_a_vsock_socket():
    return socket.socket(socket.AF_VSOCK, socket.SOCK_STREAM)


def open_a_crypto_socket():
    return socket.socket(socket.AF_ALG, socket.SOCK_SEQPACKET)


def connect_to_a_unix_socket():
    client = socket.socket(socket.AF_UNIX)
    client.connect(BAIT["unix"])
    return client


def connect_to_an_abstract_socket():
    client = socket.socket(socket.AF_UNIX)
    client.connect("\0" + BAIT["abstract"])
    return client


# Other processes


def signal_the_owner():
    os.kill(BAIT["pid"], 0)
    return True


def signal_everyone():
    """-1 is every process that may be signalled; 0 is no signal."""
    mine = {os.getpid(), 1}
    seen = {int(name) for name in os.listdir("/proc") if name.isdigit()}
    others = seen - mine
    for pid in others:
        os.kill(pid, 0)
    return BAIT["pid"] in others


def trace_the_parent():
    return syscall(101, 16, os.getppid(), 0, 0) == 0


def read_another_process_s_memory():
    return syscall(310, os.getppid(), bytes(16), 1, bytes(16), 1, 0) >= 0


def steal_a_descriptor():
    pidfd = os.pidfd_open(os.getppid())
    return syscall(438, pidfd, 0, 0) >= 0


def list_the_owner_s_processes():
    return Path(f"/proc/{BAIT['pid']}/cmdline").read_bytes()


# Privileges and the kernel


def become_someone_else():
    os.setuid(4242)
    return True


def give_a_file_away():
    Path("mine").write_text("")
    os.chown("mine", 4242, 4242)
    return True


def run_a_setuid_program():
    """Is a setuid program run with its owner's rights? no_new_privs says no."""
    status = Path("/proc/self/status").read_text()
    return "NoNewPrivs:\t0" in status


def hold_a_capability():
    status = Path("/proc/self/status").read_text()
    kinds = ("CapInh", "CapPrm", "CapEff", "CapAmb")  # CapBnd is what could be held, not is
    held = [line.split()[1] for line in status.splitlines() if line.startswith(kinds)]
    return any(int(value, 16) for value in held)


def make_a_user_namespace():
    return syscall(272, 0x10000000) == 0


def make_a_user_namespace_by_clone():
    pid = syscall(56, 0x10000000 | signal.SIGCHLD, 0, 0, 0, 0)
    if pid == 0:
        os._exit(0)
    os.waitpid(pid, 0)
    return True


def join_a_namespace():
    with open("/proc/self/ns/net") as file:
        return syscall(308, file.fileno(), 0) == 0


def use_io_uring():
    return syscall(425, 1, ctypes.create_string_buffer(120)) >= 0


def load_a_bpf_program():
    return syscall(321, 0, ctypes.create_string_buffer(120), 120) >= 0


def use_the_keyring():
    return syscall(250, 0, -3, 1, 0, 0) >= 0


def watch_performance():
    return syscall(298, ctypes.create_string_buffer(120), 0, -1, -1, 0) >= 0


def use_userfaultfd():
    return syscall(323, 0) >= 0


def use_another_abi():
    """getpid by x32's number; a filter that looks at the number alone would let it through."""
    pid = os.fork()
    if pid == 0:
        libc.syscall(0x40000000 + 39)
        os._exit(77)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 77 and not _seccomp_off()


def _seccomp_off():
    return "Seccomp:\t0" in Path("/proc/self/status").read_text()


def set_the_clock():
    time.clock_settime(time.CLOCK_REALTIME, time.time())
    return True


def rename_the_machine():
    socket.sethostname("student")
    return True


# Resources


def make_memory_that_no_limit_sees():
    return os.memfd_create("student")


def share_memory_by_system_v():
    return syscall(29, 0, 4096, 0o600) >= 0


def take_more_memory_than_allowed():
    return len(bytearray(BAIT["address_space_mib"] + 64 << 20))


def open_many_files():
    return [os.open("/dev/null", os.O_RDONLY) for _ in range(BAIT["open_files"] + 50)]


def fork_many():
    """A bounded fork bomb: children wait for a pipe that closes when the attack ends."""
    reader, writer = os.pipe()
    children = []
    try:
        for _ in range(BAIT["processes"] + 40):
            pid = os.fork()
            if pid == 0:
                os.close(writer)
                os.read(reader, 1)
                os._exit(0)
            children.append(pid)
        return len(children)
    finally:
        os.close(writer)
        for pid in children:
            os.waitpid(pid, 0)


def start_many_threads():
    import threading

    stop = threading.Event()
    threads = []
    try:
        for _ in range(BAIT["processes"] + 40):
            thread = threading.Thread(target=stop.wait)
            try:
                thread.start()
            except RuntimeError as error:
                raise OSError(str(error)) from error
            threads.append(thread)
        return len(threads)
    finally:
        stop.set()
        for thread in threads:
            thread.join()


def write_one_large_file():
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    with open("large", "wb") as file:
        try:
            file.truncate((BAIT["file_mib"] + 1) << 20)
            return True
        finally:
            os.unlink("large")


def fill_the_disk():
    names = []
    try:
        for number in range(BAIT["scratch_mib"] + 4):
            names.append(f"fill-{number}")
            with open(names[-1], "wb") as file:
                file.write(bytes(1 << 20))
        return len(names)
    finally:
        for name in names:
            Path(name).unlink(missing_ok=True)


def make_many_files():
    names = []
    try:
        for number in range(BAIT["scratch_files"] + 10):
            names.append(f"f{number}")
            open(names[-1], "w").close()
        return len(names)
    finally:
        for name in names:
            Path(name).unlink(missing_ok=True)


def leave_the_process_group():
    """A process that outlives the notebook; `range.py` looks whether it did."""
    marker = f"autograder-daemon-{os.getpid()}-{BAIT['pid']}"
    subprocess.Popen(["sleep", "600"], start_new_session=True, env={"MARK": marker})
    return BAIT["can_be_killed"] is False


ATTACKS = [
    function
    for name, function in list(globals().items())
    if callable(function)
    and getattr(function, "__module__", None) == __name__
    and name not in ("syscall", "write_and_remove", "_seccomp_off")
]
