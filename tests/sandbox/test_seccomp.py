"""Our seccomp filter and libseccomp's, held equal call by call."""

import struct

import pytest

from autograder.sandbox import seccomp

pyseccomp = pytest.importorskip("pyseccomp", reason="libseccomp's binding is not installed")

LOAD, RETURN, JUMP = 0x20, 0x06, 0x05
COMPARISONS = {
    0x15: lambda a, k: a == k,
    0x25: lambda a, k: a > k,
    0x35: lambda a, k: a >= k,
    0x45: lambda a, k: bool(a & k),
}
AND = 0x54
X86_64, I386, AARCH64 = 0xC000003E, 0x40000003, 0xC00000B7
OURS = {"x86_64": X86_64, "aarch64": AARCH64}

# Each argument of a rule's at, beside and far from its values, and with its upper half set.
ARGUMENTS = [
    [value] * 6
    for value in (
        0, 1, 2, 10, 16, 17, 40, 0x11, 0x5412, 0x541C, 0x5413, 0x10000000, 0x20000, 0x80,
        0x3D0F00, 0xFFFFFFFF, 1 << 32, 1 << 32 | 1, 1 << 32 | 2, 1 << 32 | 0x5412,
    )
]  # fmt: skip


def verdict(program, number, arguments, architecture):
    """What the BPF program returns for a call: the kernel's interpreter, in a few lines."""
    data = struct.pack("<IIQ6Q", number, architecture, 0, *arguments)
    steps = [struct.unpack_from("<HBBI", program, at) for at in range(0, len(program), 8)]
    accumulator = at = 0
    while True:
        code, if_true, if_false, value = steps[at]
        at += 1
        if code == LOAD:
            (accumulator,) = struct.unpack_from("<I", data, value)
        elif code == RETURN:
            return value
        elif code == JUMP:
            at += value
        elif code == AND:
            accumulator &= value
        else:
            at += if_true if COMPARISONS[code](accumulator, value) else if_false


@pytest.fixture(scope="module", params=["RULES", "WITHOUT_NAMESPACES"])
def programs(request):
    """(ours, libseccomp's) for a set of rules."""
    rules = getattr(seccomp, request.param)
    return seccomp.assemble(rules), seccomp._by_libseccomp(rules)


@pytest.fixture(scope="module")
def architecture():
    import os

    return OURS[os.uname().machine]


def test_both_say_the_same_of_every_call(programs, architecture):
    ours, theirs = programs
    for number in [*range(seccomp.NEWEST + 200), 0x40000000, 0x40000000 + 41, 0x40000000 + 600]:
        for arguments in ARGUMENTS:
            expected = verdict(theirs, number, arguments, architecture)

            assert expected == verdict(ours, number, arguments, architecture), (number, arguments)


def test_both_kill_a_call_by_another_abi(programs):
    for program in programs:
        assert 0x80000000 == verdict(program, 20, [0] * 6, I386)


def test_the_numbers_are_libseccomp_s(architecture):
    arch = {X86_64: pyseccomp.Arch.X86_64, AARCH64: pyseccomp.Arch.AARCH64}
    for name, numbers in seccomp.NUMBERS.items():
        for number, machine in zip(numbers, arch, strict=True):
            if name == "nfsservctl" and machine == AARCH64:
                continue  # libseccomp knows it as a call that never was
            assert pyseccomp.resolve_syscall(arch[machine], name) in (number, -1), name
