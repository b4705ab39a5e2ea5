"""The feedback page in a browser: its looks, access for everyone, and nothing that it loads."""

import pytest

from autograder.grading.feedbackpage import Returned, as_page
from autograder.grading.given import Given, NotebookMarks
from tests.unit.test_feedback_page import CELLS, REPORT, cell

pytestmark = pytest.mark.browser

EVIL = """<script>document.title = 'run'</script>
<img src="https://evil.example/a.png" onerror="document.title = 'run'">
<svg onload="document.title = 'run'"></svg><iframe src="https://evil.example"></iframe>

![a](https://evil.example/b.png) [run](javascript:document.title='run')

| a | table | that | is | wide |
|---|---|---|---|---|
| wwwwwwwwwwwwwwwwwwwwwwww | wwwwwwwwwwwwwwwwwwwwwwwwwww | wwwwwwwwwwwwwwwwwwww | w | w |

$$\\begin{aligned}
a &= \\frac{1}{\\sqrt{2}} + 11111111111111111111111111111 + 22222222222222222222222 \\\\ b &= 2
\\end{aligned}$$
"""
DRAWING = (
    "<svg xmlns='http://www.w3.org/2000/svg' onload='top.document.title=1' width='900' height='9'/>"
)
OUTPUTS = [
    {"output_type": "stream", "name": "stdout", "text": "long " * 400 + "\n" * 60},
    {"output_type": "stream", "name": "stderr", "text": "a warning"},
    {"output_type": "error", "traceback": ["\x1b[31mNameError\x1b[0m: x"]},
    {"output_type": "display_data", "data": {"text/html": EVIL}},
    {"output_type": "display_data", "data": {"image/svg+xml": DRAWING}},
]  # fmt: skip
MORE = [
    cell("markdown", EVIL),
    {**cell("code", "x = '" + "w" * 300 + "'"), "outputs": OUTPUTS},
    cell("code", "# long\n" * 60),
]
STUDENTS = {
    "right": NotebookMarks(
        tasks={"mean-test": Given(max_points=4, auto=4), "why": Given(max_points=3, manual=3)},
        comments={"why": "Well said."},
    ),
    "wrong": NotebookMarks(
        tasks={"mean-test": Given(max_points=4, auto=1), "why": Given(max_points=3)},
        penalty=0.5,
    ),
    "nothing": NotebookMarks(
        tasks={"mean-test": Given(max_points=4, auto=0), "why": Given(max_points=3, auto=0)}
    ),
    '=1+1, "أحمد" 王小明 <b>': NotebookMarks(
        tasks={"mean-test": Given(max_points=0, auto=0), "why": Given(max_points=3)},
        comments={"mean-solution": "مرحبا <b>x</b>\n" + "w" * 200},
    ),
    "empty": NotebookMarks(),
}


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    """The pages' addresses by student."""
    folder = tmp_path_factory.mktemp("feedback")
    addresses = {}
    for number, (student, marks) in enumerate(STUDENTS.items()):
        returned = Returned(
            assignment="lesson", student=student, notebook="lesson", language="python",
            cells=[*CELLS, *MORE], marks=marks, report=REPORT,
        )  # fmt: skip
        path = folder / f"{number}.html"
        path.write_text(as_page(returned, lambda _address, _cell: None, "key"), encoding="utf-8")
        addresses[student] = path.as_uri()
    return addresses


@pytest.fixture
def show(browser, pages):
    """Opens a student's page: `show("right", width=360)`; it may ask for nothing else."""
    contexts, asked = [], []

    def open_page(student, width=1400, **more):
        context = browser.new_context(viewport={"width": width, "height": 900}, **more)
        contexts.append(context)
        tab = context.new_page()
        tab.on("request", lambda request: asked.append(request.url))
        tab.goto(pages[student])
        return tab

    yield open_page
    for context in contexts:
        context.close()
    assert [] == [url for url in asked if not url.startswith(("file:", "data:"))]


@pytest.mark.parametrize("student", STUDENTS)
@pytest.mark.parametrize(("width", "theme"), [(360, "light"), (1400, "dark")])
def test_axe_has_nothing_to_say_and_nothing_sticks_out(show, student, width, theme):
    from axe_playwright_python.sync_playwright import Axe

    tab = show(student, width, color_scheme=theme)

    assert width == tab.evaluate("document.documentElement.scrollWidth")
    # axe is a script, which the page's own policy would not let in
    open_to_axe = show(student, width, color_scheme=theme, bypass_csp=True)
    found = Axe().run(open_to_axe).response["violations"]
    assert [] == [(one["id"], one["impact"], one["nodes"][0]["html"]) for one in found]


def test_nothing_that_a_student_wrote_runs(show):
    for bypass in (False, True):
        tab = show("right", bypass_csp=bypass)
        tab.get_by_text("run", exact=True).first.click()

        assert "lesson: feedback for right" == tab.title()


def test_a_link_leads_from_the_summary_to_the_task_and_back(show):
    tab = show("wrong")
    tab.get_by_role("link", name="mean").click()
    panel = tab.get_by_role("region", name="mean")

    assert panel.evaluate("e => Math.abs(e.getBoundingClientRect().top) < 100")
    panel.get_by_role("link", name="all tasks").click()
    assert 0 == tab.evaluate("window.scrollY") or tab.evaluate("window.scrollY < 60")


def test_formulas_are_drawn(show):
    tab = show("right")

    assert tab.locator("math mfrac").first.bounding_box()["height"] > 20


def test_what_is_printed_does_not_scroll(show):
    tab = show("right")
    tab.emulate_media(media="print")

    assert tab.locator(".printed").first.evaluate("e => e.scrollHeight <= e.clientHeight + 2")
