"""The lesson's notebook and worked solution: numbers, points, checks.

Every number is computed here anew from fractions and math, without torch, so that neither the
notebook nor the solution vouches for itself.
"""

import ast
import importlib
import json
import math
import re
import runpy
import shutil
import subprocess
import sys
from collections.abc import Iterable
from fractions import Fraction
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "source" / "attention" / "attention.ipynb"

# ---------------------------------------------------------------- the numbers, computed anew

X = [[1, 0], [0, 1], [1, 1]]
V = [[1, 0], [0, 2], [1, 2]]
IDENTITY = [[1, 0], [0, 1]]
WV = [[1, 0], [0, 2]]
KEY_PROJECTION = [[0, 2], [0, 0]]


def dot(left, right):
    return sum(a * b for a, b in zip(left, right, strict=True))


def times_transposed(left, right):
    return [[dot(row, other) for other in right] for row in left]


def softmax(row):
    exponentials = [math.exp(entry) for entry in row]
    return [part / math.fsum(exponentials) for part in exponentials]


def mixed(row, values):
    return [dot(row, column) for column in zip(*values, strict=True)]


DOTS = times_transposed(X, X)
SCORES = [[entry / math.sqrt(2) for entry in row] for row in DOTS]
WEIGHTS = [softmax(row) for row in SCORES]
OUTPUT = [mixed(row, V) for row in WEIGHTS]
AVERAGE = mixed([Fraction(1, 3)] * 3, V)
EXPONENTIALS = [[math.exp(entry) for entry in row] for row in SCORES]


def rounded(values):
    return tuple(round(float(value), 4) for value in values)


def table(rows):
    return [list(rounded(row)) for row in rows]


VECTORS = {rounded(vector) for vector in (AVERAGE, *SCORES, *EXPONENTIALS, *WEIGHTS, *OUTPUT)}
SINGLE = {math.sqrt(2), 2 * WEIGHTS[0][2], *(sum(row) for row in EXPONENTIALS)}
NUMBERS = {f"{number:.4f}" for vector in VECTORS for number in vector} | {
    f"{number:.4f}" for number in SINGLE
}
# Coordinate 0 of the output with changed values, in the description of a figure.
CHANGED = {f"{row[0] + 2 * part[2]:.4f}" for row, part in zip(OUTPUT, WEIGHTS, strict=True)}

# ---------------------------------------------------------------- the notebook


def cells(kind=None):
    found = json.loads(SOURCE.read_text(encoding="utf-8"))["cells"]
    return [cell for cell in found if kind in (None, cell["cell_type"])]


def text(cell):
    return "".join(cell["source"])


def markdown():
    return "\n\n".join(text(cell) for cell in cells("markdown"))


def grader(cell):
    return cell["metadata"].get("nbgrader", {})


def stubbed(source):
    """What a student gets: the solution regions give way to the stub."""
    stub = r'\1# YOUR CODE HERE\n\1raise NotImplementedError("not written yet")'
    region = r"(?ms)^( *)### BEGIN SOLUTION$.*?^ *### END SOLUTION$"
    return re.sub(region, stub, source)


def run(instead=None):
    """Run the code cells in order in one namespace; what they raise, by cell id.

    instead gives other text for some cells; None in its place leaves the cell out.
    """
    instead = instead or {}
    namespace, raised = {"__name__": "__main__"}, {}
    for cell in cells("code"):
        source = instead.get(cell["id"], text(cell))
        if source is None:
            continue
        try:
            exec(compile(source, cell["id"], "exec"), namespace)
        except Exception as error:
            raised[cell["id"]] = error
    return raised


def message_of(check, **answers):
    """What the check says when these cells (with _ for -) hold a student's answer."""
    instead = {name.replace("_", "-"): source for name, source in answers.items()}
    return str(run(instead)[check])


# ---------------------------------------------------------------- points and shape of the file

