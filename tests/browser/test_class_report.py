"""The class report in a browser: its looks, access for everyone, its tables to sort and filter."""

import pytest

from autograder.grading.classpage import save_page
from autograder.grading.given import Hands
from autograder.grading.statistics import class_numbers
from tests.unit.simulated import right_and_wrong, simulated, ungraded

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    path = tmp_path_factory.mktemp("report") / "a.html"
    hands = [Hands(grade_id="written-answer", first=("s000", "s001"), again=("s002",))]
    reports = [*simulated(right_and_wrong(60)), ungraded("s060")]
    save_page(path, class_numbers("a", reports, hands))
    return path.as_uri()


@pytest.fixture
def show(browser, address):
    """Opens the report: `show(width=360, color_scheme="dark")`; no script may have failed."""
    contexts, problems = [], []

    def open_page(width=1400, **more):
        context = browser.new_context(viewport={"width": width, "height": 900}, **more)
        contexts.append(context)
        tab = context.new_page()
        tab.on("pageerror", lambda error: problems.append(str(error)))
        tab.goto(address)
        return tab

    yield open_page
    for context in contexts:
        context.close()
    assert problems == []


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 1400])
def test_axe_has_nothing_to_say_and_nothing_sticks_out(show, theme, width):
    from axe_playwright_python.sync_playwright import Axe

    tab = show(width, color_scheme=theme)

    assert [] == [(one["id"], one["impact"]) for one in Axe().run(tab).response["violations"]]
    assert width == tab.evaluate("document.documentElement.scrollWidth")


def test_a_click_sorts_by_numbers_with_the_ungraded_last(show):
    tab = show()
    heading = tab.locator("#students-table thead th", has_text="total")
    orders = []
    for _ in range(2):
        heading.locator("button").click()
        totals = tab.locator("#students-table tbody tr > :nth-child(2)").all_inner_texts()
        orders.append([float(text) for text in totals[:-1]])

    assert [sorted(orders[0], reverse=True), sorted(orders[0])] == orders
    assert "ungraded" == totals[-1]
    assert "ascending" == heading.get_attribute("aria-sort")


def test_a_filter_hides_lines_and_a_link_to_one_of_them_shows_it_again(show):
    tab = show()
    rows = tab.locator("#students-table tbody tr:not([hidden])")
    tab.get_by_label("filter the students").fill("empty")

    assert 1 == rows.count()
    assert "1 of 61" in tab.get_by_role("status").all_inner_texts()

    tab.locator("#mistakes-table a").first.click()
    tab.wait_for_function("!document.querySelector('#students-table tr[hidden]')")

    assert 61 == rows.count()


def test_without_scripts_everything_is_there(show):
    tab = show(java_script_enabled=False)

    assert 61 == tab.locator("#students-table tbody tr").count()
    assert 0 == tab.locator("button, input").count()


def test_what_needs_a_hand_leads_to_the_student(show):
    tab = show()
    tab.get_by_role("link", name="Still needs a hand").click()
    tab.locator("h3", has_text="written answer").locator("xpath=following::a[1]").click()

    assert tab.evaluate("location.hash") == tab.evaluate(
        "'#' + document.querySelector('#students-table tbody tr').id"
    )
