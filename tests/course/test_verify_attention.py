"""`autograder verify attention` without the collected answers, which tests/sandbox goes through."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from autograder.authoring.mutants import can_mutate
from autograder.authoring.verifying import Options, verify
from tests.course.courses import REPOSITORY

pytestmark = [pytest.mark.course, pytest.mark.sandbox]


@pytest.mark.skipif(not can_mutate(), reason="cosmic-ray is not installed")
@pytest.mark.long
def test_attention_is_fit_to_be_released(tmp_path: Path) -> None:
    found = verify(REPOSITORY, "attention", Options(answers=tmp_path))
    checks = {check.label: check.text for check in found.checks}

    assert () == found.findings
    assert "20 of 20 points" == checks["solution"]
    assert "0 of 20 points" == checks["stub"]
    assert re.fullmatch(
        r"(\d+) of \1 lose points, \1 are told as themselves, 0 as another", checks["mistakes"]
    )
    assert {row.kind.value for row in found.rows} == {"mistake", "mutant"}
