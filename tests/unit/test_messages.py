"""Messages: a closed schema, and one error for everything that does not fit it."""

from __future__ import annotations

import math
import random
import tracemalloc
from typing import Any

import msgspec
import pytest

from autograder.errors import StudentError
from autograder.wire.messages import (
    Array,
    Call,
    Cell,
    CellEnded,
    Confined,
    Fault,
    Foreign,
    Fork,
    Job,
    ListValue,
    MalformedReply,
    MappingValue,
    Output,
    Proceed,
    Read,
    Reply,
    Request,
    Returned,
    SetupFailed,
    Tried,
    TupleValue,
    decode,
    encode,
)

ARRAY = Array("float32", (1, 2), b"\0" * 8, requires_grad=True)
VALUES = [
    None,
    True,
    False,
    0,
    -(2**63),
    2**63 - 1,
    1.5,
    -0.0,
    math.inf,
    "",
    "wörter 🎓",
    ARRAY,
    Array("bool", (), b"\1", kind="numpy"),
    Foreign("a.B", "<B>"),
    Fault("ValueError", "no", "line 3: x"),
    TupleValue((1, ListValue((2.5, None)), "three")),
    MappingValue({"a": 1, "b": TupleValue(())}),
]
MESSAGES = [
    Request((Call("f", (ARRAY, 1), (None, ARRAY), 0), Read("x"))),
    Reply((Returned(TupleValue((ARRAY,)), (ARRAY,), (None, ARRAY), ("the grad mode",)),)),
    Job(
        cells=(Cell("x = 1"), Cell("", graded=True, skipped=True)),
        files={"data/x.csv": b"a,b\0\xff", "empty": b""},
        seed=7,
        output_bytes=100,
        figure_bytes=1000,
    ),
    CellEnded(3, (Output("stream", "stderr", "text"), Output("error", ename="E")), 0.25),
    Confined(2, ("namespaces", "seccomp")),
    SetupFailed("mount: not permitted"),
    Tried({"read the gradebook": True}),
    Fork(),
    Proceed(),
]


def reply(value: Any) -> bytes:
    """The bytes of a reply whose only result is `value`, in the raw form of MessagePack."""
    return msgspec.msgpack.encode({"type": "reply", "results": [{"value": value}]})


def array(**changed: Any) -> dict[str, Any]:
    return {"type": "array", "dtype": "float32", "shape": [1], "data": b"\0" * 4, **changed}


@pytest.mark.parametrize("message", MESSAGES, ids=lambda message: type(message).__name__)
def test_every_message_comes_back_equal(message: msgspec.Struct) -> None:
    assert message == decode(encode(message), type(message))


@pytest.mark.parametrize("value", VALUES, ids=repr)
def test_every_kind_of_value_comes_back_equal_and_of_the_same_type(value: Any) -> None:
    (result,) = decode(encode(Reply((Returned(value),))), Reply).results

    assert value == result.value
    assert type(value) is type(result.value)


def test_nan_and_the_sign_of_zero_survive() -> None:
    values = TupleValue((math.nan, -0.0))

    nan, zero = decode(encode(Reply((Returned(values),))), Reply).results[0].value.items

    assert math.isnan(nan)
    assert -1.0 == math.copysign(1.0, zero)


def test_one_of_several_kinds_is_told_by_its_tag() -> None:
    assert Fork() == decode(encode(Fork()), Fork, Proceed)
    assert Proceed() == decode(encode(Proceed()), Fork, Proceed)


def test_a_message_of_another_kind_is_malformed() -> None:
    with pytest.raises(MalformedReply):
        decode(encode(Request((Read("x"),))), Reply)
    with pytest.raises(MalformedReply):
        decode(encode(Fork()), CellEnded)


def test_a_malformed_reply_is_the_student_s_fault_and_says_so_in_words() -> None:
    with pytest.raises(StudentError, match="breaks the rules of the channel"):
        decode(b"\xc1", Reply)


