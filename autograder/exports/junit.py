"""JUnit XML for pipelines: a test suite for each submission, a test case for each hidden case.

The shape is pytest's (`--junit-xml`, `_pytest/junitxml.py`, family xunit2), which GitLab's and
GitHub's readers are made for: `testsuites/testsuite[name, tests, failures, errors, skipped, time]`
with `testcase[classname, name, time]` and in it `failure`, `error` or `skipped` with a `message`. A
submission without a mark has one test case, which is an error. Points stand in `properties`.
"""

import re
from collections.abc import Sequence
from xml.etree import ElementTree as ET

from autograder.exports.mark import Mark, told_to_students
from autograder.verdict import CaseResult, Judged, Outcome, TaskResult

__all__ = ["as_junit"]

_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What no XML 1.0 document may hold, not even escaped (its production 2, Char)."""


def as_junit(marks: Sequence[Mark]) -> bytes:
    """The document, in UTF-8."""
    root = ET.Element("testsuites", name="autograder")
    for mark in marks:
        root.append(_suite(mark))
    ET.indent(root, " ")
    text: bytes = ET.tostring(root, encoding="utf-8", xml_declaration=True)
    return text + b"\n"


def _suite(mark: Mark) -> ET.Element:
    seconds = mark.report.seconds if mark.report else 0.0
    suite = _element("testsuite", name=f"{mark.assignment}.{mark.student}", time=f"{seconds:.3f}")
    properties = ET.SubElement(suite, "properties")
    values = {"state": mark.state, "score": mark.score, "max_score": mark.max_score}
    for name, value in values.items():
        if value is not None:
            properties.append(_element("property", name=name, value=f"{value}"))
    if mark.score is None:
        case = _element("testcase", classname=mark.assignment, name="graded", time="0")
        case.append(_element("error", message=told_to_students(mark)))
        suite.append(case)
    else:
        for grade_id in mark.points:
            for case in _cases(mark, grade_id):
                suite.append(case)
    kinds = {"failures": "failure", "errors": "error", "skipped": "skipped"}
    suite.set("tests", str(len(suite.findall("testcase"))))
    for attribute, tag in kinds.items():
        suite.set(attribute, str(len(suite.findall(f"testcase/{tag}"))))
    return suite


def _cases(mark: Mark, grade_id: str) -> list[ET.Element]:
    task = mark.task(grade_id)
    where = f"{mark.assignment}.{grade_id}"
    if task is not None and task.judged is Judged.OUTSIDE:
        return [_case(where, case) for case in task.cases]
    points, most = mark.points[grade_id], mark.max_points[grade_id]
    found = _element("testcase", classname=where, name="points", time="0")
    if points is None:
        found.append(_element("skipped", message="waits for a person's points"))
    elif points < most:
        note = task.note if isinstance(task, TaskResult) else ""
        found.append(_element("failure", message=f"{points:g} of {most:g} points. {note}".strip()))
    return [found]


def _case(where: str, case: CaseResult) -> ET.Element:
    found = _element("testcase", classname=where, name=case.name, time="0")
    if case.outcome is Outcome.PASSED:
        return found
    tag = "failure" if case.outcome is Outcome.FAILED else "error"
    ended = _element(tag, message=case.message or case.line)
    ended.text = _NOT_XML.sub("�", f"{case.line}\n{case.message}".strip())
    found.append(ended)
    return found


def _element(tag: str, **attributes: str) -> ET.Element:
    return ET.Element(tag, {name: _NOT_XML.sub("�", text) for name, text in attributes.items()})
