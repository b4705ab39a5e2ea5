"""JupyterLab as people use it: a server in a folder, and a tab of a browser on it.

Each server has a home of its own, so that nothing of the machine's Jupyter comes in, and looks for
no news and updates.
"""

from __future__ import annotations

import json
import os
import secrets
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import FrameLocator, Locator, Page

START_SECONDS = 120
WAIT_MS = 120_000
"""Torch is imported by kernels, by nbgrader and by the grader; on a busy machine it takes long."""
SERVER = {
    "LabApp": {
        "check_for_updates_class": "jupyterlab.handlers.announcements.NeverCheckForUpdate",
        "extension_manager": "readonly",
        "news_url": None,
    }
}
USER = {
    # All cells are in the page, not only those that are in view.
    "notebook-extension/tracker": {"windowingMode": "none"},
    "apputils-extension/notification": {"fetchNews": "false", "checkForUpdates": False},
}


@contextmanager
def jupyter_lab(folder: Path, home: Path, nbgrader_config: str = "") -> Iterator[str]:
    """The address of a JupyterLab that serves `folder`; it is ended at the end."""
    settings = home / "config" / "lab" / "user-settings" / "@jupyterlab"
    for name, value in USER.items():
        _write(settings / f"{name}.jupyterlab-settings", json.dumps(value))
    _write(home / "config" / "jupyter_server_config.json", json.dumps(SERVER))
    _write(home / "config" / "nbgrader_config.py", nbgrader_config)
    folder.mkdir(parents=True, exist_ok=True)
    here, token = Path(sys.executable).parent, secrets.token_hex()
    with (home / "log").open("w", encoding="utf-8") as log:
        server = subprocess.Popen(
            [
                here / "jupyter-lab",
                "--no-browser",
                "--allow-root",
                "--ServerApp.ip=127.0.0.1",
                "--ServerApp.port=0",
                f"--IdentityProvider.token={token}",
            ],
            cwd=folder,
            env=_environment(home, here),
            stdout=log,
            stderr=log,
        )
    try:
        yield f"{_address(server, home)}lab?token={token}"
    finally:
        server.kill()  # asked kindly, it waits for its kernels, which end with it anyway
        server.wait()


def _environment(home: Path, programs: Path) -> dict[str, str]:
    return {
        **os.environ,
        "PATH": f"{programs}{os.pathsep}{os.environ.get('PATH', '')}",
        "HOME": str(home),
        "IPYTHONDIR": str(home / "ipython"),
        "JUPYTER_CONFIG_DIR": str(home / "config"),
        "JUPYTER_DATA_DIR": str(home / "data"),
        "JUPYTER_RUNTIME_DIR": str(home / "runtime"),
        "OMP_NUM_THREADS": "1",
    }


def _address(server: subprocess.Popen[bytes], home: Path) -> str:
    """Where the server says that it listens, once it does."""
    end = time.monotonic() + START_SECONDS
    while time.monotonic() < end:
        for path in (home / "runtime").glob("jpserver-*.json"):
            try:
                return str(json.loads(path.read_text(encoding="utf-8"))["url"])
            except ValueError:  # half written
                continue
        if server.poll() is not None:
            break
        time.sleep(0.1)
    raise AssertionError(f"JupyterLab does not start:\n{(home / 'log').read_text()[-3000:]}")


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


class Lab:
    """A tab with JupyterLab in it."""

    def __init__(self, tab: Page, address: str) -> None:
        self.tab = tab
        tab.set_default_timeout(WAIT_MS)
        tab.goto(address)
        tab.locator(".jp-Launcher").first.wait_for()

    def menu(self, menu: str, item: str) -> None:
        """Choose an item of a menu."""
        self.tab.locator("#jp-MainMenu").get_by_text(menu, exact=True).click()
        self.tab.locator(".lm-Menu").get_by_text(item, exact=True).first.click()

    def await_notebook(self, cells: int) -> None:
        """Wait until the notebook is open with so many cells, and its kernel waits for work."""
        self.tab.locator(".jp-Notebook .jp-Cell").nth(cells - 1).wait_for()
        self.tab.locator("#jp-bottom-panel").get_by_text("| Idle").wait_for()

    def cell(self, place: int) -> Locator:
        """The notebook's cell, counted from 0."""
        return self.tab.locator(".jp-Notebook .jp-Cell").nth(place)

    def fill_in(self, place: int, text: str) -> None:
        """Put text in the place of what the cell holds."""
        cell = self.cell(place)
        if "jp-MarkdownCell" in (cell.get_attribute("class") or ""):
            cell.locator(".jp-RenderedMarkdown").dblclick()
        cell.locator(".cm-content").click()
        self.tab.keyboard.press("ControlOrMeta+a")
        self.tab.keyboard.insert_text(text)

    def validate(self) -> str:
        """Press nbgrader's button in the notebook's toolbar; what its dialog says."""
        self.tab.locator(".jp-NotebookPanel-toolbar").get_by_text("Validate").click()
        dialog = self.tab.locator(".jp-Dialog")
        dialog.get_by_text("Validation Results").wait_for()
        said = dialog.inner_text()
        dialog.get_by_role("button", name="Ok").click()
        return said

    def assignments(self, status: str) -> Locator:
        """nbgrader's list of the assignments that are released, fetched or submitted."""
        return self.tab.locator(f"#{status}_assignments_list")


class Formgrader:
    """nbgrader's formgrader in a tab of JupyterLab."""

    def __init__(self, lab: Lab) -> None:
        lab.menu("Nbgrader", "Formgrader")
        self._tab = lab.tab
        self.page: FrameLocator = lab.tab.frame_locator('iframe[src*="formgrader"]')

    def row(self, name: str) -> Locator:
        """The line of a table in which something has this name."""
        return self.page.locator("tr", has=self._tab.get_by_text(name, exact=True))

    def do(self, name: str, action: str) -> str:
        """Press a button in a line, such as `collect`; what the dialog says when it is done."""
        self.row(name).locator(f"td.{action} a").click()
        dialog = self.page.locator(".modal.in")
        dialog.get_by_text("Log Output").wait_for()
        said = dialog.inner_text()
        dialog.get_by_role("button", name="Close").last.click()
        dialog.wait_for(state="hidden")
        return said

    def give(self, grade_id: str, points: float) -> None:
        """Type points for a cell that waits for them, and wait until they are saved."""
        field = self.page.locator(f"input#{grade_id}.score")
        # The class comes with the page's script, which hears nothing of what is typed before.
        self.page.locator(f"input#{grade_id}.score.needs_manual_grade").wait_for()
        field.fill(f"{points:g}")
        with self._tab.expect_response(lambda answer: "/grade/" in answer.url) as saved:
            field.press("Tab")
        assert saved.value.ok