POINTS = {
    "projection-test": 2,
    "one-row-test": 2,
    "attention-test": 10,
    "separate-projections-test": 1,
    "changed-values-test": 1,
    "exercise-1-test": 2,
    "exercise-2-test": 2,
    "written-answer": 4,
}
SOLUTIONS = [
    "projection-solution",
    "one-row-solution",
    "attention-solution",
    "separate-projections-solution",
    "changed-values-solution",
    "exercise-1-solution",
    "exercise-2-solution",
]


def test_the_graded_cells_and_their_points_are_those_of_the_assignment():
    found = {grader(c)["grade_id"]: grader(c)["points"] for c in cells() if grader(c).get("grade")}

    assert found == POINTS
    assert list(found) == list(POINTS)
    assert sum(found.values()) == 24


def test_each_solution_cell_stands_right_before_the_check_of_its_task():
    ids = [grader(cell).get("grade_id") for cell in cells()]

    assert [i for i in ids if i in SOLUTIONS] == SOLUTIONS
    for solution in SOLUTIONS:
        assert ids[ids.index(solution) + 1] == solution.replace("-solution", "-test")


@pytest.mark.parametrize("solution", SOLUTIONS)
def test_a_solution_cell_can_be_edited_and_has_a_region(solution):
    cell = next(cell for cell in cells() if cell["id"] == solution)

    assert grader(cell) == {
        "grade": False,
        "solution": True,
        "locked": False,
        "task": False,
        "schema_version": 3,
        "grade_id": solution,
    }
    assert "### BEGIN SOLUTION" in text(cell)


@pytest.mark.parametrize("check", [name for name in POINTS if name.endswith("-test")])
def test_a_check_is_locked_and_only_names_its_hidden_cases(check):
    hidden = f"\n\n### BEGIN HIDDEN TESTS\n# hidden cases: {check}\n### END HIDDEN TESTS"
    cell = next(cell for cell in cells() if cell["id"] == check)

    assert grader(cell) == {
        "grade": True,
        "solution": False,
        "locked": True,
        "task": False,
        "schema_version": 3,
        "grade_id": check,
        "points": POINTS[check],
    }
    assert text(cell).endswith(hidden)


def test_the_written_answer_and_its_marking_guide_are_cleared_for_students():
    cell = next(cell for cell in cells("markdown") if grader(cell))

    assert (cell["id"], grader(cell)["solution"], grader(cell)["grade"]) == (
        "written-answer",
        True,
        True,
    )
    assert "Marking guide" in text(cell)
    assert "raise NotImplementedError" in stubbed(text(cell))
    assert "Marking guide" not in stubbed(text(cell))


def test_the_table_at_the_top_and_the_headings_say_the_same_points():
    in_table = re.findall(r"^\| [^|]+ \| [^|]+ \| (\d+) \|$", markdown(), re.MULTILINE)
    in_headings = re.findall(r"^##+ .*\((\d+) points?\)$", markdown(), re.MULTILINE)

    assert [int(number) for number in in_table] == list(POINTS.values())
    assert [int(number) for number in in_headings] == list(POINTS.values())


def test_the_file_has_readable_ids_and_no_outputs():
    found = cells()

    assert len({cell["id"] for cell in found}) == len(found)
    assert all(cell["id"] == grader(cell)["grade_id"] for cell in found if grader(cell))
    assert all(cell["outputs"] == [] for cell in cells("code"))
    assert all(cell["execution_count"] is None for cell in cells("code"))


# ---------------------------------------------------------------- the numbers in the text


def test_every_number_with_four_decimals_is_right():
    found = set(re.findall(r"(?<![\d.])\d+\.\d{4}(?!\d)", markdown()))

    assert found - NUMBERS - CHANGED == set()
    assert len(found) >= 15


