"""Values: what travels comes back the same, what does not is named, and nothing raises."""

from __future__ import annotations

import collections
import decimal
import enum
import fractions
import math
import random
import tracemalloc
from collections.abc import Callable
from typing import Any, NamedTuple, get_args

import numpy as np
import pytest
import torch

from autograder.wire.messages import (
    Array,
    Fault,
    Foreign,
    Layout,
    ListValue,
    MalformedReply,
    MappingValue,
    Reply,
    Returned,
    TupleValue,
    decode,
    encode,
)
from autograder.wire.values import DTYPES, Budget, clip, from_value, to_array, to_value


def travelled(thing: object) -> Any:
    """`thing` after the whole way: into a value, into bytes, and back."""
    (result,) = decode(encode(Reply((Returned(to_value(thing)),))), Reply).results
    return from_value(result.value)


class Point(NamedTuple):
    x: float
    y: torch.Tensor


# ---- tensors


@pytest.mark.parametrize("dtype", DTYPES.values(), ids=DTYPES)
@pytest.mark.parametrize("shape", [(), (0,), (3,), (2, 0, 3), (2, 3, 4)], ids=str)
def test_a_tensor_of_every_dtype_and_shape_comes_back_bit_for_bit(
    dtype: torch.dtype, shape: tuple[int, ...]
) -> None:
    whole = torch.arange(math.prod(shape)).reshape(shape)
    sent = (whole % 2 == 1) if dtype is torch.bool else (whole * 0.3 + 1).to(dtype)

    got = travelled(sent)

    assert dtype == got.dtype
    assert shape == tuple(got.shape)
    assert torch.equal(sent, got)


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16, torch.float32, torch.float64])
def test_nan_infinity_and_the_sign_of_zero_come_back(dtype: torch.dtype) -> None:
    got = travelled(torch.tensor([math.nan, math.inf, -math.inf, -0.0], dtype=dtype))

    assert [True, False, False, False] == got.isnan().tolist()
    assert [math.inf, -math.inf] == got[1:3].tolist()
    assert -1.0 == math.copysign(1.0, got[3].item())


@pytest.mark.parametrize(
    "sent",
    {
        "transposed": torch.arange(6.0).reshape(2, 3).T,
        "every second": torch.arange(10.0)[::2],
        "permuted": torch.arange(24.0).reshape(2, 3, 4).permute(2, 0, 1),
        "flipped": torch.arange(4.0).flip(0),
        "expanded": torch.tensor([[1.0], [2.0]]).expand(2, 5),
        "a row of a matrix": torch.arange(12.0).reshape(3, 4)[1],
        "bfloat16 transposed": torch.arange(6.0).reshape(2, 3).T.bfloat16(),
        "a lazily conjugated real part": torch.tensor([1 + 2j, 3 - 4j]).conj().imag,
    }.items(),
    ids=lambda pair: pair[0],
)
def test_a_view_arrives_as_the_values_that_it_shows(sent: tuple[str, torch.Tensor]) -> None:
    _, tensor = sent

    got = travelled(tensor)

    assert tensor.tolist() == got.tolist()
    assert got.is_contiguous()


def test_requires_grad_and_parameter_are_said() -> None:
    leaf = torch.ones(2, requires_grad=True)

    assert travelled(leaf).requires_grad
    assert travelled(leaf * 2).requires_grad
    assert not travelled(leaf.detach()).requires_grad
    assert "tensor" == to_value(leaf).kind
    assert "parameter" == to_value(torch.nn.Parameter(torch.ones(2))).kind


def test_what_comes_back_is_nobody_else_s_memory() -> None:
    sent = torch.zeros(3)
    array = to_array(sent)

    from_value(array)[0] = 7

    assert [0, 0, 0] == sent.tolist()
    assert [0, 0, 0] == from_value(array).tolist()


