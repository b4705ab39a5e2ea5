"""Which schedulers one may speak to, and what is said of the others."""

from __future__ import annotations

from pathlib import Path

import pytest

from autograder.cluster.scheduler import Scheduler
from autograder.errors import AuthoringError


@pytest.mark.parametrize(
    "address",
    ["tcp://127.0.0.1:8786", "tcp://localhost:1", "tcp://[::1]:8786", "tls://far.example:8786"],
)
def test_this_machine_and_encrypted_connections_are_allowed(address: str) -> None:
    Scheduler(address=address).check()


@pytest.mark.parametrize(
    "address", ["tcp://10.0.0.7:8786", "tcp://0.0.0.0:8786", "tcp://no-such-host.invalid:8786"]
)
def test_plain_tcp_to_another_machine_has_to_be_asked_for(address: str) -> None:
    with pytest.raises(AuthoringError, match=r"not encrypted.*tls://.*--allow-plain-tcp"):
        Scheduler(address=address).check()

    Scheduler(address=address, plain_tcp=True).check()


@pytest.mark.parametrize(
    "address",
    ["", "127.0.0.1:8786", "localhost", "tcp://", "tcp://:8786", "tcp://host", "http://host:8786",
     "tcp://host:port", "tcp://host:99999", "ucx://host:8786", "tcp://[::1:8786"],
)  # fmt: skip
def test_what_is_no_address_is_told_how_one_looks(address: str) -> None:
    with pytest.raises(AuthoringError, match="no address of a scheduler: it is tls://host:8786"):
        Scheduler(address=address).check()


def test_certificates_are_for_tls_and_have_to_be_there(tmp_path: Path) -> None:
    missing = str(tmp_path / "ca.pem")

    with pytest.raises(AuthoringError, match=r"certificates are for TLS.*tls://127.0.0.1:8786"):
        Scheduler(address="tcp://127.0.0.1:8786", ca_file=missing).check()
    with pytest.raises(AuthoringError, match="--tls-ca-file: there is no file"):
        Scheduler(address="tls://127.0.0.1:8786", ca_file=missing).check()