def test_every_matrix_is_right():
    pattern = r"([^$&,]*?)\s*(=|\\approx)\s*\\begin\{bmatrix\}(.*?)\\end\{bmatrix\}"
    found = [
        (
            label.replace(r"\qquad", "").strip(),
            [[float(entry) for entry in row.split("&")] for row in body.split(r"\\")],
        )
        for label, _, body in re.findall(pattern, markdown())
    ]

    pair_keys = times_transposed(IDENTITY, KEY_PROJECTION)
    assert found == [
        ("X", X),
        ("W_q = W_k", IDENTITY),
        ("W_v", WV),
        ("Q = K", times_transposed(X, IDENTITY)),
        ("V", times_transposed(X, WV)),
        (r"Q K^\top", DOTS),
        (r"S", table(SCORES)),
        (r"A", table(WEIGHTS)),
        (r"A V", table(OUTPUT)),
        ("X", IDENTITY),
        (r"Q Q^\top", times_transposed(IDENTITY, IDENTITY)),
        ("W_k", KEY_PROJECTION),
        (r"K = X W_k^\top", pair_keys),
        (r"Q K^\top", times_transposed(IDENTITY, pair_keys)),
    ]


def test_every_vector_with_four_decimals_is_right():
    bodies = re.findall(r"\[([\d.,\s\\]*\d\.\d{4}[\d.,\s\\]*)\]", markdown())
    found = [tuple(float(part.strip("\\ ")) for part in body.split(",")) for body in bodies]

    assert set(found) - VECTORS == set()
    assert len(found) >= 6


def test_every_sum_that_is_written_out_is_right():
    pattern = r"((?:[\d.]+ (?:\\cdot|\+) )+[\d.]+)\s*(?:=|\\approx)\s*([\d.]*\d)"
    found = re.findall(pattern, markdown().replace("&", ""))

    assert len(found) >= 7
    for left, right in found:
        terms = [math.prod(map(float, term.split(r"\cdot"))) for term in left.split("+")]
        # Rounded numbers go in, so the last decimal may be off by one.
        assert math.isclose(float(right), sum(terms), abs_tol=1.01e-4), left


def test_every_mixture_that_is_written_out_is_right():
    pattern = r"((?:[\d.]+\\,\[[^\]]+\](?: \+ )?)+) = \[([^\]]+)\]"
    found = re.findall(pattern, markdown())

    assert len(found) == 3
    for left, right in found:
        terms = re.findall(r"([\d.]+)\\,\[([^\]]+)\]", left)
        rows = [[float(entry) for entry in row.split(",")] for _, row in terms]
        total = mixed([float(share) for share, _ in terms], rows)
        expected = [float(entry.strip("\\ ")) for entry in right.split(",")]
        assert expected == pytest.approx(total)


# ---------------------------------------------------------------- the visible checks


def test_the_notebook_runs_from_top_to_bottom_and_every_check_passes(capsys):
    assert run() == {}

    said = capsys.readouterr().out
    assert said.count("the visible checks pass") == 7
    assert said.count("the grading says whether the typed answers are right") == 2


NOT_WRITTEN = {
    "projection-test": "project: not written yet",
    "one-row-test": "one_row: not written yet",
    "attention-test": "attention: not written yet",
    "separate-projections-test": "pair_scores: not written yet",
    "changed-values-test": "changed_v: not written yet",
    "exercise-1-test": "exercise_1_increase: not written yet",
    "exercise-2-test": "exercise_2_weights: not written yet",
}


def said_by_checks(raised):
    return {name: str(error) for name, error in raised.items() if name.endswith("-test")}


def test_an_untouched_notebook_says_not_written_yet_and_nothing_else():
    raised = run({name: stubbed(text(cell)) for cell in cells("code") for name in [cell["id"]]})
    others = {type(error) for name, error in raised.items() if not name.endswith("-test")}

    assert said_by_checks(raised) == NOT_WRITTEN
    assert all(isinstance(raised[name], AssertionError) for name in NOT_WRITTEN)
    assert others == {NotImplementedError}


def test_a_notebook_whose_answer_cells_were_deleted_or_failed_says_what_is_not_there():
    missing = {
        task: f"{said.partition(':')[0]} is not there: fill in the cell above, and run it."
        for task, said in NOT_WRITTEN.items()
    }

    assert missing == said_by_checks(run(dict.fromkeys(SOLUTIONS)))


@pytest.mark.parametrize("solution", SOLUTIONS)
def test_a_check_passes_when_only_its_own_task_is_solved(solution):
    needed = {solution, "attention-solution"} if solution.startswith("changed") else {solution}
    raised = run({name: None for name in SOLUTIONS if name not in needed})

    assert solution.replace("-solution", "-test") not in raised


