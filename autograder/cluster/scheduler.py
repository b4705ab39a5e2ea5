"""Where a cluster's scheduler is, and whether one may speak to it there."""

import ipaddress
import socket
from pathlib import Path
from urllib.parse import urlsplit

import msgspec

from autograder.errors import AuthoringError

__all__ = ["Scheduler"]

_FORM = "tls://host:8786, or tcp://127.0.0.1:8786 on this machine"


class Scheduler(msgspec.Struct, frozen=True, kw_only=True):
    """A scheduler's address, and the files that TLS needs: Dask's configuration where empty."""

    address: str
    ca_file: str = ""
    cert: str = ""
    key: str = ""
    plain_tcp: bool = False
    """Whether unencrypted connections to other machines are allowed."""

    @property
    def encrypted(self) -> bool:
        """Whether connections are by TLS."""
        return urlsplit(self.address).scheme == "tls"

    def check(self) -> None:
        """Raise `AuthoringError` where the address or a file can't be used.

        Whoever reads a plain connection has students' work and the hidden cases; whoever writes
        to it runs code on the workers. So one that leaves this machine has to be asked for.
        """
        try:
            parts = urlsplit(self.address)
            port = parts.port
        except ValueError:
            parts, port = urlsplit(""), None
        if parts.scheme not in ("tcp", "tls") or not parts.hostname or port is None:
            raise AuthoringError(f"{self.address!r} is no address of a scheduler: it is {_FORM}")
        if self.encrypted:
            self._check_files()
            return
        if any((self.ca_file, self.cert, self.key)):
            raise AuthoringError(
                f"certificates are for TLS, and {self.address} is not encrypted: say "
                f"tls://{parts.netloc}"
            )
        if not self.plain_tcp and not _is_loopback(parts.hostname):
            raise AuthoringError(
                f"{self.address} is another machine, and tcp:// is not encrypted: students' work "
                f"and the hidden cases could be read on the way. Use tls://{parts.netloc} "
                "(docs/scaling.md says how), or say --allow-plain-tcp where the network is safe"
            )

    def _check_files(self) -> None:
        for option, name in (
            ("--tls-ca-file", self.ca_file), ("--tls-cert", self.cert), ("--tls-key", self.key),
        ):  # fmt: skip
            if name and not Path(name).is_file():
                raise AuthoringError(f"{option}: there is no file {name}")


def _is_loopback(host: str) -> bool:
    """Whether every address of the host is this machine's own; a name that has none is not."""
    try:
        found = {entry[4][0] for entry in socket.getaddrinfo(host, None)}
    except OSError:
        return False
    return all(ipaddress.ip_address(str(address)).is_loopback for address in found)
