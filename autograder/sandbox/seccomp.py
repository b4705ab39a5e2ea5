"""Which system calls student code may make.

Theory of operation
-------------------
The filter allows by default and denies what a notebook has no use for and a kernel has had
bugs in: tracing, mounting, namespaces, keys, bpf, io_uring, perf, kernel modules, clocks,
memory that escapes rlimits (memfd, System V shared memory), and every socket family. It
answers EPERM, or ENOSYS where a library then falls back to another call (clone3, and calls
newer than the list). A call by another ABI (32 bit, x32) kills the process.

`DENIED` and `RULES` are the policy. Where libseccomp and its binding `pyseccomp` can be had,
they compile it; else `assemble` does. A test holds the two programs equal, call by call.
"""

import ctypes
import errno
import os
import struct
import tempfile
from dataclasses import dataclass
from typing import Any

from autograder.sandbox.kernel import NAMESPACES, prctl

__all__ = [
    "NEWEST",
    "NUMBERS",
    "RULES",
    "WITHOUT_NAMESPACES",
    "Rule",
    "assemble",
    "compile_filter",
    "load",
]

NEWEST = 463
"""Calls with a higher number are younger than this list and do not exist for a student."""

# One line a reason. Names are the kernel's; numbers are looked up in NUMBERS.
DENIED = (
    "ptrace", "process_vm_readv", "process_vm_writev", "kcmp", "pidfd_getfd", "process_madvise",
    "mount", "umount2", "pivot_root", "chroot", "open_tree", "move_mount", "fsopen", "fsconfig",
    "fsmount", "fspick", "mount_setattr", "open_by_handle_at", "name_to_handle_at",
    "unshare", "setns",
    "bpf", "perf_event_open", "userfaultfd", "io_uring_setup", "io_uring_enter",
    "io_uring_register", "kexec_load", "kexec_file_load", "init_module", "finit_module",
    "delete_module", "reboot", "swapon", "swapoff", "acct", "syslog", "quotactl", "quotactl_fd",
    "add_key", "request_key", "keyctl",
    "settimeofday", "clock_settime", "clock_adjtime", "adjtimex", "sethostname", "setdomainname",
    "memfd_create", "memfd_secret", "shmget", "shmat", "shmctl", "msgget", "semget", "mq_open",
    "fanotify_init", "fanotify_mark", "mbind", "set_mempolicy", "migrate_pages",
    "move_pages", "personality", "vhangup", "nfsservctl", "lookup_dcookie",
)  # fmt: skip

# x86_64, aarch64 (asm/unistd_64.h, asm-generic/unistd.h)
NUMBERS: dict[str, tuple[int, int]] = {
    "ptrace": (101, 117), "process_vm_readv": (310, 270), "process_vm_writev": (311, 271),
    "kcmp": (312, 272), "pidfd_getfd": (438, 438), "process_madvise": (440, 440),
    "mount": (165, 40), "umount2": (166, 39), "pivot_root": (155, 41), "chroot": (161, 51),
    "open_tree": (428, 428), "move_mount": (429, 429), "fsopen": (430, 430),
    "fsconfig": (431, 431), "fsmount": (432, 432), "fspick": (433, 433),
    "mount_setattr": (442, 442), "open_by_handle_at": (304, 265),
    "name_to_handle_at": (303, 264), "unshare": (272, 97), "setns": (308, 268),
    "bpf": (321, 280), "perf_event_open": (298, 241), "userfaultfd": (323, 282),
    "io_uring_setup": (425, 425), "io_uring_enter": (426, 426), "io_uring_register": (427, 427),
    "kexec_load": (246, 104), "kexec_file_load": (320, 294), "init_module": (175, 105),
    "finit_module": (313, 273), "delete_module": (176, 106), "reboot": (169, 142),
    "swapon": (167, 224), "swapoff": (168, 225), "acct": (163, 89), "syslog": (103, 116),
    "quotactl": (179, 60), "quotactl_fd": (443, 443), "add_key": (248, 217),
    "request_key": (249, 218), "keyctl": (250, 219), "settimeofday": (164, 170),
    "clock_settime": (227, 112), "clock_adjtime": (305, 266), "adjtimex": (159, 171),
    "sethostname": (170, 161), "setdomainname": (171, 162), "memfd_create": (319, 279),
    "memfd_secret": (447, 447), "shmget": (29, 194), "shmat": (30, 196), "shmctl": (31, 195),
    "msgget": (68, 186), "semget": (64, 190), "mq_open": (240, 180),
    "fanotify_init": (300, 262), "fanotify_mark": (301, 263), "mbind": (237, 235),
    "set_mempolicy": (238, 237), "migrate_pages": (256, 238), "move_pages": (279, 239),
    "personality": (135, 92), "vhangup": (153, 58), "nfsservctl": (180, 42),
    "lookup_dcookie": (212, 18), "clone": (56, 220), "clone3": (435, 435),
    "socket": (41, 198), "ioctl": (16, 29), "socketpair": (53, 199),
    "setsid": (112, 157), "setpgid": (109, 154),
}  # fmt: skip