def test_jupyter_shows_the_sentence_without_a_traceback():
    error = run(dict.fromkeys(SOLUTIONS))["attention-test"]

    expected = ["attention is not there: fill in the cell above, and run it."]
    assert expected == error._render_traceback_()
    assert error.__suppress_context__


def attention_answer(
    scores="q @ k.mT / math.sqrt(q.shape[-1])",
    weights="torch.softmax(scores, dim=-1)",
    output="weights @ v",
    back="output, scores, weights",
):
    return (
        "def attention(q, k, v):\n"
        f"    scores = {scores}\n"
        f"    weights = {weights}\n"
        f"    output = {output}\n"
        f"    return {back}\n"
    )


ROWS = "“Each row has its own denominator”, above."
SCALE = "“Why the scores are divided by √d”, above."


@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        pytest.param(
            {"scores": "q @ k.mT"},
            ["scores holds the plain dot products", "starts with 1 where 0.7071", SCALE],
            id="scores not divided",
        ),
        pytest.param(
            {"scores": "q @ k.mT / q.shape[-1]"},
            ["scores[0, 0] is 0.5; 0.7071 was expected.", SCALE],
            id="divided by d",
        ),
        pytest.param(
            {"scores": "q @ k.mT / math.sqrt(2)"},
            ["scores[0, 0] is -1.4142; -1 was expected.", SCALE],
            id="divided by the example's root",
        ),
        pytest.param(
            {"weights": "torch.softmax(scores, dim=-2)"},
            ["rows that sum to 0.8471, 0.8471 and 1.3057", "Your columns do", ROWS],
            id="softmax down the columns",
        ),
        pytest.param(
            {"weights": "scores.flatten().softmax(0).reshape(scores.shape)"},
            ["weights has rows that sum to", "All entries together do", ROWS],
            id="softmax over all entries",
        ),
        pytest.param(
            {"weights": "torch.softmax(scores, dim=1)"},
            ["weights of a batch has rows that sum to", ROWS],
            id="right only without a batch",
        ),
        pytest.param(
            {"weights": "scores.softmax(-1 if scores.dim() == 2 else 0)"},
            ["weights of a batch has rows that sum to", "The softmax runs over the batch.", ROWS],
            id="softmax over the batch",
        ),
        pytest.param(
            {"scores": "q @ k.T / math.sqrt(q.shape[-1])"},
            ["attention stopped with", "the shapes [2, 2, 4], [2, 3, 4]", "“Shapes”, above."],
            id="a transpose that turns a batch round",
        ),
        pytest.param(
            {"scores": "q @ k.mT / math.sqrt(q.shape[1])"},
            ["scores of a batch[0, 0, 0] is -1.4142; -1 was expected.", "“Shapes”, above."],
            id="wrong axis for d in a batch",
        ),
        pytest.param(
            {"scores": "q @ v.mT / math.sqrt(q.shape[-1])", "output": "weights @ k"},
            ["k and v have changed places", "“Queries, keys and values”, above."],
            id="k and v swapped",
        ),
        pytest.param(
            {"back": "output, weights, scores"},
            ["in the order (output, weights, scores)", "(output, scores, weights) was expected"],
            id="weights before scores",
        ),
        pytest.param(
            {"back": "weights, scores, output"},
            ["in the order (weights, scores, output)"],
            id="output last",
        ),
        pytest.param(
            {"output": "scores @ v"},
            ["output[0, 0] is 1.4142; 0.8022 was expected.", "“The weighted sum”, above."],
            id="scores mix the values",
        ),
        pytest.param(
            {"back": "[output, scores, weights]"},
            ["gave back a list; a tuple of three tensors was expected."],
            id="a list",
        ),
        pytest.param({"back": "output"}, ["gave back a Tensor"], id="the output alone"),
        pytest.param(
            {"back": "output.numpy(), scores, weights"},
            ["output is of type ndarray; a torch tensor was expected."],
            id="numpy",
        ),
        pytest.param({"back": "None"}, ["gave back None"], id="no return"),
        pytest.param(
            {"scores": "q.div_(math.sqrt(q.shape[-1])) @ k.mT"},
            ["attention changed its first argument"],
            id="scales q in place",
        ),
        pytest.param(
            {"scores": "q @ k / math.sqrt(q.shape[-1])"},
            ["attention stopped with RuntimeError", "the shapes [3, 2], [3, 2], [3, 2]."],
            id="k not transposed",
        ),
        pytest.param(
            {"weights": "sofmax(scores)"},
            ["attention stopped with NameError: name 'sofmax' is not defined"],
            id="a typo",
        ),
    ],
)
def test_the_attention_check_names_what_is_wrong(changed, expected):
    message = message_of("attention-test", attention_solution=attention_answer(**changed))

    assert message.startswith("Not yet. ")
    for part in expected:
        assert part in message


