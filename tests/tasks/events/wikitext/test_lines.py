"""A page as the lines that MediaWiki sees."""

from tasks.events.wikitext.lines import lines_of
from tasks.events.wikitext.sections import is_events, is_left_out


def seen(source: str) -> list[tuple[str, int, str]]:
    return [(line.kind, line.level, line.text) for line in lines_of(source)]


def test_headings_items_and_paragraphs():
    assert seen("== A ==\n* b\n** c\n#: d\n\ntext\n=notaheading") == [
        ("heading", 2, "A"), ("item", 1, "b"), ("item", 2, "c"), ("item", 2, "d"), ("paragraph", 0, "text"), ("paragraph", 0, "=notaheading"),
    ]  # fmt: skip


def test_a_template_over_several_lines_is_one_line_and_an_open_one_costs_its_own():
    assert seen("* a {{cite\n|x=1\n}} b\n* c")[0] == ("item", 1, "a {{cite\n|x=1\n}} b")
    assert seen("* a {{open\n* b\n== C ==") == [("item", 1, "a {{open"), ("item", 1, "b"), ("heading", 2, "C")]


def test_table_rows_come_as_cells_without_attributes_and_head():
    table = '{| class="x"\n|+ caption\n! Date !! What\n|-\n| style="a" | 1 May || two\n|-\n! scope="row" | 2 May\n| more\nand more\n|}\n* after'
    assert seen(table) == [("row", 0, "1 May\ttwo"), ("row", 0, "2 May\tmore and more"), ("item", 1, "after")]


def test_a_table_that_never_closes_ends_at_the_next_heading():
    assert ("heading", 2, "B") in seen("{|\n| a\n== B ==\n* c")


def test_sections_of_people_and_links_are_left_out_and_events_known():
    assert all(map(is_left_out, ("Deaths", "Births", "Incumbents", "References", "See also", "Mortes", "Public holidays", "Federal government")))
    assert all(map(is_events, ("Events", "Major events", "Events by month", "Acontecimentos", "Timeline")))
    assert not any(map(is_left_out, ("January", "Sport", "Politics", "Events")))
