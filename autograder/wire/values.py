"""Python objects into the closed set of values that may travel, and back.

`to_value` runs in the student's process and never raises for what a student returns: what
does not fit becomes `Foreign`, with the name of its type. Sizes are checked before bytes
are copied, so a one-element tensor expanded to 10⁹ costs nothing to refuse.

`from_value` runs on the trusted side (and, for arguments, in the student's process). It
checks that an array's bytes match its shape before it allocates.
"""

import math
from typing import Any

import numpy as np
import torch

from autograder.wire.messages import (
    Array,
    DType,
    Foreign,
    Layout,
    ListValue,
    MalformedReply,
    MappingValue,
    TupleValue,
    Value,
)

__all__ = ["DTYPES", "Budget", "clip", "from_value", "to_array", "to_value"]

DTYPES: dict[DType, torch.dtype] = {
    "bool": torch.bool,
    "uint8": torch.uint8,
    "int8": torch.int8,
    "int16": torch.int16,
    "int32": torch.int32,
    "int64": torch.int64,
    "float16": torch.float16,
    "bfloat16": torch.bfloat16,
    "float32": torch.float32,
    "float64": torch.float64,
}
_NAMES = {dtype: name for name, dtype in DTYPES.items()}
_INT64 = 1 << 63
_DEPTH = 8
_SHORT = 500


class Budget:
    """What may still be sent in one reply: `array_bytes` of arrays and `items` of containers."""

    def __init__(self, array_bytes: int = 8 << 20, items: int = 20_000) -> None:
        self.array_bytes = array_bytes
        self.items = items

    def takes(self, size_bytes: int) -> bool:
        if size_bytes > self.array_bytes:
            return False
        self.array_bytes -= size_bytes
        return True


def clip(text: str, limit: int = _SHORT) -> str:
    """At most `limit` characters, cut in the middle, and always valid UTF-8."""
    text = text.encode("utf-8", "replace").decode("utf-8")
    if len(text) <= limit:
        return text
    half = (limit - 5) // 2
    return f"{text[:half]} ... {text[len(text) - half :]}"


def to_value(thing: object, budget: Budget | None = None, depth: int = 0) -> Value:
    """The value that travels in place of `thing`; never raises."""
    try:
        return _value(thing, budget or Budget(), depth)
    except BaseException as error:  # a student's class may do anything when looked at
        return Foreign(
            clip(type.__dict__["__name__"].__get__(type(thing)), 100),
            f"(looking at it raised {clip(type(error).__name__, 100)})",
        )


def _value(thing: object, budget: Budget, depth: int) -> Value:
    if isinstance(thing, torch.Tensor):
        return _tensor(thing, budget)
    if isinstance(thing, np.str_):
        return clip(str(thing), 10_000)
    if isinstance(thing, np.ndarray | np.generic):
        return _numpy(thing, budget)
    if thing is None or isinstance(thing, bool):
        return thing
    if isinstance(thing, int) and -_INT64 <= int.__index__(thing) < _INT64:
        return int.__index__(thing)
    if isinstance(thing, float):
        return float(thing)
    if isinstance(thing, str):
        return clip(str(thing), 10_000)
    if isinstance(thing, tuple | list | dict):
        budget.items -= len(thing)
        if depth >= _DEPTH or budget.items < 0:
            return Foreign(_type_name(thing), "nested too deeply or too long")
        if isinstance(thing, tuple):
            return TupleValue(tuple(to_value(item, budget, depth + 1) for item in thing))
        if isinstance(thing, list):
            return ListValue(tuple(to_value(item, budget, depth + 1) for item in thing))
        return MappingValue(
            {clip(str(key)): to_value(item, budget, depth + 1) for key, item in thing.items()}
        )
    return _foreign(thing)


def from_value(value: Value, depth: int = 0) -> Any:
    """The Python object that `value` stands for; `Foreign` and `Fault` stay what they are.

    Raises `MalformedReply` where an array's bytes do not match its shape, where no tensor has
    that shape, and where containers are nested more deeply than `to_value` nests them.
    """
    if isinstance(value, Array):
        return _from_array(value)
    if isinstance(value, TupleValue | ListValue | MappingValue) and depth >= _DEPTH:
        raise MalformedReply("a value is nested too deeply")
    if isinstance(value, TupleValue):
        return tuple(from_value(item, depth + 1) for item in value.items)
    if isinstance(value, ListValue):
        return [from_value(item, depth + 1) for item in value.items]
    if isinstance(value, MappingValue):
        return {key: from_value(item, depth + 1) for key, item in value.items.items()}
    return value


