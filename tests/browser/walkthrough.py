"""The walkthrough as a test sees it: what is on screen, what it calculates, what can be done."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import torch

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

FILE = Path(__file__).parents[2] / "source" / "attention" / "walkthrough.html"
VARIANTS = ("right", "noscale", "columns", "all")
PRESETS = (
    *("lesson", "changed", "zero", "average", "pair"),
    *("separate", "nothing", "cancel", "saturated"),
)
TABLES = {"x": ("X", "Wq", "Wk", "Wv"), "qkv": ("Q", "K", "V")}


class Walkthrough:
    """One open page. `problems` collects errors and requests, of which there may be none."""

    def __init__(self, tab: Page) -> None:
        self.tab = tab
        self.problems: list[str] = []
        tab.on("console", self._said)
        tab.on("pageerror", lambda error: self.problems.append(f"error: {error}"))
        tab.on("request", self._asked)

    def _said(self, message: Any) -> None:
        if message.type in ("error", "warning"):
            self.problems.append(f"console: {message.text}")

    def _asked(self, request: Any) -> None:
        if not request.url.startswith((FILE.as_uri(), "about:", "data:")):
            self.problems.append(f"request: {request.url}")

    def open(self, view: str = "", **query: str) -> None:
        asked = "&".join(f"{name}={value}" for name, value in query.items())
        self.tab.goto("about:blank")  # else another # alone would not load the page anew
        self.tab.goto(f"{FILE.as_uri()}?{asked}#{view}")

    def find(self, selector: str) -> Locator:
        return self.tab.locator(selector)

    def text(self, selector: str) -> str:
        return self.find(selector).inner_text()

    def cell(self, name: str) -> str:
        """The number in a cell of the board, such as "share.0"."""
        return self.text(f'#board [data-cell="{name}"]')

    def matrix(self, name: str, rows: int, columns: int) -> list[list[str]]:
        return [[self.cell(f"{name}.{r}.{c}") for c in range(columns)] for r in range(rows)]

    def formulas(self) -> list[str]:
        """The lines with numbers, as a screen reader says them."""
        return [line.get_attribute("aria-label") for line in self.find("#formula .line").all()]

    @property
    def numbers(self) -> dict[str, Any]:
        return self.tab.evaluate("walkthrough.numbers()")

    @property
    def state(self) -> dict[str, Any]:
        return self.tab.evaluate("walkthrough.state()")

    @property
    def steps(self) -> list[dict[str, Any]]:
        return self.tab.evaluate("walkthrough.steps()")

    def stage(self, name: str) -> None:
        """Go to the first step of a stage, as a click on its name does."""
        self.find(f'#stages [data-stage="{name}"]').click()

    def field(self, name: str) -> Locator:
        """The field of an entry, such as "Q.0.1"."""
        return self.find(f'[data-field="{name}"]')

    def choose(self, group: str, value: str) -> None:
        self.find(f'input[name="{group}"][value="{value}"]').check()

    def size(self, name: str, by: int) -> Locator:
        return self.find(f'#sizes button[value="{name}:{by}"]')


def reference(state: dict[str, Any], variant: str = "right") -> dict[str, Any]:
    """What torch makes of the tables in the page's state, right or wrong; float64."""
    table = {
        name: torch.tensor(state[name], dtype=torch.float64)
        for names in TABLES.values()
        for name in names
    }
    q, k, v = table["Q"], table["K"], table["V"]
    if state["mode"] == "x":
        q, k, v = (table["X"] @ table[name].T for name in ("Wq", "Wk", "Wv"))
    dots = q @ k.T
    scores = dots if variant == "noscale" else dots / q.shape[-1] ** 0.5
    weights = torch.softmax(scores, dim=0 if variant == "columns" else -1)
    if variant == "all":
        weights = torch.softmax(scores.flatten(), dim=0).reshape(scores.shape)
    values = {"Q": q, "K": k, "V": v, "dots": dots, "scores": scores, "weights": weights}
    return {**values, "output": weights @ v}


def differences(found: dict[str, Any], state: dict[str, Any], variant: str = "right") -> list[str]:
    """The names of the tensors in which the page and torch disagree (beyond 1e-9, relative)."""
    return [
        name
        for name, expected in reference(state, variant).items()
        if not torch.allclose(
            torch.tensor(found[name], dtype=torch.float64), expected, rtol=1e-9, atol=1e-12
        )
    ]


def link(mode: str, tables: dict[str, torch.Tensor]) -> str:
    """What stands after the # for these numbers."""
    written = {
        name: ";".join(",".join(json.dumps(entry) for entry in row) for row in table.tolist())
        for name, table in tables.items()
    }
    return "&".join([f"mode={mode}", *(f"{name}={text}" for name, text in written.items())])