@pytest.mark.parametrize(
    ("layout", "strides"),
    [
        ("contiguous", (12, 4, 1)),
        ("transposed", (12, 1, 3)),
        ("heads", (4, 8, 1)),
        ("expanded", (0, 4, 1)),
        ("stepped", (24, 8, 2)),
    ],
)
def test_an_array_arrives_with_the_same_values_in_the_layout_that_was_asked_for(
    layout: Layout, strides: tuple[int, ...]
) -> None:
    sent = torch.arange(12.0).reshape(3, 4).expand(2, 3, 4)

    got = from_value(to_array(sent, layout=layout))

    assert strides == got.stride()
    assert torch.equal(sent, got)


def test_only_what_is_alike_along_the_first_axis_can_be_expanded() -> None:
    with pytest.raises(ValueError, match="the same all along it"):
        to_array(torch.arange(6.0).reshape(2, 3), layout="expanded")


@pytest.mark.parametrize(
    "odd",
    {
        "complex": torch.ones(2, dtype=torch.complex64),
        "sparse": torch.eye(3).to_sparse(),
        "meta": torch.empty(10**6, 10**6, device="meta"),
        "uint16": torch.zeros(2, dtype=torch.uint16),
        "float8": torch.zeros(2).to(torch.float8_e4m3fn),
    }.items(),
    ids=lambda pair: pair[0],
)
def test_a_tensor_that_does_not_travel_is_named_with_its_shape(
    odd: tuple[str, torch.Tensor],
) -> None:
    value = to_value(odd[1])

    assert isinstance(value, Foreign)
    assert "torch.Tensor" == value.type_name
    assert f"shape {list(odd[1].shape)}" in value.text


@pytest.mark.parametrize(
    "odd",
    [
        torch.nn.UninitializedParameter(),
        torch.nested.nested_tensor([torch.ones(2), torch.ones(3)], layout=torch.jagged),
        torch.ones([1] * 17),
        torch.Size([1, 2]),
        torch.float32,
        torch.device("cpu"),
        torch.nn.Linear(2, 3),
        torch.Generator(),
    ],
    ids=lambda odd: type(odd).__name__,
)
def test_odd_things_of_torch_s_never_raise(odd: object) -> None:
    assert isinstance(to_value(odd), Foreign | TupleValue)


def test_a_tensor_whose_shape_can_t_even_be_asked_for_is_named() -> None:
    value = to_value(torch.nn.UninitializedParameter())

    assert "UninitializedParameter" in value.type_name


def test_ten_to_the_ninth_elements_of_one_number_are_refused_without_allocating() -> None:
    huge = torch.ones(1).expand(10**9)
    huge_numpy = np.broadcast_to(np.float64(1), (10**9,))
    budget = Budget()
    tracemalloc.start()

    values = [to_value(huge, budget), to_value(huge_numpy, budget)]
    _, peak_bytes = tracemalloc.get_traced_memory()
    tracemalloc.stop()

    assert all(isinstance(value, Foreign) and "too large" in value.text for value in values)
    assert peak_bytes < 1 << 20
    assert Budget().array_bytes == budget.array_bytes


def test_the_budget_is_for_the_whole_reply() -> None:
    budget = Budget(array_bytes=100)
    ten = torch.zeros(10)  # 40 bytes

    kinds = [type(value) for value in to_value([ten, ten, ten, torch.zeros(5)], budget).items]

    assert [Array, Array, Foreign, Array] == kinds


# ---- numpy


@pytest.mark.parametrize("name", [name for name in DTYPES if name != "bfloat16"])
@pytest.mark.parametrize("shape", [(), (0,), (2, 0), (2, 3)], ids=str)
def test_a_numpy_array_comes_back_as_a_numpy_array(name: str, shape: tuple[int, ...]) -> None:
    sent = np.arange(math.prod(shape)).reshape(shape).astype(name)

    got = travelled(sent)

    assert isinstance(got, np.ndarray)
    assert name == str(got.dtype)
    assert shape == got.shape
    assert sent.tolist() == got.tolist()
    got[...] = 1  # writable, as the student's was


@pytest.mark.parametrize(
    "scalar", [np.float64(0.25), np.float32(-1.5), np.int64(-3), np.uint8(255), np.bool_(True)]
)
def test_a_numpy_scalar_comes_back_as_an_array_without_axes(scalar: Any) -> None:
    got = travelled(scalar)

    assert () == got.shape
    assert scalar.dtype == got.dtype
    assert scalar == got[()]


