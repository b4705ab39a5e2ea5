"""Strangers' markdown, HTML, formulas and outputs, as a page may show them."""

import base64
import re

import pytest

from autograder.pages import code, formulas, markdown, shown
from autograder.pages.safe import data_address, embedded, sanitised

EVIL = [
    "<script>alert(1)</script>",
    "<scr<script></script>ipt>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "<svg onload=alert(1)><animate onbegin=alert(1)></svg>",
    "<math><mtext><style><!--</style><img title='--&gt;&lt;img src=1 onerror=alert(1)&gt;'>",
    "<iframe srcdoc='<script>alert(1)</script>'></iframe>",
    "<a href='javascript:alert(1)'>x</a>",
    "<a href=' jav&#x09;ascript:alert(1)'>x</a>",
    "<a href='data:text/html;base64,PHNjcmlwdD4='>x</a>",
    "<form action=//evil><input autofocus onfocus=alert(1)><button>",
    "<link rel=stylesheet href=//evil/a.css><style>*{display:none}</style>",
    "<p style='position:fixed;inset:0' class='panel good' id='top'>20 of 20</p>",
    "<meta http-equiv=refresh content='0;url=//evil'><base href=//evil>",
    "<object data=//evil></object><embed src=//evil><video src=//evil></video>",
    "<noscript><p title='</noscript><img src=x onerror=alert(1)>'>",
]
FORBIDDEN = re.compile(
    r"<(script|iframe|style|link|meta|base|form|input|button|object|embed|video|svg|noscript)\b"
    r"|\son\w+=|\sstyle=|\sid=|javascript:|data:text|class=\"panel|//evil(?!.*&quot;)",
    re.IGNORECASE,
)


def nothing(_address: str) -> None:
    """Finds no image."""


@pytest.mark.parametrize("evil", EVIL)
def test_what_runs_loads_or_restyles_is_gone_from_html_and_from_markdown(evil: str) -> None:
    for page in (sanitised(evil), markdown.as_html(f"Before.\n\n{evil}\n\nText {evil} after.")):
        tags = "".join(re.findall(r"<[^>]*>", str(embedded(page, nothing))))

        assert not FORBIDDEN.search(tags), tags


@pytest.mark.parametrize("evil", EVIL)
def test_no_tag_of_an_output_s_text_is_a_tag_of_the_page(evil: str) -> None:
    said = shown.as_html({"output_type": "stream", "name": "stdout", "text": [evil]}, nothing)

    assert ["<pre ", "</pre>"] == re.findall(r"<pre |</pre>|<[a-z]+\b", str(said))


def test_what_is_harmless_stays() -> None:
    page = sanitised(
        "<table><tr><td colspan='2'><b>a</b></td></tr></table><a href='https://a.b'>c</a>"
    )

    assert '<td colspan="2"><b>a</b></td>' in page
    assert '<a href="https://a.b">c</a>' in page


def test_a_picture_from_elsewhere_is_its_text_and_one_of_its_own_is_shown() -> None:
    pixel = f"data:image/png;base64,{base64.b64encode(b'PNG').decode()}"
    page = sanitised(f"<img src='https://evil/a.png' alt='a chart'><img src='{pixel}' alt='mine'>")

    assert (
        '<span class="absent">[image: a chart]</span>'
        f'<img src="{pixel}" alt="mine">' == embedded(page, data_address)
    )


@pytest.mark.parametrize(
    "address", ["data:text/html;base64,QUJD", "data:image/png;base64,%%%", "data:image/png,ABC", ""]
)
def test_what_is_no_picture_s_data_is_none(address: str) -> None:
    assert data_address(address) is None


def test_formulas_are_drawn_without_scripts() -> None:
    page = markdown.as_html(
        r"With $\sqrt d$ and" + "\n\n" + r"$$\begin{aligned}a &= 1\end{aligned}$$"
    )

    assert "<msqrt><mi>d</mi></msqrt>" in page
    assert '<math display="block"><mrow><mtable' in page
    assert "$" not in page


