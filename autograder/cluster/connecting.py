"""A client of a scheduler, or a sentence that says why there is none."""

import asyncio
import contextlib
import importlib.metadata
import logging
import platform
import ssl
from collections.abc import Iterator

import dask
import distributed.comm
from distributed import Client
from distributed.security import Security

from autograder.cluster.scheduler import Scheduler
from autograder.cluster.versions import PACKAGES, described, versions
from autograder.errors import SandboxError

__all__ = ["check_versions", "connect"]

_CONNECT_SECONDS = 8.0
_WORKER_SECONDS = 30.0
_HOW = "docs/scaling.md says how a cluster is started"


@contextlib.contextmanager
def connect(scheduler: Scheduler) -> Iterator[Client]:
    """A client, for as long as the context lasts; raises `SandboxError` where it can't be."""
    scheduler.check()
    address = scheduler.address
    quiet = {
        "distributed.comm.timeouts.connect": f"{_CONNECT_SECONDS} s",
        "distributed.admin.large-graph-warning-threshold": "1 GiB",  # a submission may have 10 MB
    }
    # What is told to people is told by this module; Dask's log would go across the progress bar.
    for name in ("distributed", "distributed.client"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
    with dask.config.set(quiet):
        security = _security(scheduler)
        try:
            # First without a client: one that finds nobody prints tracebacks when it is let go.
            asyncio.run(_knock(address, security))
            client = Client(
                address, timeout=_CONNECT_SECONDS, security=security, set_as_default=False
            )
        except (OSError, TypeError, ValueError) as error:
            raise SandboxError(_why_not(address, error)) from error
        with client:
            try:
                client.wait_for_workers(1, timeout=_WORKER_SECONDS)
            except TimeoutError as error:
                raise SandboxError(
                    f"the scheduler {address} has no worker, and none came for "
                    f"{_WORKER_SECONDS:.0f} s; {_HOW}"
                ) from error
            yield client


def check_versions(client: Client, scheduler: Scheduler) -> None:
    """Raise `SandboxError` where a worker would grade by other code than this.

    It asks by functions of Python's own, which a worker has even without the kit.
    """
    asked = [client.run(platform.python_version, on_error="return")]
    asked += [
        client.run(importlib.metadata.version, package, on_error="return") for package in PACKAGES
    ]
    mine = versions()
    theirs = {worker: described(*(said.get(worker) for said in asked)) for worker in asked[0]}
    others = [f"{worker} has {has}" for worker, has in theirs.items() if has != mine]
    if others:
        raise SandboxError(
            f"workers of {scheduler.address} have other versions than this machine, so that marks "
            f"could differ: {'; '.join(others)}. Here it is {mine}. Install the same on all of "
            "them, start them anew, and run the command again"
        )


async def _knock(address: str, security: Security | None) -> None:
    """Raises what keeps a client from the scheduler."""
    credentials = (security or Security()).get_connection_args("client")
    comm = await distributed.comm.connect(address, timeout=_CONNECT_SECONDS, **credentials)
    await comm.close()


def _security(scheduler: Scheduler) -> Security | None:
    if not scheduler.encrypted:
        return None
    given = {
        "tls_ca_file": scheduler.ca_file,
        "tls_client_cert": scheduler.cert,
        "tls_client_key": scheduler.key,
    }
    return Security(
        require_encryption=True, **{name: value for name, value in given.items() if value}
    )


def _why_not(address: str, error: BaseException) -> str:
    """The sentence for a connection that failed, by what lies at the root of it."""
    causes = list(_causes(error))
    for cause in causes:
        if isinstance(cause, ssl.SSLError):
            return (
                f"{address} and this machine do not trust each other's certificates "
                f"({cause.reason or cause}). Both have to be signed by the authority in "
                "--tls-ca-file; docs/scaling.md says how they are made"
            )
    if isinstance(error, TypeError) or "TLS" in str(error):
        return (
            f"{address} needs a certificate: name --tls-ca-file, --tls-cert and --tls-key, or set "
            "them in Dask's configuration (docs/scaling.md)"
        )
    return (
        f"no scheduler answers at {address} within {_CONNECT_SECONDS:.0f} s "
        f"({causes[-1] or type(causes[-1]).__name__}). Look whether it runs there, and whether it "
        f"speaks {'TLS' if address.startswith('tls') else 'plain TCP'}; {_HOW}"
    )


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__