def test_the_one_row_check_never_points_to_a_section_that_is_still_to_come():
    message = message_of(
        "one-row-test",
        one_row_solution="def one_row(query, k, v):\n"
        "    scores = k @ query / len(query) ** 0.5\n"
        "    return scores.exp() @ v, scores, scores.exp()\n",
    )

    assert message == (
        "Not yet. weights sums to 5.0562; the proportions of a row should sum to 1.\n"
        "Look at  “Softmax turns scores into proportions”, above."
    )


def test_a_projection_to_whole_numbers_is_found():
    answer = "def project(x, weight):\n    return (x @ weight.T).int().float()\n"

    message = message_of("projection-test", projection_solution=answer)

    assert "the wide projection[0, 2] is 2; 2.5 was expected." in message


def test_a_projection_without_the_transpose_is_named():
    answer = "def project(x, weight):\n    return x @ weight\n"

    assert "multiplies by weight itself" in message_of(
        "projection-test", projection_solution=answer
    )


def test_pair_scores_turned_round_are_named():
    answer = "def pair_scores(x, wq, wk):\n    return (x @ wk.T) @ (x @ wq.T).T\n"

    assert "keys in its rows" in message_of(
        "separate-projections-test", separate_projections_solution=answer
    )


def test_the_stub_that_an_answer_runs_into_is_named():
    stub = stubbed("def project(x, weight):\n    ### BEGIN SOLUTION\n    ### END SOLUTION\n")
    answer = "def pair_scores(x, wq, wk):\n    return project(x, wq) @ project(x, wk).T\n"

    assert (
        message_of(
            "separate-projections-test",
            projection_solution=stub,
            separate_projections_solution=answer,
        )
        == "project: not written yet"
    )


def test_a_second_name_for_v_is_not_a_copy():
    answer = "changed_v = v\nchanged_v[2] = torch.tensor([3.0, 2.0])\n"

    assert "v has changed along with changed_v" in message_of(
        "changed-values-test", changed_values_solution=answer
    )


GROWTH = """\
def output_growth(weights, reader, changed, old_row, new_row):
    return weights[reader, changed] * (new_row - old_row)
"""
ROW = """\
def row_with_query(q, k, v, position, query):
    weights = torch.softmax(k @ query / len(query) ** 0.5, dim=0)
    return weights, weights @ v
"""
TYPED_1 = "exercise_1_increase = 0.8022\nexercise_1_weights_change = False\n"
TYPED_2 = "exercise_2_weights = ['1/3', '1/3', '1/3']\nexercise_2_output = ['2/3', '4/3']\n"
IN_THE_ROWS = "“Changing only the values”, above."
DOTS_BY_HAND = "“Dot products”, above."
ALL_ROWS = "“All rows at once”, above."
MIX = "“The weighted sum”, above."