def test_a_view_of_numpy_s_arrives_as_the_values_that_it_shows() -> None:
    sent = np.arange(12.0).reshape(3, 4)[::-1, ::2].T

    assert sent.tolist() == travelled(sent).tolist()


@pytest.mark.parametrize(
    "odd",
    [
        np.array([1, "two", None], dtype=object),
        np.array(["a", "b"]),
        np.array([1], dtype=">f8"),
        np.array([1 + 2j]),
        np.longdouble(1),
        np.datetime64("2024-06-14"),
        np.zeros(2, dtype=[("a", "i4"), ("b", "f8")]),
        np.zeros([1] * 20),
    ],
    ids=lambda odd: f"{type(odd).__name__}-{odd.dtype}",
)
def test_other_arrays_of_numpy_s_are_named(odd: Any) -> None:
    value = to_value(odd)

    assert isinstance(value, Foreign)
    assert value.type_name.startswith("numpy.")


# ---- plain values


@pytest.mark.parametrize(
    "thing",
    [None, True, False, 0, -1, 2**63 - 1, -(2**63), 0.1, -0.0, math.inf, "", "0.8022", "½ 🎓\0"],
    ids=repr,
)
def test_plain_values_come_back_as_they_were(thing: object) -> None:
    got = travelled(thing)

    assert thing == got
    assert type(thing) is type(got)


def test_containers_come_back_with_their_types() -> None:
    sent = {"a": [1, (2.0, None)], "b": {"c": "d"}, "": ()}

    assert sent == travelled(sent)


def test_a_namedtuple_and_other_subclasses_travel_as_what_they_extend() -> None:
    class Colour(enum.IntEnum):
        RED = 3

    class Words(str):
        pass

    point = travelled(Point(1.0, torch.tensor(2.0)))

    assert (1.0, 2.0) == (point[0], point[1].item())
    assert tuple is type(point)
    assert dict is type(travelled(collections.OrderedDict(a=1)))
    assert dict is type(travelled(collections.defaultdict(list, a=[1])))
    assert (3, int) == (travelled(Colour.RED), type(travelled(Colour.RED)))
    assert ("x", str) == (travelled(Words("x")), type(travelled(Words("x"))))


def test_keys_become_text() -> None:
    sent = {1: "one", None: "none", (1, 2): "pair", 2.5: "half", "1": "also one"}

    assert {"1": "also one", "None": "none", "(1, 2)": "pair", "2.5": "half"} == travelled(sent)


@pytest.mark.parametrize(
    ("thing", "name", "text"),
    [
        (fractions.Fraction(1, 3), "fractions.Fraction", "Fraction(1, 3)"),
        (decimal.Decimal("0.8022"), "decimal.Decimal", "Decimal('0.8022')"),
        (2**63, "int", "9223372036854775808"),
        (1 + 2j, "complex", "(1+2j)"),
        (b"raw", "bytes", "b'raw'"),
        ({1}, "set", "{1}"),
        (range(3), "range", "range(0, 3)"),
        (len, "builtin_function_or_method", "<built-in function len>"),
        (int, "type", "<class 'int'>"),
    ],
    ids=lambda part: part if isinstance(part, str) else "",
)
def test_anything_else_is_named_with_a_short_text(thing: object, name: str, text: str) -> None:
    assert Foreign(name, text) == to_value(thing)
    assert Foreign(name, text) == travelled(thing)


def test_an_integer_with_more_digits_than_python_prints_is_named() -> None:
    value = to_value(10**5000)

    assert isinstance(value, Foreign)
    assert "int" == value.type_name


def test_a_lone_surrogate_does_not_stop_a_reply() -> None:
    assert "?a" == travelled("\ud800a")
    assert {"?": 1} == travelled({"\udcff": 1})


def test_long_texts_are_cut_in_the_middle() -> None:
    got = travelled("a" * 50_000 + "z" * 50_000)

    assert 10_000 >= len(got) > 9_900
    assert got.startswith("aaa")
    assert got.endswith("zzz")
    assert " ... " in got


