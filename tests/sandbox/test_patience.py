"""A busy machine is waited for, a sleeping or a busy process is not."""

import os
import socket
import time

import pytest

from autograder.sandbox import patience
from autograder.wire import frames


@pytest.fixture
def pair():
    ours, theirs = socket.socketpair()
    yield ours, theirs
    ours.close()
    theirs.close()


def never():
    return time.monotonic() + 60


def test_an_answer_that_is_there_is_given_time_to_come_whole(pair):
    pair[1].send(b"x")

    until = patience.await_answer(pair[0], 5.0, os.getpid(), end=never())

    assert until > time.monotonic() + 4


def test_a_process_that_had_the_processor_is_not_waited_for(pair, monkeypatch):
    monkeypatch.setattr(patience, "_queued", lambda pid: 0.0)

    with pytest.raises(frames.Deadline):
        patience.await_answer(pair[0], 0.05, os.getpid(), end=never())


def test_a_process_that_stood_in_the_queue_is_waited_for_up_to_ten_times(pair, monkeypatch):
    monkeypatch.setattr(patience, "_queued", lambda pid: 1e9)
    started = time.monotonic()

    with pytest.raises(frames.Deadline):
        patience.await_answer(pair[0], 0.05, os.getpid(), end=never())

    assert time.monotonic() - started >= 0.5


def test_the_end_of_the_notebook_s_time_is_the_end(pair, monkeypatch):
    monkeypatch.setattr(patience, "_queued", lambda pid: 1e9)

    with pytest.raises(frames.Deadline):
        patience.await_answer(pair[0], 50.0, os.getpid(), end=time.monotonic() + 0.05)


def test_the_kernel_counts_how_long_a_process_stood_in_the_queue():
    assert patience._queued(os.getpid()) > 0.0
