"""What the unit tests share."""

from collections.abc import Iterator

import pytest

from tests.settings import settings_kept


@pytest.fixture(autouse=True)
def _settings_kept() -> Iterator[None]:
    """Some answers change settings of the whole process; the next test shall not see it."""
    with settings_kept():
        yield
