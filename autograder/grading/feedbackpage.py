"""The page that a student gets back: what each task is worth and why, and the notebook below it.

A page is one file that needs no network, runs no script and loads nothing, whatever a student
wrote: their text and outputs are sanitised (`pages.safe`), and a policy in the page's head forbids
the browser what a sanitiser might miss. It has a bounded size, and says what was left out.

At each graded cell stand the cases as sentences, up to the first stage that fails, the diagnosis
and comments; nothing else of a report is shown. All of it is in the language that the student was
told in when the notebook was graded.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

import msgspec
from markupsafe import Markup, escape

from autograder.grading.feedback import later_stages, reason, stages_shown
from autograder.grading.given import Given, NotebookMarks
from autograder.lang.catalogue import ENGLISH, Catalogue
from autograder.notebook import grade_id, is_graded, is_solution, is_task
from autograder.pages import markdown, render, shown
from autograder.pages.code import coloured
from autograder.pages.safe import embedded
from autograder.verdict import Judged, Outcome, Report, TaskResult

__all__ = ["Returned", "as_page"]

FindImage = Callable[[str, Mapping[str, Any]], str | None]
"""The data: address of an image, by its address in a cell and the cell's attachments; or None."""

_ROOM = 320_000
"""Characters for cells and outputs, of the 400 KB that a page may have."""
_CELL = 120_000
"""Characters for one cell, so that one does not take the room of all others."""
_LONGEST_SOURCE = 20_000
_FOLDED = 30
"""Lines of the author's code beyond which it is folded away."""
_OUR_DISPLAY = '<div class="autograder-task">'
_WIDE = ("<table", 'display="block"', "<pre")
"""What prose may hold that a narrow window scrolls, also for those who use the keyboard alone."""
_REGIONS = ("HIDDEN TESTS", "MARK SCHEME")


class Returned(msgspec.Struct, frozen=True, kw_only=True):
    """What a page is made of: one notebook of one student, graded."""

    assignment: str
    student: str
    notebook: str
    language: str
    cells: Sequence[Mapping[str, Any]]
    """As they stand in the notebook's JSON."""
    marks: NotebookMarks
    report: Report | None = None


def as_page(
    returned: Returned, find_image: FindImage, mark: str = "", words: Catalogue | None = None
) -> str:
    """The page as HTML. `mark` is written into its head, for whoever asks what it was made of.

    `words` are those of the report's language. Without them the page is English, and what was
    told in another language stays below its cell.
    """
    words = words or Catalogue()
    results = _results(returned.report)
    tasks = {
        name: _task(name, returned.marks.tasks[name], results.get(name), words)
        for name in _graded_names(returned)
    }

    def put(pattern: str, **fields: str) -> Markup:
        return escape(words.pattern(pattern)).format(**fields)

    return render(
        "feedback.html",
        returned=returned,
        words=words,
        put=put,
        mark=mark,
        tasks=list(tasks.values()),
        totals=_totals(returned.marks),
        comments=[
            name for name in map(grade_id, returned.cells) if name in returned.marks.comments
        ],
        cells=list(_cells(returned, tasks, find_image)),
        points=_points,
    )


def _results(report: Report | None) -> dict[str, TaskResult]:
    """The report's tasks by grade_id; what two notebooks call the same is nobody's."""
    tasks = report.tasks if report else ()
    names = [task.grade_id for task in tasks]
    return {task.grade_id: task for task in tasks if names.count(task.grade_id) == 1}


def _graded_names(returned: Returned) -> list[str]:
    """The grade_ids of the cells with marks, in the notebook's order."""
    names = [grade_id(cell) for cell in returned.cells if is_graded(cell) or is_task(cell)]
    return [name for name in dict.fromkeys(names) if name in returned.marks.tasks]


def _totals(marks: NotebookMarks) -> dict[str, Any]:
    """Points so far and of how many; what still waits; the penalty."""
    decided = [one for one in marks.tasks.values() if one.points is not None]
    waiting = [one for one in marks.tasks.values() if one.points is None]
    given = sum(one.points or 0.0 for one in decided)
    return {
        "points": max(0.0, given - marks.penalty),
        "of": sum(one.max_points for one in decided),
        "most": sum(one.max_points for one in marks.tasks.values()),
        "waiting": sum(one.max_points for one in waiting),
        "tasks_waiting": len(waiting),
        "penalty": marks.penalty,
    }


