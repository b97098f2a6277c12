"""The report as Markdown."""

import dataclasses

from tasks.report.markdown import escaped, render_markdown
from tasks.report.notes import Note


def test_it_holds_what_the_page_holds(report):
    text = render_markdown(report)
    assert text.startswith("# okbench: news of 30 November 2026\n")
    for part in ("## Signature", "## Notes", "## Scores", "## From feed to score", "## Costs", "## Positions", "## Feeds", "## Sources"):
        assert part in text
    assert f"    {report.manifest.signature.short()}\n" in text and f"    {report.manifest.signature.full()}\n" in text
    assert "| cirrus-70b | no | oracle |" in text and "Blind guessing would score 25.0 %" in text


def test_every_line_of_a_table_has_as_many_cells_as_its_head(report):
    tables = [part.splitlines() for part in render_markdown(report).split("\n\n") if part.startswith("| ")]
    assert len(tables) == 7
    for lines in tables:
        assert {line.count("|") for line in lines} == {lines[0].count("|")}


def test_texts_from_outside_have_no_power_over_it(report):
    assert escaped("a | <b>*c*</b> [d](javascript:e)\n# f `g`") == (
        "a &#124; &lt;b&gt;&#42;c&#42;&lt;/b&gt; &#91;d&#93;(javascript:e) # f &#96;g&#96;"
    )
    evil = dataclasses.replace(report, notes=(Note("<script>x</script>\n\n# Head", warning=True),))
    assert "- **Mind:** &lt;script&gt;x&lt;/script&gt; # Head\n" in render_markdown(evil)


def test_tables_without_rows_say_none(report):
    assert "## Costs\n\nNone." in render_markdown(dataclasses.replace(report, costs=()))
