"""Every message that may cross the line, as a closed schema in MessagePack.

`msgspec` decodes straight into these classes and refuses whatever does not fit: unknown
tags, missing or extra-typed fields, wrong types, integers over 64 bits. There is no pickle,
no eval and no parsing of a repr anywhere. The bytes of a tensor travel as bytes, beside its
dtype and shape, so that NaN, infinity and every bit of a float arrive as they left.
"""

from typing import Annotated, Literal, TypeVar, Union

import msgspec

from autograder.errors import StudentError

__all__ = [
    "Array",
    "Call",
    "Cell",
    "CellEnded",
    "Confined",
    "DType",
    "Fault",
    "Foreign",
    "Fork",
    "Forked",
    "Job",
    "Layout",
    "ListValue",
    "MalformedReply",
    "MappingValue",
    "Output",
    "Proceed",
    "Read",
    "Reply",
    "Request",
    "Returned",
    "SetupFailed",
    "Tried",
    "TupleValue",
    "Value",
    "decode",
    "encode",
]

DType = Literal[
    "bool", "uint8", "int8", "int16", "int32", "int64",
    "float16", "bfloat16", "float32", "float64",
]  # fmt: skip
Layout = Literal["contiguous", "transposed", "heads", "expanded", "stepped"]
"""How a tensor lies in memory: row by row; as the transpose of one that does; as split heads,
[..., heads, n, d] in [..., n, heads, d]; repeated along its first axis without copies; every
second entry of a wider one."""
Text = Annotated[str, msgspec.Meta(max_length=100_000)]
Short = Annotated[str, msgspec.Meta(max_length=500)]
Axis = Annotated[int, msgspec.Meta(ge=0)]
Shape = Annotated[tuple[Axis, ...], msgspec.Meta(max_length=16)]


class MalformedReply(StudentError):
    """Bytes from the student's process that break the schema."""


class Array(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="array"):
    """A dense array: row-major bytes of `shape` (axis lengths) in `dtype`.

    `kind` says what it was on the student's side; `layout` asks the receiver for a tensor of
    these values that lies in memory in another way.
    """

    dtype: DType
    shape: Shape
    data: bytes
    kind: Literal["tensor", "parameter", "numpy"] = "tensor"
    requires_grad: bool = False
    layout: Layout = "contiguous"


class Foreign(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="foreign"):
    """Something that does not travel: the name of its type and a short text of it."""

    type_name: Short
    text: Short


class Fault(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="fault"):
    """An exception that the student's code raised, with the line that raised it."""

    type_name: Short
    text: Short
    line: Short = ""


class TupleValue(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="tuple"):
    items: tuple["Value", ...]


class ListValue(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="list"):
    items: tuple["Value", ...]


class MappingValue(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="mapping"):
    items: dict[Short, "Value"]


Value = (
    None | bool | int | float | Text | Array | Foreign | Fault | TupleValue | ListValue
    | MappingValue
)  # fmt: skip


class Call(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="call"):
    """Call a name of the student's with positional arguments.

    `cotangents`: one for each tensor of a returned tuple (None: none for that one). When
    given, floating arguments require gradients and the reply holds, for each argument, the
    gradient of the sum of results × cotangents.
    `refill`: the index of an earlier call of the same request, whose argument objects get
    these values in place and are passed again.
    `watched`: the reply also holds the arguments as they are afterwards, and names the global
    settings that the call changed.
    """

    name: str
    arguments: tuple[Value, ...]
    cotangents: tuple[Array | None, ...] | None = None
    refill: int | None = None
    watched: bool = False


class Read(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="read"):
    """Read a variable of the student's."""

    name: str


class Request(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="request"):
    """Steps performed in order; values are taken when all have been performed."""

    steps: tuple[Call | Read, ...]


class Returned(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What one step gave.

    `gradients`: one for each argument, None where nothing reached it. Of a watched call also
    `arguments` as they are afterwards, and `disturbed`, the global settings that it changed.
    """

    value: Value
    arguments: tuple[Value, ...] = ()
    gradients: tuple[Array | None, ...] = ()
    disturbed: tuple[Short, ...] = ()


class Reply(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="reply"):
    results: tuple[Returned, ...]


class Cell(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A code cell; the process stops at a `graded` one, and does not run a `skipped` one."""

    source: str
    graded: bool = False
    skipped: bool = False


class Confined(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="confined"):
    """Student code may start: these layers hold. `pid` is as seen from inside."""

    pid: int
    layers: tuple[Short, ...]


class SetupFailed(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="setup failed"):
    """A step of the confinement failed; no student code has run."""

    text: Short


class Tried(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="tried"):
    """What a canary found: for each thing that it tried, whether it was refused."""

    refused: dict[Short, bool]


class Job(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="job"):
    """Run these cells in a folder that holds these files, by relative path.

    `output_bytes` caps the text that a cell puts out, `figure_bytes` its rich outputs.
    """

    cells: tuple[Cell, ...]
    files: dict[str, bytes]
    seed: int
    output_bytes: int
    figure_bytes: int


class Output(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An output of a cell, in nbformat's terms."""

    output_type: Literal["stream", "display_data", "execute_result", "error"]
    name: Literal["stdout", "stderr", ""] = ""
    text: str = ""
    data: Annotated[dict[Short, str], msgspec.Meta(max_length=50)] = {}
    ename: Text = ""
    evalue: Text = ""
    traceback: Annotated[tuple[Text, ...], msgspec.Meta(max_length=100)] = ()


class CellEnded(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="cell ended"):
    index: Annotated[int, msgspec.Meta(ge=0)]
    outputs: Annotated[tuple[Output, ...], msgspec.Meta(max_length=5_000)]
    seconds: float


class Fork(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="fork"):
    """Fork here and answer requests on the socket that comes along; the fork before is killed."""


class Forked(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="forked"):
    """The fork is there and answers on this socket."""


class Proceed(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="proceed"):
    """Go on with the next cell; the fork that answers is killed."""


MessageT = TypeVar("MessageT")

_ENCODER = msgspec.msgpack.Encoder()


def encode(message: msgspec.Struct) -> bytes:
    """The message's bytes."""
    return _ENCODER.encode(message)


def decode(data: bytes, *kinds: type[MessageT]) -> MessageT:
    """The message in `data`, which must be of one of `kinds`.

    Raises `MalformedReply` for anything else, however deep, long or odd.
    """
    try:
        message: MessageT = msgspec.msgpack.decode(data, type=Union[kinds])  # noqa: UP007
        return message
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError, OverflowError) as error:
        raise MalformedReply(
            f"the answer that came back breaks the rules of the channel ({error})"
        ) from error
