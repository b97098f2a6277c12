"""An event is known again after small edits, and two alike stay two."""

from datetime import UTC, datetime

from storage.schemas.events import Event
from tasks.events.identity import match_events, new_id
from tasks.events.wikitext.reading import read_page

NOW = datetime(2026, 11, 30, tzinfo=UTC)


def read(*lines: str):
    return read_page("== Events ==\n" + "\n".join(f"* {line}" for line in lines), 2021).events


def stored(*lines: str) -> list[Event]:
    rows: list[Event] = []
    for item in read(*lines):
        event_id = new_id("x", 2021, item, {row.event_id for row in rows})
        rows.append(
            Event(
                event_id=event_id, region="x", year=2021, language="en", start_date=item.date.start, end_date=item.date.end,
                date_precision=item.date.precision, date_text=item.date.text, text=item.text, section="", position=item.position, links=(),
                page_title="", page_url="", revision_id=1, notes=(), status="current", first_run="r", changed_run="r", run_id="r", noted=NOW,
            )
        )
    return rows


def found(now: tuple[str, ...], before: tuple[str, ...], sources=None):
    known = stored(*before)
    matches = match_events(read(*now), known, sources=sources or {}, same_words=0.5)
    return [known.index(match) if match else None for match in matches]


def test_order_and_case_do_not_matter_and_a_new_event_is_new():
    before = ("1 May – A bridge opens.", "2 May – A mine floods.")
    assert found(("2 May – a mine floods", "9 May – A cup is won.", "1 May – A bridge opens."), before) == [1, None, 0]


def test_an_edit_of_text_or_day_keeps_the_id_and_another_event_of_the_day_does_not_take_it():
    before = ("1 May – A bridge of seven arches opens in Kvalby.",)
    assert found(("1 May – A new bridge of seven arches opens in Kvalby after years.",), before) == [0]
    assert found(("3 May – A bridge of seven arches opens in Kvalby.",), before) == [0]
    assert found(("1 May – Fishermen strike over quotas.",), before) == [None]


def test_a_rewritten_text_of_the_same_day_and_source_is_the_same_event():
    before = ("1 May – A bridge opens in Kvalby.",)
    known = stored(*before)[0]
    now = ("1 May – Kvalby gets its bridge after nine long years of delay.<ref>[https://a.example/1 x]</ref>",)
    assert found(now, before) == [None]
    assert found(now, before, {known.event_id: {"https://a.example/1"}}) == [0]


def test_two_events_of_the_same_text_and_day_have_two_ids_which_a_rerun_gives_again():
    lines = ("1 May – A ship sinks.", "1 May – A ship sinks.")
    first, second = stored(*lines)
    assert first.event_id != second.event_id
    assert [row.event_id for row in stored(*lines)] == [first.event_id, second.event_id]
    assert sorted(found(lines, lines)) == [0, 1]