@dataclass(frozen=True)
class Rule:
    """A call that is denied with `errno` when its argument number `argument` fits.

    It fits when any bit of `any_bit` is set in it, when it equals `equal`, or when it is not
    `unless`; which of the three is given. Without an argument the call is always denied.
    """

    name: str
    errno: int
    argument: int | None = None
    any_bit: int | None = None
    equal: int | None = None
    unless: int | None = None


_ALL_NAMESPACES = sum(NAMESPACES.values()) | 0x80  # and time
_TIOCSTI, _TIOCLINUX = 0x5412, 0x541C
_AF_UNIX = 1

RULES: tuple[Rule, ...] = (
    *(Rule(name, errno.EPERM) for name in DENIED),
    Rule("clone3", errno.ENOSYS),  # its flags lie in memory; libraries fall back to clone
    Rule("clone", errno.EPERM, argument=0, any_bit=_ALL_NAMESPACES),
    Rule("socket", errno.EAFNOSUPPORT, argument=0, unless=_AF_UNIX),  # DataLoader's workers
    Rule("ioctl", errno.EPERM, argument=1, equal=_TIOCSTI),
    Rule("ioctl", errno.EPERM, argument=1, equal=_TIOCLINUX),
)

# Without namespaces of its own, a process could talk to sockets of the machine, leave the
# process group that is killed at the end, or signal its like.
WITHOUT_NAMESPACES: tuple[Rule, ...] = (
    *RULES,
    Rule("socket", errno.EAFNOSUPPORT),
    Rule("setsid", errno.EPERM),
    Rule("setpgid", errno.EPERM),
)

_ARCHITECTURES = {"x86_64": (0, 0xC000003E), "aarch64": (1, 0xC00000B7)}
_ALLOW, _KILL, _ERRNO = 0x7FFF0000, 0x80000000, 0x00050000
# <linux/bpf_common.h>: load a word; jump if equal, at least, any bit set; return
_LOAD, _EQUAL, _AT_LEAST, _ANY_BIT, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
_X32 = 0x40000000
_NUMBER_AT, _ARCHITECTURE_AT, _ARGUMENTS_AT = 0, 4, 16


def number_of(name: str) -> int:
    """The call's number on this machine, or -1 where it does not exist."""
    column, _ = _ARCHITECTURES[os.uname().machine]
    return NUMBERS[name][column]


def compile_filter(rules: tuple[Rule, ...] = RULES) -> bytes:
    """The filter as a BPF program, by libseccomp where it can be had."""
    try:
        return _by_libseccomp(rules)
    except (ImportError, RuntimeError, OSError):
        return assemble(rules)