@pytest.mark.parametrize(
    ("share", "change", "said", "section"),
    [
        ("1", "(new_row - old_row)", "is the change of the value row", IN_THE_ROWS),
        ("weights[reader, changed]", "new_row", "is made from the new row", IN_THE_ROWS),
        ("weights[reader, changed]", "(old_row - new_row)", "the wrong sign", IN_THE_ROWS),
        ("weights[0, changed]", "(new_row - old_row)", "uses weights[0, 2]; ", IN_THE_ROWS),
        ("weights[changed, reader]", "(new_row - old_row)", "uses weights[2, 1]; ", IN_THE_ROWS),
        ("weights[reader, reader]", "(new_row - old_row)", "uses weights[1, 1]; ", IN_THE_ROWS),
        ("1 / 3", "(new_row - old_row)", "is a third of the change", IN_THE_ROWS),
        ("0", "new_row", "says that nothing grows", IN_THE_ROWS),
        ("2", "weights[reader, changed]", "has shape []; [2] was expected.", IN_THE_ROWS),
        ("weights.reshape(3, 3)[reader, changed]", "(new_row - old_row)",
         "stopped with RuntimeError: shape '[3, 3]' is invalid",
         "It was called with tensors of the shapes [2, 4], [3], [3] and the positions 0 and 3."),
        ("weights[1, 2]", "(new_row - old_row)",
         "output_growth(...)[0] is 0.05; 0.4 was expected.", IN_THE_ROWS),
        ("weights[reader, -1]", "(new_row - old_row) + 1e-3",
         "output_growth(...)[0] is 1.201; 1.2 was expected.", IN_THE_ROWS),
        ("weights[reader, changed]", "new_row.sub_(old_row)", "changed its fifth argument", ""),
    ],
)  # fmt: skip
def test_the_check_of_output_growth_names_what_is_wrong(share, change, said, section):
    answer = GROWTH.replace("weights[reader, changed] * (new_row - old_row)", f"{share} * {change}")

    message = message_of("exercise-1-test", exercise_1_solution=answer + TYPED_1)

    assert message.startswith("Not yet. ")
    assert said in message
    assert message.endswith(section) or section in message


@pytest.mark.parametrize(
    ("body", "said", "section"),
    [
        ("attention(q, k, v)[2][position], attention(q, k, v)[0][position]",
         "weights belongs to the old query of position 1.", ALL_ROWS),
        ("attention(q, k, v)[2][0], attention(q, k, v)[0][0]",
         "weights is the row of position 0; position is 1.", ALL_ROWS),
        ("torch.ones(len(k)) / len(k), v.mean(0)", "right for a query of zeros only", ALL_ROWS),
        ("(k @ query).softmax(0), v[0]", "softmax of the plain dot products", SCALE),
        ("one_row(query, k, v)[1], v[0]", "weights holds the scores", SCALE),
        ("one_row(query, k, v)[0], one_row(query, k, v)[2]", "gives (output, weights)", ""),
        ("one_row(query, k, v)", "gave back 3 things; (weights, output) was expected.", ""),
        ("[one_row(query, k, v)[2], one_row(query, k, v)[0]]",
         "gave back a list; a tuple of two tensors was expected.", ""),
        ("one_row(query, k, v)[2], v[position]", "output[0] is 0; 0.8339 was expected.", MIX),
        ("one_row(query, k, v)[1].exp(), v[0]", "sums to 7.1304; the proportions", ""),
        ("attention(query[None], k, v)[2], v[0]", "weights has shape [1, 3]; [3] was", ALL_ROWS),
        ("one_row(query, k, v)[2] * (0 if not query.any() else 1), one_row(query, k, v)[0]",
         "weights of a query of zeros[0] is 0; 0.3333 was expected.", DOTS_BY_HAND),
        ("q.fill_(0), v", "row_with_query changed its first argument", ""),
        ("k[4], v[4]", "shapes [3, 4], [3, 4], [3, 2], [4] and the position 1.", ""),
    ],
)  # fmt: skip
def test_the_check_of_row_with_query_names_what_is_wrong(body, said, section):
    answer = f"def row_with_query(q, k, v, position, query):\n    return {body}\n"

    message = message_of("exercise-2-test", exercise_2_solution=answer + TYPED_2)

    assert message.startswith("Not yet. ")
    assert said in message
    assert message.endswith(section) or section in message