def to_array(tensor: torch.Tensor, *, layout: Layout = "contiguous") -> Array:
    """A tensor of ours, as it travels to the student's process.

    Raises `ValueError` where it can't be laid out so: only equal entries can be expanded.
    """
    if layout == "expanded" and not torch.equal(tensor, tensor[:1].expand_as(tensor)):
        raise ValueError("what is expanded along the first axis has to be the same all along it")
    plain = tensor.detach() if tensor.requires_grad else tensor
    return Array(
        dtype=_NAMES[plain.dtype],
        shape=tuple(plain.shape),
        data=_bytes(plain),
        requires_grad=tensor.requires_grad,
        layout=layout,
    )


def _tensor(tensor: torch.Tensor, budget: Budget) -> Value:
    dtype, shape = tensor.dtype, tuple(tensor.shape)
    name = _NAMES.get(dtype)
    if name is None or tensor.layout != torch.strided or tensor.device.type != "cpu":
        return Foreign(
            "torch.Tensor", f"shape {list(shape)}, {dtype}, {tensor.layout}, on {tensor.device}"
        )
    if len(shape) > 16 or not budget.takes(math.prod(shape) * dtype.itemsize):
        return Foreign("torch.Tensor", f"shape {list(shape)[:16]}: too large to send")
    plain = tensor.detach().resolve_conj().resolve_neg()
    return Array(
        dtype=name,
        shape=shape,
        data=_bytes(plain),
        kind="parameter" if isinstance(tensor, torch.nn.Parameter) else "tensor",
        requires_grad=tensor.requires_grad,
    )


def _numpy(array: Any, budget: Budget) -> Value:
    name = str(array.dtype)
    if name not in DTYPES or array.ndim > 16:
        return _foreign(array)
    if not budget.takes(int(array.nbytes)):
        return Foreign("numpy.ndarray", f"shape {list(array.shape)}: too large to send")
    data = np.ascontiguousarray(array).tobytes()
    return Array(dtype=name, shape=tuple(array.shape), data=data, kind="numpy")


def _bytes(plain: torch.Tensor) -> bytes:
    """Row by row, however the tensor lies in memory."""
    if plain.dtype is torch.bfloat16:  # numpy has no such dtype; the bits are what counts
        plain = plain.view(torch.int16)
    data: bytes = plain.numpy().tobytes()
    return data


def _from_array(array: Array) -> Any:
    dtype = DTYPES[array.dtype]
    if math.prod(array.shape) * dtype.itemsize != len(array.data):
        raise MalformedReply("an array's bytes do not match its shape")
    try:
        if array.kind == "numpy":
            return np.frombuffer(array.data, dtype=array.dtype).reshape(array.shape).copy()
        tensor = _tensor_of(array)
        if array.layout != "contiguous":
            tensor = _laid_out(tensor, array.layout)
    except (RuntimeError, TypeError, ValueError) as error:  # [2**62, 0] is empty and too large
        raise MalformedReply("no array has that shape and dtype") from error
    if array.requires_grad and tensor.is_floating_point():
        tensor.requires_grad_(True)
    return tensor


def _tensor_of(array: Array) -> torch.Tensor:
    """By way of numpy, which makes small ones twice as fast as `torch.frombuffer`."""
    bits = "int16" if array.dtype == "bfloat16" else array.dtype
    tensor = torch.from_numpy(np.ndarray(array.shape, bits, bytearray(array.data)))
    return tensor.view(torch.bfloat16) if array.dtype == "bfloat16" else tensor


def _laid_out(tensor: torch.Tensor, layout: Layout) -> torch.Tensor:
    """The same values in another layout; of too few axes for it, as it is."""
    if layout == "transposed" and tensor.ndim >= 2:
        return tensor.transpose(-2, -1).contiguous().transpose(-2, -1)
    if layout == "heads" and tensor.ndim >= 3:
        return tensor.transpose(-3, -2).contiguous().transpose(-3, -2)
    if layout == "expanded" and tensor.ndim >= 1:
        return tensor[:1].clone().expand_as(tensor)
    if layout == "stepped" and tensor.ndim >= 1:
        wide = tensor.repeat_interleave(2, dim=-1)
        return wide[..., ::2]
    return tensor


def _foreign(thing: object) -> Value:
    try:
        text = repr(thing)
    except BaseException as error:  # whatever a student's __repr__ does is the student's
        text = f"(its repr raised {type(error).__name__})"
    return Foreign(_type_name(thing), clip(text, 200))


def _type_name(thing: object) -> str:
    kind = type(thing)
    module = getattr(kind, "__module__", "")
    prefix = "" if module in ("builtins", "__main__") else f"{module}."
    return clip(f"{prefix}{kind.__qualname__}", 100)