@pytest.mark.parametrize(
    "tex",
    [
        r"\href{javascript:alert(1)}{x}", r"\text{<img src=x onerror=alert(1)>}",
        r"\style{color:red}{x}",
        r"\class{panel}{x}", "{" * 2000, r"\frac" * 500, "x" * 5000, r"\begin{matrix}" * 50,
        "</math><script>alert(1)</script>",
    ],
)  # fmt: skip
def test_tex_that_does_more_than_draw_is_shown_as_it_was_typed(tex: str) -> None:
    page = str(formulas.as_mathml(tex))
    tags = "".join(re.findall(r"<[^>]*>", page))

    assert not re.search(r"script>|href|style|onerror|class=\"panel", tags)


def test_no_output_of_a_program_drives_the_terminal_or_the_page() -> None:
    said = "\x1b[31mred\x1b[0m \x1b]8;;http://evil\x07link\x1b]8;;\x07 <b>"

    assert "red link <b>" == code.without_colours(said)


def test_code_is_coloured_and_escaped() -> None:
    page = code.coloured("def f(x):\n    return '<b>'  # why\n")

    assert '<span class="kw">def</span> <span class="nm">f</span>(x):' in page
    assert "&lt;b&gt;" in page
    assert "a < b" not in code.coloured("a < b", "no such language")


def test_the_richest_safe_form_is_shown() -> None:
    output = {
        "output_type": "display_data",
        "data": {
            "application/javascript": "alert(1)",
            "text/html": ["<b>", "7</b>"],
            "text/plain": "7",
        },
    }

    assert '<div class="rich" tabindex="0"><b>7</b></div>' == shown.as_html(output, nothing)
    output["data"]["text/html"] = "<IFRAME src=x></iframe>"
    assert "(a page in a frame; the notebook shows it)" in shown.as_html(output, nothing)


def test_a_drawing_is_an_image_where_its_scripts_do_not_run() -> None:
    drawing = "<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>"
    page = shown.as_html(
        {"output_type": "display_data", "data": {"image/svg+xml": drawing}}, nothing
    )

    assert page.startswith('<img src="data:image/svg+xml;base64,')
    assert "<script" not in page


@pytest.mark.parametrize(
    "odd",
    [
        {},
        {"output_type": "stream"},
        {"output_type": "stream", "text": 7},
        {"output_type": "error"},
        {"output_type": "error", "traceback": [None, 3]},
        {"output_type": "display_data", "data": 3},
        {"output_type": "display_data", "data": {"image/png": {"a": 1}, "text/html": 4}},
        {"output_type": "display_data", "data": {"image/png": "not base64 !"}},
    ],
)
def test_an_output_that_is_none_is_no_error(odd: dict) -> None:
    shown.as_html(odd, nothing)


@pytest.mark.parametrize(
    "text",
    [
        "[" * 30_000, "![" * 15_000, "*_" * 15_000, "> " * 15_000, "`" * 29_999 + "a",
        "<a " * 9_000, "$" * 29_999, "|a" * 9_000 + "\n" + "|-" * 5_000, "- " * 14_000,
        "&" * 30_000, "(" * 30_000,
    ],
)  # fmt: skip
def test_a_text_made_to_take_long_does_not(text: str) -> None:
    assert markdown.as_html(text)  # a quadratic parser takes minutes for some of them


@pytest.mark.parametrize("html", ["<div>" * 19_000, "<b><i>" * 16_000, "<table>" * 14_000])
def test_html_that_is_too_deep_is_refused(html: str) -> None:
    with pytest.raises(ValueError, match="too deep"):
        sanitised(html)


def test_a_long_table_is_not_too_deep() -> None:
    rows = "<tr><td>a</td><td><b>b</b></td></tr>" * 2000

    assert rows in sanitised(f"<table><tbody>{rows}</tbody></table>")


def test_html_that_is_too_long_is_refused_and_its_plain_text_shown() -> None:
    output = {
        "output_type": "display_data",
        "data": {"text/html": "<b>b</b>" * 20_000, "text/plain": "a long table"},
    }

    assert "a long table</pre>" in shown.as_html(output, nothing)