def test_an_exercise_s_function_is_asked_for_when_only_the_answers_are_typed():
    assert message_of("exercise-1-test", exercise_1_solution=TYPED_1) == (
        "output_growth is not there: fill in the cell above, and run it."
    )
    stub = stubbed("def row_with_query(*a):\n    ### BEGIN SOLUTION\n    ### END SOLUTION\n")
    assert message_of("exercise-2-test", exercise_2_solution=stub + TYPED_2) == (
        "row_with_query: not written yet"
    )


@pytest.mark.parametrize(
    ("weights", "output"),
    [
        ("[1 / 3, 1 / 3, 1 / 3]", "(2 / 3, 4 / 3)"),
        ("['1/3', ' 1/3', '1/3 ']", "['0.6667', '1.3333']"),
        ("torch.full((3,), 1 / 3)", "torch.tensor([2 / 3, 4 / 3], requires_grad=True)"),
        ("torch.full((3,), 1 / 3).numpy()", "[Fraction(2, 3), Fraction(4, 3)]"),
        ("[0.333, 0.333, 0.333]", "torch.tensor([2 / 3, 4 / 3]).double().numpy()"),
    ],
)
def test_numbers_may_be_typed_in_many_ways(weights, output):
    answer = f"exercise_2_weights = {weights}\nexercise_2_output = {output}\n"

    assert "exercise-2-test" not in run({"exercise-2-solution": ROW + answer})


@pytest.mark.parametrize("increase", ["0.8022", "'0.8022'", "torch.tensor(0.8022)", "1", "'4/5'"])
@pytest.mark.parametrize("change", ["False", "'no'", "'No'", "torch.tensor(False)", "'不会。'"])
def test_a_number_and_a_yes_or_no_may_be_typed_in_many_ways(increase, change):
    answer = f"exercise_1_increase = {increase}\nexercise_1_weights_change = {change}\n"

    assert "exercise-1-test" not in run({"exercise-1-solution": GROWTH + answer})


@pytest.mark.parametrize(
    ("increase", "change", "expected"),
    [
        ("'a lot'", "False", "exercise_1_increase is 'a lot'; a number was expected."),
        ("[1, 2]", "False", "exercise_1_increase is [1, 2]; a number was expected."),
        ("True", "False", "exercise_1_increase is True; a number was expected."),
        ("float('nan')", "False", "exercise_1_increase is nan; a number was expected."),
        (
            "'0,8022'",
            "False",
            "exercise_1_increase is '0,8022'; a number was expected. "
            "Decimals stand after a point: 0.8022",
        ),
        ("1", "0", "exercise_1_weights_change is 0; True or False was expected."),
    ],
)
def test_an_answer_that_cannot_be_read_is_said_to_be_so(increase, change, expected):
    answer = f"exercise_1_increase = {increase}\nexercise_1_weights_change = {change}\n"

    message = message_of("exercise-1-test", exercise_1_solution=answer)

    assert message == f"Not yet. {expected}"


@pytest.mark.parametrize(
    ("weights", "expected"),
    [
        ("[0.5, 0.5]", "3 numbers such as [0.5, ...] were expected."),
        ("[0, 0, 0]", "exercise_2_weights sums to 0; proportions sum to 1."),
        ("[1, 1, 'x']", "exercise_2_weights[2] is 'x'; a number was expected."),
    ],
)
def test_weights_that_are_no_proportions_are_said_to_be_so(weights, expected):
    answer = f"exercise_2_weights = {weights}\nexercise_2_output = [1, 1]\n"

    assert expected in message_of("exercise-2-test", exercise_2_solution=answer)


def headings_meant(tree: ast.AST) -> Iterable[str]:
    """The sections that the checks send a reader to: the last argument of these helpers."""
    place = {"say_not_yet": 1, "expect_same": 3, "expect_shape": 3}
    for node in ast.walk(tree):
        meant = None
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            position = place.get(node.func.id, len(node.args))
            meant = node.args[position] if position < len(node.args) else None
        elif isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "look":
            meant = node.value
        either = [meant.body, meant.orelse] if isinstance(meant, ast.IfExp) else [meant]
        for value in either:
            if isinstance(value, ast.Constant) and isinstance(value.value, str):
                yield value.value