@pytest.mark.parametrize("limit", [5, 6, 7, 100, 501])
def test_clip_keeps_to_its_limit(limit: int) -> None:
    for length in (0, limit, limit + 1, 10 * limit):
        assert min(length, limit) >= len(clip("x" * length, limit)) >= min(length, limit) - 1


# ---- containers without end


def test_a_list_that_holds_itself_ends() -> None:
    endless: list[Any] = []
    endless.append(endless)

    text = repr(to_value(endless))

    assert "nested too deeply" in text
    assert len(text) < 1000


def test_a_dictionary_that_holds_itself_and_a_ring_end() -> None:
    ring: dict[str, Any] = {}
    ring["tuple"] = ([ring, ring], {"again": ring})

    assert isinstance(travelled(ring), dict)


def test_a_long_list_is_refused_and_doubling_lists_stay_small() -> None:
    doubling: list[Any] = [1.0]
    for _ in range(30):  # 2**30 numbers, in thirty lists
        doubling = [doubling, doubling]

    assert Foreign("list", "nested too deeply or too long") == to_value([0] * 20_001)
    assert len(encode(Reply((Returned(to_value(doubling)),)))) < 100_000


def test_a_wide_tree_stays_within_the_budget_of_items() -> None:
    tree: list[Any] = [0] * 50
    for _ in range(6):  # 50**7 numbers
        tree = [tree] * 50

    assert len(encode(Reply((Returned(to_value(tree)),)))) < 2_000_000


# ---- objects that fight


class _ReprRaises:
    def __repr__(self) -> str:
        raise RuntimeError("you may not look")


class _ReprExits:
    def __repr__(self) -> str:
        raise SystemExit(0)


class _ReprIsNoText:
    def __repr__(self) -> Any:
        return 5


class _ReprIsLong:
    def __repr__(self) -> str:
        return "\ud800" * 100_000


class _ClassRaises:
    @property
    def __class__(self) -> Any:
        raise ValueError("no class")


class _ClaimsToBeATensor:
    @property
    def __class__(self) -> Any:
        return torch.Tensor


class _ClaimsToBeAnInt:
    @property
    def __class__(self) -> Any:
        return int


class _IntThatIsAlwaysSmall(int):
    def __le__(self, other: object) -> bool:
        return True

    __lt__ = __ge__ = __gt__ = __le__


class _IntThatRaises(int):
    def __int__(self) -> int:
        raise ValueError

    __index__ = __int__


class _FloatThatRaises(float):
    def __float__(self) -> float:
        raise ValueError


class _StrThatIsNone(str):
    def __str__(self) -> Any:
        return None


class _TupleThatRaises(tuple):
    def __iter__(self) -> Any:
        raise KeyboardInterrupt

    def __len__(self) -> int:
        raise ValueError


class _ListThatRaises(list):
    def __iter__(self) -> Any:
        raise RecursionError


class _DictThatLies(dict):
    def items(self) -> Any:
        return [1, 2, 3]


class _KeyRaises:
    def __str__(self) -> str:
        raise ValueError

    def __hash__(self) -> int:
        return 1


class _TensorThatRaises(torch.Tensor):
    @classmethod
    def __torch_function__(cls, *_: Any, **__: Any) -> Any:
        raise RuntimeError("not for you")


class _NameRaises(type):
    @property
    def __name__(cls) -> Any:
        raise ValueError

    @property
    def __module__(cls) -> Any:
        raise ValueError


class _Nameless(metaclass=_NameRaises):
    pass


