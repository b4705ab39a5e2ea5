"""The notebook's cell that shows the walkthrough: with the file, and without it."""

import json
import shutil

import pytest

from tests.browser.walkthrough import FILE

pytestmark = pytest.mark.browser


@pytest.fixture
def shown(tmp_path, monkeypatch):
    """Runs the cell in a folder of its own; returns what the cell displays."""
    cells = json.loads((FILE.parent / "attention.ipynb").read_text(encoding="utf-8"))["cells"]
    source = "".join(next(cell for cell in cells if cell["id"] == "walkthrough")["source"])
    body, _, last = source.rpartition("\n")
    monkeypatch.chdir(tmp_path)

    def run():
        namespace = {}
        exec(compile(body, "walkthrough", "exec"), namespace)
        return eval(last, namespace)

    return run


def test_the_cell_shows_the_page_and_its_numbers(shown, opened, tmp_path, recwarn):
    shutil.copy(FILE, tmp_path)
    page = opened()
    page.tab.goto("about:blank")
    page.tab.set_content(f"<!doctype html>{shown().data}")

    inside = page.tab.frame_locator("iframe")
    inside.locator('#stages [data-stage="mix"]').click()
    inside.get_by_text("0.4011·1 + 0.1978·0 + 0.4011·1").first.wait_for()
    assert [] == [str(warning.message) for warning in recwarn if "IFrame" in str(warning.message)]


def test_a_missing_file_gives_a_sentence(shown, capsys):
    assert shown() is None
    assert "walkthrough.html is not in the folder of this notebook" in capsys.readouterr().out
