"""What a student reads about a task: sentences, one thing first, nothing hidden.

The first stage that fails is shown with its sentence and what the answer did; stages after it
are named only, since they mostly fail for the same reason. No hidden input, no expected value
of a hidden case and no traceback of ours is in here: only case docstrings and messages.
"""

import html
from collections.abc import Iterable
from itertools import groupby

from msgspec.structs import replace

from autograder.lang.catalogue import ENGLISH, Catalogue, Say
from autograder.verdict import CaseResult, Judged, Outcome, Report, TaskResult

__all__ = [
    "as_html", "as_text", "headline", "later_stages", "reason", "stages_shown", "told_in", "why",
]  # fmt: skip

_MARKS = {Outcome.PASSED: "✓", Outcome.FAILED: "✗", Outcome.UNDECIDED: "?"}


def headline(task: TaskResult) -> str:
    """`attention: 6 of 10`, as the student was told it."""
    if task.told:
        return task.told.partition("\n")[0]
    if task.judged is Judged.BY_HAND:
        return f"{task.task}: graded by hand, up to {task.max_points:g}"
    if task.points is None:
        return f"{task.task}: not decided yet"
    return f"{task.task}: {task.points:g} of {task.max_points:g}"


def reason(task: TaskResult) -> str:
    """Why points are missing, in one line; empty where none are."""
    if task.passed or task.judged is Judged.BY_HAND:
        return ""
    if task.diagnosis:
        return task.diagnosis.words
    failure = task.first_failure
    if failure is None:
        return task.note
    text = failure.message or failure.line
    return f"{task.note}" if task.note and "is not there" in text else text


def why(report: Report) -> str:
    """Why a submission is ungraded, or its largest loss; empty where nothing is lost.

    A reason's first paragraph: after it may come a traceback.
    """
    if not report.graded:
        return report.reason.partition("\n\n")[0] or "a case could not decide"
    lost = [task for task in report.tasks if task.points is not None and not task.passed]
    if not lost:
        return ""
    worst = max(lost, key=lambda task: task.max_points - (task.points or 0))
    text = reason(worst)
    return text if text.startswith(worst.task) else f"{worst.task}: {text}"


def told_in(report: Report, words: Catalogue) -> Report:
    """The report with what its student reads in the language of `words`, where it is not English.

    It goes wherever the report goes, also where the catalogue does not.
    """
    if words.language == ENGLISH:
        return report
    tasks = tuple(replace(task, told=as_text(task, words.say)) for task in report.tasks)
    return replace(report, tasks=tasks, language=words.language)


def as_text(task: TaskResult, say: Say = str) -> str:
    """The task's result as plain text, for a terminal or a notebook without HTML.

    `say` gives each sentence in the student's language; what a report was told in goes first.
    """
    if task.told:
        return task.told
    lines = [say(headline(task))]
    if task.diagnosis:
        lines.append(f"  {say(task.diagnosis.sentence)}")
    for stage in stages_shown(task):
        lines.append(f"  {_MARKS[stage.outcome]} {say(stage.line)}")
        if stage.message:
            lines.append(f"    {say(stage.message)}")
    lines += [f"  · {say(line)}" for line in later_stages(task)]
    if task.note:
        lines.append(f"  {say(task.note)}")
    return "\n".join(lines)


def as_html(task: TaskResult, say: Say = str) -> str:
    """The same as HTML that needs no style sheet and reads in light and dark."""
    parts = [f'<div class="autograder-task"><p><strong>{_safe(say(headline(task)))}</strong></p>']
    if task.diagnosis:
        parts.append(f"<p>{_safe(say(task.diagnosis.sentence))}</p>")
    parts.append("<ul>")
    for stage in stages_shown(task):
        message = f"<br><em>{_safe(say(stage.message))}</em>" if stage.message else ""
        parts.append(f"<li>{_MARKS[stage.outcome]} {_safe(say(stage.line))}{message}</li>")
    parts += [f"<li>· {_safe(say(line))}</li>" for line in later_stages(task)]
    parts.append("</ul>")
    if task.note:
        parts.append(f"<p>{_safe(say(task.note))}</p>")
    parts.append("</div>")
    return "".join(parts)


def stages_shown(task: TaskResult) -> list[CaseResult]:
    """Cases to show: those that passed, up to and including the first stage that did not."""
    shown: list[CaseResult] = []
    for _, group in groupby(task.cases, key=lambda case: case.stage):
        cases = _unparametrised(group)
        failed = [case for case in cases if case.outcome is not Outcome.PASSED]
        shown += [case for case in cases if case.outcome is Outcome.PASSED]
        if failed:
            shown.append(failed[0])
            break
    return shown


def _unparametrised(cases: Iterable[CaseResult]) -> list[CaseResult]:
    """One case a sentence: of cases that differ only in a parameter, the one that fails."""
    by_line: dict[str, CaseResult] = {}
    for case in cases:
        kept = by_line.get(case.line)
        if kept is None or (kept.outcome is Outcome.PASSED and case.outcome is not Outcome.PASSED):
            by_line[case.line] = case
    return list(by_line.values())


def later_stages(task: TaskResult) -> list[str]:
    """The stages after the first one that fails: those that are right all the same, and the rest.

    Weights, say, are judged by the student's own scores, whether those are right or not.
    """
    stages = list(dict.fromkeys(case.stage for case in task.cases))
    failing = task.first_failure
    if failing is None or len(stages) < 2:
        return []
    after = [stage for stage in stages[stages.index(failing.stage) + 1 :] if stage]
    wrong = {case.stage for case in task.cases if case.outcome is not Outcome.PASSED}
    right = ", ".join(stage for stage in after if stage not in wrong)
    rest = ", ".join(stage for stage in after if stage in wrong)
    lines = [f"right, given what came before, and counted: {right}"] if right else []
    return [*lines, f"mend this first; after it come {rest}"] if rest else lines


def _safe(text: str) -> str:
    return html.escape(text)