def test_every_section_that_a_check_points_to_exists_and_stands_above_it():
    above, pointed = set(), 0
    everywhere = set(re.findall(r"^#+ (.+)$", markdown(), re.MULTILINE))
    for cell in cells():
        if cell["cell_type"] == "markdown":
            above |= set(re.findall(r"^#+ (.+)$", text(cell), re.MULTILINE))
            continue
        meant = set(headings_meant(ast.parse(text(cell))))
        pointed += len(meant)
        # The helpers stand at the top and speak for the checks below them.
        assert meant <= (everywhere if cell["id"] == "checks" else above), cell["id"]

    assert pointed >= 12
    assert "Each row has its own denominator" in everywhere


# ---------------------------------------------------------------- the worked solution


def python(*arguments, cwd=ROOT):
    return subprocess.run(
        [sys.executable, *arguments], cwd=cwd, capture_output=True, text=True, timeout=120
    )


def test_the_worked_lesson_prints_every_value_and_finds_them_right():
    done = python("-m", "solutions.attention")

    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.endswith("24 of 24 values agree with the lesson\n")
    assert "ok  gradients reach Wq, Wk and Wv" in done.stdout
    for number in NUMBERS - {"0.0000", "1.0000"}:
        assert number in done.stdout


def test_the_worked_exercises_print_their_answers():
    done = python("-m", "solutions.exercises")

    assert done.returncode == 0, done.stdout + done.stderr
    assert f"≈ {2 * WEIGHTS[1][2]:.4f}; computed {2 * WEIGHTS[1][2]:.4f}." in done.stdout
    assert "Do the weights change? No." in done.stdout
    assert "computed: 0.6667, 1.3333." in done.stdout
    assert "for every reader and position? Yes." in done.stdout


def broken_copy(folder, old, new):
    shutil.copytree(ROOT / "solutions", folder / "solutions")
    component = folder / "solutions" / "attention.py"
    source = component.read_text(encoding="utf-8")
    assert source.count(old) == 1
    component.write_text(source.replace(old, new), encoding="utf-8")
    return component


@pytest.mark.parametrize("module", ["solutions.attention", "solutions.exercises"])
def test_a_broken_component_ends_with_an_error(tmp_path, module):
    broken_copy(tmp_path, "scores.softmax(dim=-1)", "scores.softmax(dim=-2)")

    assert python("-m", module, cwd=tmp_path).returncode == 1


@pytest.mark.parametrize(
    ("old", "new", "named"),
    [
        ("k.mT) / math.sqrt(width)", "k.mT)", "OFF scores"),
        ("return x @ weight.T", "return x @ weight", "OFF key projection, K"),
        ("scores = k @ query / len(query) ** 0.5", "scores = k @ query", "OFF weights, row 0"),
        ("torch.matmul(weights, v)", "torch.matmul(weights, v.detach())", "OFF no gradient: Wv"),
        ("torch.matmul(q, k.mT)", "torch.matmul(q, k.mT).detach()", "OFF no gradient: Wq, Wk"),
    ],
)
def test_the_worked_lesson_names_the_value_that_is_off(tmp_path, capsys, old, new, named):
    component = broken_copy(tmp_path, old, new)

    with pytest.raises(SystemExit) as ended:
        runpy.run_path(str(component), run_name="__main__")

    assert ended.value.code == 1
    assert named in capsys.readouterr().out


def test_the_exercises_can_be_called(monkeypatch):
    monkeypatch.syspath_prepend(ROOT)
    exercises = importlib.import_module("solutions.exercises")
    first, second = exercises.exercise_1(), exercises.exercise_2()

    assert first.weights_change is False
    assert first.increase == pytest.approx(2 * WEIGHTS[1][2], abs=1e-6)
    assert second.weights == pytest.approx([1 / 3, 1 / 3, 1 / 3], abs=1e-6)
    assert second.output == pytest.approx([2 / 3, 4 / 3], abs=1e-6)
    assert exercises.functions_agree()