FIGHTERS: dict[str, Callable[[], object]] = {
    "its repr raises": _ReprRaises,
    "its repr exits": _ReprExits,
    "its repr is no text": _ReprIsNoText,
    "its repr is long and no Unicode": _ReprIsLong,
    "its class raises": _ClassRaises,
    "it claims to be a tensor": _ClaimsToBeATensor,
    "it claims to be an int": _ClaimsToBeAnInt,
    "a huge int that is always small": lambda: _IntThatIsAlwaysSmall(2**100),
    "an int that raises": lambda: _IntThatRaises(3),
    "a float that raises": lambda: _FloatThatRaises(3),
    "a text that is none": lambda: _StrThatIsNone("x"),
    "a tuple that raises": lambda: _TupleThatRaises((1, 2)),
    "a list that raises": lambda: _ListThatRaises([1, 2]),
    "a dictionary that lies": lambda: _DictThatLies(a=1),
    "a key that raises": lambda: {_KeyRaises(): 1},
    "a tensor that raises": lambda: _TensorThatRaises([1.0, 2.0]),
    "a class without a name": _Nameless,
    "several of them": lambda: [_ReprRaises(), (_ClassRaises(), {"k": _Nameless()})],
}


@pytest.mark.parametrize("kind", FIGHTERS)
def test_an_object_that_fights_back_never_raises_and_always_travels(kind: str) -> None:
    value = to_value(FIGHTERS[kind]())

    assert value == decode(encode(Reply((Returned(value),))), Reply).results[0].value


def test_one_that_fights_does_not_take_its_neighbours_along() -> None:
    first, odd, last = travelled([1, _ClassRaises(), 2])

    assert (1, 2) == (first, last)
    assert "_ClassRaises" in odd.type_name


# ---- hostile values on the trusted side


@pytest.mark.parametrize(
    "array",
    {
        "too few bytes": Array("float32", (2,), b"\0" * 7),
        "too many bytes": Array("float32", (2,), b"\0" * 9),
        "no bytes": Array("float32", (1,), b""),
        "bytes for an empty shape": Array("float32", (0, 5), b"\0"),
        "a claim of terabytes": Array("float64", (10**6, 10**6), b"\0" * 8),
        "an axis over 64 bits, and empty": Array("float32", (2**64 - 1, 0), b""),
        "axes that overflow, and empty": Array("float32", (2**40, 2**40, 0), b""),
        "the same of numpy's": Array("float32", (2**62, 0), b"", kind="numpy"),
        "numpy has no bfloat16": Array("bfloat16", (1,), b"\0\0", kind="numpy"),
    }.items(),
    ids=lambda pair: pair[0],
)
def test_an_array_that_can_t_be_is_malformed(array: tuple[str, Array]) -> None:
    with pytest.raises(MalformedReply):
        from_value(array[1])
    with pytest.raises(MalformedReply):
        from_value(TupleValue((1, MappingValue({"deep inside": array[1]}))))


def test_values_nested_more_deeply_than_ours_are_malformed() -> None:
    value: Any = 1
    for _ in range(300):
        value = ListValue((value,))

    with pytest.raises(MalformedReply, match="nested"):
        from_value(value)


def test_the_deepest_value_that_is_sent_is_also_read() -> None:
    nested: Any = 1
    for _ in range(8):
        nested = [nested]

    assert nested == travelled(nested)
    assert "nested too deeply" in repr(travelled([nested]))


def test_a_gradient_on_integers_is_not_asked_for() -> None:
    assert not from_value(Array("int64", (1,), b"\0" * 8, requires_grad=True)).requires_grad


def test_foreign_and_fault_stay_what_they_are() -> None:
    fault, foreign = Fault("E", "text"), Foreign("a.B", "text")

    assert [fault, (foreign,)] == from_value(ListValue((fault, TupleValue((foreign,)))))


def test_thousands_of_random_arrays_are_tensors_or_malformed() -> None:
    chance = random.Random(27182818)
    whole = malformed = 0

    for _ in range(3000):
        shape = tuple(chance.choice([0, 1, 2, 3, 2**31, 2**62]) for _ in range(chance.randrange(4)))
        size = chance.choice([0, 1, 2, 4, 8, 12, 16, 24, 48])
        array = Array(
            chance.choice(list(DTYPES)),
            shape,
            chance.randbytes(size),
            kind=chance.choice(["tensor", "parameter", "numpy"]),
            requires_grad=chance.random() < 0.5,
            layout=chance.choice(list(get_args(Layout))),
        )
        try:
            assert shape == tuple(from_value(array).shape)
            whole += 1
        except MalformedReply:
            malformed += 1

    assert whole > 100
    assert malformed > 1000
