"""Lines that an outlet prints under every story."""

from made_pages import article, prose

from tasks.ingest.page_options import PageOptions
from tasks.ingest.repeated_lines import RepeatedLines

LINE = "The Lantern belongs to its readers and takes no money from the harbour."
OPTIONS = PageOptions()


def seen(lines: RepeatedLines, count: int, outlet: str = "The Lantern", line: str = LINE) -> None:
    for number in range(count):
        lines.observe(outlet, f"/{number}", f"{prose(number)}\n\n{line}")


def test_a_line_under_three_stories_of_an_outlet_goes_and_is_noted() -> None:
    lines = RepeatedLines(OPTIONS)
    seen(lines, 3)
    body, notes = lines.strip("The Lantern", f"{prose(9)}\n\n{LINE}")
    assert body == prose(9)
    assert len(notes) == 1


def test_under_two_stories_or_of_another_outlet_it_stays() -> None:
    lines = RepeatedLines(OPTIONS)
    seen(lines, 2)
    seen(lines, 5, outlet="The Beacon")
    assert lines.strip("The Lantern", f"{prose(9)}\n\n{LINE}") == (f"{prose(9)}\n\n{LINE}", ())


def test_the_same_story_read_three_times_proves_nothing() -> None:
    lines = RepeatedLines(OPTIONS)
    for _ in range(3):
        lines.observe("The Lantern", "/one", f"{prose(1)}\n\n{LINE}")
    assert lines.strip("The Lantern", f"{prose(1)}\n\n{LINE}")[1] == ()


def test_background_that_a_few_of_many_stories_share_stays() -> None:
    lines = RepeatedLines(OPTIONS)
    seen(lines, 3)
    for number in range(20, 40):
        lines.observe("The Lantern", f"/{number}", prose(number))
    assert lines.strip("The Lantern", f"{prose(9)}\n\n{LINE}")[1] == ()


def test_what_was_found_is_known_on_the_next_day_from_the_first_story_on() -> None:
    lines = RepeatedLines(OPTIONS)
    seen(lines, 3)
    _, notes = lines.strip("The Lantern", f"{prose(9)}\n\n{LINE}")
    tomorrow = RepeatedLines(OPTIONS, [article(notes=notes)])
    assert tomorrow.strip("The Lantern", f"{prose(5)}\n\n{LINE}")[0] == prose(5)


def test_long_paragraphs_and_a_body_of_nothing_else_stay() -> None:
    lines = RepeatedLines(OPTIONS)
    long = " ".join([LINE] * 6)
    seen(lines, 4, line=long)
    seen(lines, 4)
    assert lines.strip("The Lantern", f"{prose(9)}\n\n{long}")[1] == ()
    assert lines.strip("The Lantern", LINE) == (LINE, ())
