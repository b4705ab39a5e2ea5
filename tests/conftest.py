"""What tests of every tier share."""

import os

import pytest

# Before torch is imported: tests run side by side, and threads of torch would fight for cores.
os.environ.setdefault("OMP_NUM_THREADS", "1")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What takes minutes goes first, whatever the order, so that nobody waits for it at the end."""
    items.sort(key=lambda item: item.get_closest_marker("long") is None)
