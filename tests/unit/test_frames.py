"""Frames: whole or not at all, capped before anything is allocated, never past the deadline."""

from __future__ import annotations

import random
import socket
import threading
import time
import tracemalloc
from collections.abc import Iterator

import pytest

from autograder.errors import AutograderError, StudentError
from autograder.wire import frames
from autograder.wire.frames import Closed, Deadline, TooLarge, receive, send

Pair = tuple[socket.socket, socket.socket]


@pytest.fixture
def pair() -> Iterator[Pair]:
    ours, theirs = socket.socketpair()
    with ours, theirs:
        yield ours, theirs


@pytest.mark.parametrize("frame", [b"", b"x", b"\0" * 1000, bytes(range(256))])
def test_a_frame_arrives_as_it_was_sent(pair: Pair, frame: bytes) -> None:
    ours, theirs = pair

    send(theirs, frame)

    assert frame == receive(ours, limit_bytes=1000)


def test_a_frame_larger_than_the_socket_s_buffer_arrives_whole(pair: Pair) -> None:
    ours, theirs = pair
    frame = random.Random(1).randbytes(3_000_001)
    sender = threading.Thread(target=send, args=(theirs, frame))

    sender.start()
    received = receive(ours, limit_bytes=len(frame))
    sender.join()

    assert frame == received


def test_frames_keep_their_order_and_their_boundaries(pair: Pair) -> None:
    ours, theirs = pair
    sent = [b"one", b"", b"three", b"\0\0\0\1"]

    for frame in sent:
        send(theirs, frame)

    assert sent == [receive(ours, limit_bytes=10) for _ in sent]


def test_a_frame_is_a_big_endian_length_and_that_many_bytes(pair: Pair) -> None:
    ours, theirs = pair

    send(theirs, b"abc")

    assert b"\0\0\0\x03abc" == ours.recv(100)


def test_a_frame_of_exactly_the_limit_is_taken_and_one_byte_more_is_not(pair: Pair) -> None:
    ours, theirs = pair
    send(theirs, b"12345")
    send(theirs, b"123456")

    assert b"12345" == receive(ours, limit_bytes=5)
    with pytest.raises(TooLarge, match="6 bytes, 5 allowed"):
        receive(ours, limit_bytes=5)


def test_four_announced_gigabytes_are_refused_without_allocating_them(pair: Pair) -> None:
    ours, theirs = pair
    theirs.sendall(b"\xff\xff\xff\xff")
    tracemalloc.start()

    with pytest.raises(TooLarge):
        receive(ours, limit_bytes=1 << 20)
    _, peak_bytes = tracemalloc.get_traced_memory()
    tracemalloc.stop()

    assert peak_bytes < 1 << 20


def test_announcing_much_and_sending_little_allocates_little(pair: Pair) -> None:
    ours, theirs = pair
    theirs.sendall((1 << 30).to_bytes(4) + b"only this")
    theirs.close()
    tracemalloc.start()

    with pytest.raises(Closed):
        receive(ours, limit_bytes=1 << 30)
    _, peak_bytes = tracemalloc.get_traced_memory()
    tracemalloc.stop()

    assert peak_bytes < 1 << 20


@pytest.mark.parametrize(
    "sent",
    [b"", b"\0\0", b"\0\0\0\x05", b"\0\0\0\x05four"],
    ids=["nothing", "half a length", "a length", "a byte too few"],
)
def test_a_peer_that_goes_in_the_middle_of_a_frame_has_closed(pair: Pair, sent: bytes) -> None:
    ours, theirs = pair
    theirs.sendall(sent)
    theirs.close()

    with pytest.raises(Closed):
        receive(ours, limit_bytes=100)


def test_sending_to_a_peer_that_has_gone_says_closed(pair: Pair) -> None:
    ours, theirs = pair
    theirs.close()

    with pytest.raises(Closed):
        send(ours, b"anyone there?")


def test_our_own_closed_socket_says_closed(pair: Pair) -> None:
    ours, _ = pair
    ours.close()

    with pytest.raises(Closed):
        receive(ours, limit_bytes=100, deadline=time.monotonic() + 60)
    with pytest.raises(Closed):
        send(ours, b"x")


def test_a_deadline_that_has_passed_stops_at_once_even_when_bytes_wait(pair: Pair) -> None:
    ours, theirs = pair
    send(theirs, b"waiting")

    with pytest.raises(Deadline):
        receive(ours, limit_bytes=100, deadline=time.monotonic() - 1)
    with pytest.raises(Deadline):
        send(ours, b"x", deadline=time.monotonic() - 1)


def test_a_silent_peer_runs_into_the_deadline(pair: Pair) -> None:
    ours, _ = pair

    with pytest.raises(Deadline):
        receive(ours, limit_bytes=100, deadline=time.monotonic() + 0.01)


def test_a_peer_that_does_not_read_runs_into_the_deadline(pair: Pair) -> None:
    ours, _ = pair

    with pytest.raises(Deadline, match="does not read"):
        send(ours, bytes(5_000_000), deadline=time.monotonic() + 0.01)


def test_dripping_a_byte_a_second_gains_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [0.0]
    monkeypatch.setattr(frames.time, "monotonic", lambda: clock[0])

    class Dripping:
        """A socket whose peer sends one byte a second, each in time by itself."""

        def settimeout(self, seconds: float) -> None:
            assert seconds > 0

        def recv(self, count: int) -> bytes:
            clock[0] += 1
            return b"\0"

    with pytest.raises(Deadline):
        receive(Dripping(), limit_bytes=100, deadline=3.0)  # type: ignore[arg-type]

    assert 3.0 == clock[0]


def test_random_bytes_are_a_frame_or_one_of_the_three_errors() -> None:
    chance = random.Random(20240614)
    endings: set[str] = set()

    for _ in range(2000):
        ours, theirs = socket.socketpair()
        with ours, theirs:
            noise = chance.randbytes(chance.randrange(12))
            if chance.random() < 0.5:  # a length that could be meant
                noise = chance.randrange(12).to_bytes(4) + noise
            theirs.sendall(noise)
            theirs.close()
            try:
                frame = receive(ours, limit_bytes=8)
                endings.add("frame")
                assert noise[4 : 4 + len(frame)] == frame
            except (Closed, TooLarge) as error:
                endings.add(type(error).__name__)

    assert {"frame", "Closed", "TooLarge"} == endings


def test_what_frames_raise_is_for_the_caller_to_blame_not_the_student() -> None:
    for error in (Closed, Deadline, TooLarge):
        assert issubclass(error, AutograderError)
        assert not issubclass(error, StudentError)
