"""A real browser for the tests of pages.

Playwright drives the Chromium of the system (Debian: `apt-get install chromium`, or name one in
the variable CHROMIUM); its own download is not used. Where there is none the tests are skipped
with the reason; in CI (CI=true) that is a failure.
"""

import os
import shutil
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import pytest

from tests.browser.walkthrough import Walkthrough

if TYPE_CHECKING:
    from playwright.sync_api import Browser

NAMES = ("chromium", "chromium-browser", "google-chrome")
FLAGS = [
    "--no-sandbox",  # root, as in containers, has no sandbox of Chromium's
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def unavailable(reason: str) -> None:
    """Fail in CI, skip elsewhere."""
    if os.environ.get("CI") == "true":
        pytest.fail(f"{reason}; in CI the browser tests have to run")
    pytest.skip(reason)


@pytest.fixture(scope="module")
def browser() -> Iterator["Browser"]:
    """A browser for the tests of one module.

    Not for the session: Playwright keeps an event loop running in this thread, and tests of
    other modules start their own.
    """
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        unavailable("playwright is not installed: pip install '.[dev]'")
    path = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
    if path is None:
        unavailable("there is no Chromium here: apt-get install chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def opened(browser: "Browser") -> Iterator[Callable[..., Walkthrough]]:
    """Opens the walkthrough: `opened("preset=zero&step=4", width=360, theme="dark")`.

    Without motion unless `motion=True`, so that what is shown never depends on time. At the end
    no page may have had an error or asked for anything but its own file.
    """
    pages: list[Walkthrough] = []

    def open_page(view: str = "", *, motion: bool = False, width: int = 1600, **more: str):
        context = browser.new_context(
            viewport={"width": width, "height": 900},
            reduced_motion="no-preference" if motion else "reduce",
        )
        context.set_default_timeout(15_000)
        pages.append(Walkthrough(context.new_page()))
        pages[-1].open(view, **more)
        return pages[-1]

    yield open_page
    problems = [problem for page in pages for problem in page.problems]
    for page in pages:
        page.tab.context.close()
    assert problems == []