def _task(name: str, given: Given, result: TaskResult | None, words: Catalogue) -> dict[str, Any]:
    """A task as the summary and its panel show it."""
    say = words.say
    by_machine = result is not None and result.judged is not Judged.BY_HAND
    passed = result.passed if result and by_machine else None
    if given.points is None:
        state = "waits"
    elif given.manual is not None or passed is None:
        state = "good" if given.points >= given.max_points else "hand"
    else:
        state = "good" if passed else "part" if given.points > 0 else "bad"
    # What was told in a language that there are no words of stands below the cell.
    tells = result if result and (not result.told or words.language != ENGLISH) else None
    shows_cases = tells is not None and by_machine
    return {
        "name": say(TaskResult(grade_id=name, max_points=0).task),
        "id": f"task-{name}",
        "given": given,
        "state": state,
        "by_hand": given.manual is not None or not by_machine,
        "by_machine": by_machine,
        "why": _why(tells, words) if tells and state in ("part", "bad") else "",
        "diagnosis": say(tells.diagnosis.sentence) if tells and tells.diagnosis else "",
        "cases": [
            (case.outcome is Outcome.PASSED, say(case.line), say(case.message))
            for case in (stages_shown(tells) if tells and shows_cases else ())
        ],
        "later": [say(line) for line in later_stages(tells)] if tells and shows_cases else [],
        "note": say(tells.note) if tells else "",
    }


def _why(task: TaskResult, words: Catalogue) -> str:
    """In a few words; mistakes have English names, so elsewhere it is what the case said."""
    failure = task.first_failure
    if words.language != ENGLISH and task.diagnosis and failure:
        return words.say(failure.message or failure.line)
    return words.say(reason(task))


def _cells(
    returned: Returned, tasks: Mapping[str, dict[str, Any]], find_image: FindImage
) -> Iterator[dict[str, Any]]:
    """The cells as the template shows them, as many as there is room for."""
    room = _ROOM
    seen: set[str] = set()
    for cell in returned.cells:
        name = grade_id(cell)
        first = name != "" and name not in seen  # students copy cells, names and all
        seen.add(name)
        panel = tasks.get(name) if first and (is_graded(cell) or is_task(cell)) else None
        source = _visible(shown.text_of(cell.get("source")))
        is_code = cell.get("cell_type") == "code"
        parts = [_source(cell, source, returned.language, find_image)]
        if is_code:
            parts += _outputs(cell, find_image, bool(panel and panel["cases"]))
        kept = _as_room_allows(parts, min(_CELL, room))
        room -= sum(map(len, kept))
        left_out = sum(map(len, parts)) - sum(map(len, kept))
        lines = source.count("\n") + 1
        folds = is_code and not is_solution(cell) and (is_graded(cell) or lines > _FOLDED)
        yield {
            "code": is_code,
            "wide": any(mark in kept[0] for mark in _WIDE),
            "source": kept[0],
            "outputs": [part for part in kept[1:] if part],
            "left_out": -(-left_out // 1000),
            "answer": is_solution(cell) and first,
            "folded": lines if folds else 0,
            "panel": panel,
            "comment": returned.marks.comments.get(name, "") if first else "",
            "id": f"comment-{name}",
        }


def _as_room_allows(parts: Sequence[Markup], room: int) -> list[Markup]:
    """The parts, with nothing in the place of those that are too large for what is left."""
    kept = []
    for part in parts:
        kept.append(part if len(part) <= room else Markup(""))
        room -= len(kept[-1])
    return kept


@lru_cache(maxsize=2048)
def _visible(source: str) -> str:
    """The source without the lines that name hidden cases or tell graders what to look for."""
    kept, hidden = [], False
    for line in source.splitlines():
        if any(f"BEGIN {region}" in line for region in _REGIONS):
            hidden = True
        elif any(f"END {region}" in line for region in _REGIONS):
            hidden = False
        elif not hidden:
            kept.append(line)
    return "\n".join(kept).rstrip()


def _source(cell: Mapping[str, Any], source: str, language: str, find_image: FindImage) -> Markup:
    if len(source) > _LONGEST_SOURCE:
        source = f"{source[:_LONGEST_SOURCE]}\n… (the notebook has the rest)"
        return Markup("<pre>{}</pre>").format(source)
    if cell.get("cell_type") == "code":
        return coloured(source, language)
    if cell.get("cell_type") == "markdown":
        return embedded(markdown.as_html(source), lambda src: find_image(src, cell))
    return Markup("<pre>{}</pre>").format(source)


def _outputs(cell: Mapping[str, Any], find_image: FindImage, panel: bool) -> list[Markup]:
    """What the cell showed; without our own words on the cases where the panel has them."""
    outputs = cell.get("outputs")
    found = [one for one in outputs if isinstance(one, dict)] if isinstance(outputs, list) else []
    if panel and found and _is_ours(found[-1]):
        found.pop()
    return [shown.as_html(one, lambda src: find_image(src, cell)) for one in found]


def _is_ours(output: Mapping[str, Any]) -> bool:
    data = output.get("data")
    html = shown.text_of(data.get("text/html")) if isinstance(data, Mapping) else ""
    return output.get("output_type") == "display_data" and html.startswith(_OUR_DISPLAY)


def _points(value: float | None) -> str:
    """Two places at most."""
    return "–" if value is None else f"{value:.2f}".rstrip("0").rstrip(".")