def assemble(rules: tuple[Rule, ...] = RULES) -> bytes:
    """The filter as a BPF program, by this module alone."""
    _, architecture = _ARCHITECTURES[os.uname().machine]
    program = [
        _instruction(_LOAD, _ARCHITECTURE_AT),
        _instruction(_EQUAL, architecture, 1, 0),
        _instruction(_RETURN, _KILL),
        _instruction(_LOAD, _NUMBER_AT),
        _instruction(_AT_LEAST, _X32, 0, 1),
        _instruction(_RETURN, _KILL),
        _instruction(_AT_LEAST, NEWEST + 1, 0, 1),
        _instruction(_RETURN, _ERRNO | errno.ENOSYS),
    ]
    for rule in rules:
        number = number_of(rule.name)
        if number < 0:
            continue
        verdict = _instruction(_RETURN, _ERRNO | rule.errno)
        if rule.argument is None:
            program += [_instruction(_EQUAL, number, 0, 1), verdict]
            continue
        low_word = _ARGUMENTS_AT + 8 * rule.argument  # both machines are little-endian
        if rule.any_bit is not None:
            test = _instruction(_ANY_BIT, rule.any_bit, 0, 1)
        elif rule.equal is not None:
            test = _instruction(_EQUAL, rule.equal, 0, 1)
        else:
            test = _instruction(_EQUAL, rule.unless or 0, 1, 0)
        body = [_instruction(_LOAD, low_word), test, verdict, _instruction(_LOAD, _NUMBER_AT)]
        program += [_instruction(_EQUAL, number, 0, len(body)), *body]
    program.append(_instruction(_RETURN, _ALLOW))
    return b"".join(program)


def load(program: bytes) -> None:
    """Put the filter on this process and all that it starts. Needs no_new_privs."""
    buffer = ctypes.create_string_buffer(program, len(program))
    descriptor = struct.pack("HxxxxxxP", len(program) // 8, ctypes.addressof(buffer))
    holder = ctypes.create_string_buffer(descriptor, len(descriptor))
    prctl(22, 2, ctypes.addressof(holder))  # PR_SET_SECCOMP, SECCOMP_MODE_FILTER


def _instruction(code: int, value: int, if_true: int = 0, if_false: int = 0) -> bytes:
    return struct.pack("HBBI", code, if_true, if_false, value)


def _by_libseccomp(rules: tuple[Rule, ...]) -> bytes:
    import pyseccomp

    compiled = pyseccomp.SyscallFilter(pyseccomp.ALLOW)
    compiled.set_attr(pyseccomp.Attr.ACT_BADARCH, pyseccomp.KILL_PROCESS)
    for rule in rules:
        number = number_of(rule.name)
        if number < 0:
            continue
        for condition in _conditions(rule, pyseccomp):
            compiled.add_rule(pyseccomp.ERRNO(rule.errno), number, *condition)
    for number in range(NEWEST + 1, NEWEST + 200):
        compiled.add_rule(pyseccomp.ERRNO(errno.ENOSYS), number)
    with tempfile.TemporaryFile() as file:
        compiled.export_bpf(file)
        file.seek(0)
        return file.read()


def _conditions(rule: Rule, seccomp: Any) -> list[list[Any]]:
    """libseccomp's argument lists for a rule; any of them denies the call."""
    if rule.argument is None:
        return [[]]
    word, same, at = 0xFFFFFFFF, seccomp.MASKED_EQ, rule.argument
    if rule.any_bit is not None:
        bits = [1 << bit for bit in range(32) if rule.any_bit >> bit & 1]
        return [[seccomp.Arg(at, same, bit, bit)] for bit in bits]
    if rule.equal is not None:
        return [[seccomp.Arg(at, same, word, rule.equal)]]
    # libseccomp compares 64 bits with "not equal"; a family is an int, so its upper half is
    # the kernel's to ignore: deny every single bit that differs instead.
    allowed = rule.unless or 0
    bits = [1 << bit for bit in range(32)]
    return [[seccomp.Arg(at, same, bit, bit ^ (allowed & bit))] for bit in bits]
