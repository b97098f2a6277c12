"""One table in every form: the same figures, and nothing from outside has power over the form."""

import csv
import io
import re

import pytest

from tasks.report.forms.csv_table import csv_table
from tasks.report.forms.latex_table import latex, latex_table
from tasks.report.forms.markdown_table import markdown_table
from tasks.report.results.table import Column, Table, order_of, text_of

EVIL = r'=HYPERLINK("x")|\input{/etc/passwd}$x_1^2$ & 50 % #1 ~ <b>*bold*</b> [a](b) {curly}'
TABLE = Table(
    key="T8", title="Models & more", about="Over all.", warnings=("Mind the judge.",), notes=("A note.",),
    columns=(
        Column(name="model"), Column(name="size (B)", kind="number"), Column(name="accuracy %", kind="percent", group="oracle"),
        Column(name="95 %", kind="interval", group="oracle"), Column(name="gap", kind="points"), Column(name="p", kind="p"), Column(name="n", kind="count"),
    ),
    rows=(("tern-1b", 0.5, 0.53333333, (0.481, 0.5849), -0.0321, 0.00001, 2350), (EVIL, None, None, None, None, None, None)),
)  # fmt: skip


def test_markdown_says_what_people_read():
    text = markdown_table(TABLE)
    assert "## T8: Models &amp; more" in text
    assert "| tern-1b | 0.5 | 53.3 | 48.1–58.5 | −3.2 | &lt; 0.0001 | 2,350 |" in text
    assert "oracle: accuracy %" in text
    assert "**Mind:** Mind the judge." in text and "- A note." in text


def test_csv_keeps_what_computes():
    rows = list(csv.DictReader(io.StringIO(csv_table(TABLE))))
    assert rows[0]["oracle: accuracy %"] == "53.333333"
    assert (rows[0]["oracle: 95 % low"], rows[0]["oracle: 95 % high"]) == ("48.1", "58.49")
    assert rows[0]["n"] == "2350"
    assert rows[1]["model"] == "'" + EVIL, "a spreadsheet must not run it"
    assert rows[1]["oracle: accuracy %"] == ""


def test_csv_of_an_empty_table_has_its_names():
    empty = Table(key="x", title="x", columns=TABLE.columns[:2], rows=())
    assert next(csv.reader(io.StringIO(csv_table(empty)))) == ["model", "size (B)"]


def test_latex_is_a_whole_table_with_groups_and_source():
    text = latex_table(TABLE, cite="Signature: okbench|news:x_1")
    parts = (r"\begin{table}", r"\toprule", r"\midrule", r"\bottomrule", r"\end{table}", r"\cmidrule(lr){3-4}", r"\multicolumn{2}{c}{oracle}")
    for part in (*parts, r"\label{tab:okbench-t8}"):
        assert part in text
    assert r"tern-1b & 0.5 & 53.3 & 48.1--58.5 & $-$3.2 & \textless{} 0.0001 & 2,350 \\" in text
    assert r"okbench\textbar{}news:x\_1" in text
    body = text.split(r"\midrule")[1].split(r"\bottomrule")[0].strip().splitlines()
    assert all(len(re.findall(r"(?<!\\)&", line)) == len(TABLE.columns) - 1 for line in body)


def test_no_text_runs_as_latex():
    text = latex(EVIL)
    bare = re.sub(r"\\(?:textbackslash|textasciitilde|textasciicircum|textless|textgreater|textbar|textquotedbl)\{\}|\\[{}&%$#_]", "", text)
    assert not re.search(r"[\\{}&%$#_~^]", bare)


def test_latex_braces_are_balanced():
    text = re.sub(r"\\[{}]", "", latex_table(TABLE, cite=EVIL))
    depth = 0
    for sign in text:
        depth += (sign == "{") - (sign == "}")
        assert depth >= 0
    assert depth == 0


def test_no_text_runs_as_markdown_or_html():
    row = markdown_table(TABLE).splitlines()[9]
    assert row.count("|") == len(TABLE.columns) + 1
    assert "<b>" not in row and "*bold*" not in row and "[a](b)" not in row


@pytest.mark.parametrize(
    ("kind", "value", "text", "order"),
    [
        ("percent", 0.5, "50.0", "0.5"), ("points", 0.05, "+5.0", "0.05"), ("points", -0.05, "−5.0", "-0.05"),
        ("interval", (-0.1, 0.02), "−10.0 to 2.0", "-0.1"),
        ("count", 1234, "1,234", "1234.0"), ("text", None, "–", ""), ("text", "Tern", "Tern", "tern"),
        ("usd", None, "unknown", ""), ("usd", 2.5, "2.50", "2.5"), ("text", True, "yes", "1.0"),
    ],
)  # fmt: skip
def test_values_are_shown_and_sorted_by_their_kind(kind, value, text, order):
    column = Column(name="x", kind=kind)
    assert (text_of(column, value), order_of(column, value)) == (text, order)