@pytest.mark.parametrize(
    "data",
    {
        "an unknown tag": reply({"type": "pickle", "data": b"cos\nsystem"}),
        "no tag": reply({"items": [1]}),
        "a tag that is a number": reply({"type": 3, "items": []}),
        "a bare list": reply([1, 2]),
        "bytes for a value": reply(b"raw"),
        "a missing field": reply({"type": "tuple"}),
        "a number for a text": reply({"type": "fault", "type_name": 1, "text": ""}),
        "a text for a list": reply({"type": "list", "items": "abc"}),
        "a number for a key": reply({"type": "mapping", "items": {1: 2}}),
        "a text over its length": reply("x" * 100_001),
        "a key over its length": reply({"type": "mapping", "items": {"k" * 501: 1}}),
        "a fault that goes on and on": reply(
            {"type": "fault", "type_name": "E", "text": "x" * 501}
        ),
        "an unknown dtype": reply(array(dtype="object")),
        "a complex dtype": reply(array(dtype="complex64")),
        "an unknown kind of array": reply(array(kind="sparse")),
        "a negative axis": reply(array(shape=[-1])),
        "a fractional axis": reply(array(shape=[1.0])),
        "an axis that is true": reply(array(shape=[True])),
        "seventeen axes": reply(array(shape=[1] * 17)),
        "text for an array's bytes": reply(array(data=[0, 0, 0, 0])),
        "a flag that is a number": reply(array(requires_grad=1)),
        "an extension type": b"\x82\xa4type\xa5reply\xa7results\x91\x81\xa5value\xd4\x01a",
        "a date": msgspec.msgpack.encode(
            {"type": "reply", "results": [{"value": msgspec.msgpack.Ext(-1, b"\0" * 4)}]}
        ),
        "a lone surrogate": b"\x82\xa4type\xa5reply\xa7results\x91\x81\xa5value\xa3\xed\xa0\x80",
        "text that is not UTF-8": b"\x82\xa4type\xa5reply\xa7results\x91\x81\xa5value\xa1\xff",
        "results that are no list": msgspec.msgpack.encode({"type": "reply", "results": {}}),
        "something after the end": reply(1) + b"\0",
        "nothing": b"",
        "JSON": b'{"type": "reply", "results": []}',
        "a pickle": b"\x80\x04\x95\x0b\x00\x00\x00\x00\x00\x00\x00\x8c\x02os\x94.",
    }.items(),
    ids=lambda pair: pair[0],
)
def test_what_does_not_fit_the_schema_is_malformed(data: tuple[str, bytes]) -> None:
    with pytest.raises(MalformedReply):
        decode(data[1], Reply)


def test_a_field_that_the_schema_does_not_know_is_malformed() -> None:
    forged = msgspec.msgpack.encode({"type": "reply", "results": [], "points": 10})

    with pytest.raises(MalformedReply, match="unknown field `points`"):
        decode(forged, Reply)


@pytest.mark.parametrize("depth", [600, 5_000, 200_000])
def test_nesting_without_end_is_malformed(depth: int) -> None:
    level = b"\x82\xa4type\xa5tuple\xa5items\x91"
    data = b"\x82\xa4type\xa5reply\xa7results\x91\x81\xa5value" + level * depth + b"\xc0"

    try:
        decode(data, Reply)
    except MalformedReply:
        return
    assert depth < 5_000  # newer Pythons recurse further in C; a few hundred levels may pass


@pytest.mark.parametrize(
    "header",
    [b"\xdd", b"\xdf", b"\xc6", b"\xdb", b"\x82\xa4type\xa5tuple\xa5items\xdd"],
    ids=["list", "mapping", "bytes", "text", "tuple"],
)
def test_an_announced_size_is_not_allocated(header: bytes) -> None:
    data = b"\x82\xa4type\xa5reply\xa7results\x91\x81\xa5value" + header + b"\xff\xff\xff\xff"
    tracemalloc.start()

    with pytest.raises(MalformedReply):
        decode(data, Reply)
    _, peak_bytes = tracemalloc.get_traced_memory()
    tracemalloc.stop()

    assert peak_bytes < 1 << 20


def test_a_message_cut_off_anywhere_is_malformed() -> None:
    for message in MESSAGES:
        whole = encode(message)
        for end in range(len(whole)):
            with pytest.raises(MalformedReply):
                decode(whole[:end], type(message))


def test_thousands_of_mutated_and_random_frames_raise_nothing_but_malformed_reply() -> None:
    chance = random.Random(1415926)
    seeds = [encode(Reply((Returned(value),) * 2)) for value in VALUES]
    seeds.append(encode(MESSAGES[1]))
    fitted = malformed = 0

    for _ in range(6000):
        frame = _mutated(chance, chance.choice(seeds))
        try:
            assert isinstance(decode(frame, Reply), Reply)
            fitted += 1
        except MalformedReply:
            malformed += 1

    assert fitted > 50  # a flipped bit of a number is a number
    assert malformed > 3000


def _mutated(chance: random.Random, frame: bytes) -> bytes:
    kind = chance.randrange(5)
    if kind == 0:
        return chance.randbytes(chance.randrange(60))
    changed = bytearray(frame)
    at = chance.randrange(len(changed))
    if kind == 1:
        changed[at] ^= 1 << chance.randrange(8)
    elif kind == 2:
        del changed[at : at + chance.randrange(1, 9)]
    elif kind == 3:
        changed[at:at] = chance.randbytes(chance.randrange(1, 9))
    else:
        changed[at:at] = changed[: chance.randrange(len(changed))]
    return bytes(changed)
