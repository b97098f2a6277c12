"""Year pages to events: dates, texts without markup, references; what a page holds otherwise is counted."""

import pytest

from tasks.events.wikitext.reading import read_page

PAGE = """{{Year nav|2024}}
Events of '''2024 in [[Freedonia]]'''.
== Incumbents ==
* President – [[Rufus T. Firefly]]
== Events ==
=== January ===
* 1 January
** Alpha bank opens in [[Port Vell|the port]].<ref name="gaz">{{cite news |url=https://g.example/1 |title=Bank opens |newspaper=The Gazette |language=fr
 |archive-url=https://web.archive.org/web/20240102000000/https://g.example/1 |date=2 January 2024}}</ref>
** Beta bridge closes.<ref name=gaz />
* January 3–5 – Floods displace 1,000 people in [[Region A|the north]].<ref>[https://b.example/f Floods], ''B Post'', 6 January 2024</ref>
* {{date|2024-01-09}}: Elections.<ref name="late" />
* 14 - 16 February – A [[strike]] of {{convert|300|km}} of rail workers{{citation needed|date=May 2024}}.
=== March ===
* March – Epsilon is founded.
* TBA – Zeta may open.
* 30 December – 2 January 2025 – Eta crosses the year.
* 7 - Theta under its month.
==== Politics ====
* '''Parliament'''
** 8 March – The house votes [https://v.example/vote on a bill].
== Sport ==
* 5 May – The cup is won by Port Vell.
* Freedonian league season
== Deaths ==
* 9 May – [[Chicolini]], spy (b. 1900)
== References ==
{{reflist|refs=<ref name="late">{{cite news|url=https://l.example/3|title=Late one}}</ref>}}
"""


@pytest.fixture(scope="module")
def page():
    return read_page(PAGE, 2024)


def by_text(page, start: str):
    return next(event for event in page.events if event.text.startswith(start))


def test_events_stand_in_the_order_of_the_page_and_nothing_else_does(page):
    texts = [event.text.split()[0] for event in page.events]
    assert texts == ["Alpha", "Beta", "Floods", "Elections.", "A", "Epsilon", "Zeta", "Eta", "Theta", "The", "The"]


@pytest.mark.parametrize(
    ("start", "dates", "precision"),
    [
        ("Alpha", ("2024-01-01", "2024-01-01"), "day"),
        ("Beta", ("2024-01-01", "2024-01-01"), "day"),
        ("Floods", ("2024-01-03", "2024-01-05"), "day"),
        ("Elections", ("2024-01-09", "2024-01-09"), "day"),
        ("A strike", ("2024-02-14", "2024-02-16"), "day"),
        ("Epsilon", ("2024-03-01", "2024-03-31"), "month"),
        ("Eta", ("2024-12-30", "2025-01-02"), "day"),
        ("Theta", ("2024-03-07", "2024-03-07"), "day"),
    ],
)
def test_each_form_of_a_date(page, start, dates, precision):
    found = by_text(page, start).date
    assert ((found.start, found.end), found.precision) == (dates, precision)


def test_a_date_to_be_announced_under_a_month_is_no_more_than_the_month(page):
    assert (by_text(page, "Zeta").date.start, by_text(page, "Zeta").date.precision) == ("2024-03-01", "month")


def test_the_text_holds_names_and_numbers_but_no_markup_and_nothing_of_a_reference(page):
    assert by_text(page, "Alpha").text == "Alpha bank opens in the port."
    assert by_text(page, "Floods").text == "Floods displace 1,000 people in the north."
    assert by_text(page, "A strike").text == "A strike of 300 km of rail workers."
    assert by_text(page, "Alpha").links == ("Port Vell",)


def test_a_named_reference_serves_each_event_that_names_it_wherever_it_is_defined(page):
    urls = {event.text.split()[0]: [cited.url for cited in event.cited] for event in page.events}
    assert urls["Alpha"] == urls["Beta"] == ["https://g.example/1"]
    assert urls["Elections."] == ["https://l.example/3"]


def test_a_reference_tells_title_publisher_language_archive_and_date(page):
    cited = by_text(page, "Alpha").cited[0]
    assert (cited.title, cited.publisher, cited.language, cited.published, cited.kind) == ("Bank opens", "The Gazette", "fr", "2 January 2024", "cite news")
    assert cited.archive_url == "https://web.archive.org/web/20240102000000/https://g.example/1"
    assert by_text(page, "Floods").cited[0].title == "Floods"


def test_a_plain_link_in_the_sentence_is_a_citation_and_its_label_is_text(page):
    votes = next(event for event in page.events if event.text.startswith("The house"))
    assert votes.text == "The house votes on a bill."
    assert [(cited.url, cited.kind) for cited in votes.cited] == [("https://v.example/vote", "link")]
    assert votes.section == "Events / March / Politics / Parliament"


def test_other_sections_give_what_bears_a_date_and_count_the_rest(page):
    assert by_text(page, "The cup").section == "Sport"
    assert page.skipped == {"left_out_section": 3, "undated_elsewhere": 1, "paragraph_elsewhere": 1}
    assert not page.not_understood


def test_italics_that_never_close_swallow_nothing():
    source = "== January ==\n* 1 January - a ferry sinks off ''Port Vell, killing 12.\n== February ==\n* 2 February – Calm.\n== March ==\n* 3 March – Storm."
    page = read_page(source, 2024)
    assert [event.date.start for event in page.events] == ["2024-01-01", "2024-02-02", "2024-03-03"]
    assert page.headings == 3
    assert page.events[0].text == "a ferry sinks off Port Vell, killing 12."


def test_a_template_or_reference_that_never_closes_costs_its_line_only():
    january = "== January ==\n* 1 January – One {{lang|fr|deux\n* 2 January – Two.<ref>{{cite web|url=https://a.example/1}}\n"
    source = january + "== March ==\n* 3 March – Three.<ref>[https://b.example b]</ref>"
    page = read_page(source, 2024)
    assert [event.date.start for event in page.events] == ["2024-01-01", "2024-01-02", "2024-03-03"]
    assert page.not_understood["reference_unclosed"] == 1


def test_table_rows_and_sentences_with_a_date_are_events_and_others_are_counted():
    source = (
        '== Events ==\n{| class="wikitable"\n! Date !! What\n'
        '|-\n| style="x" | 4 June || A dam bursts in [[Sylvania]].<ref>[https://d.example/dam Dam]</ref>\n|-\n'
        "| no date || nothing\n|}\nOn 6 June, a second dam bursts.\n\nIt rained all year.\n; 8 June\n: The rain ends.\n"
    )
    page = read_page(source, 2024)
    assert [(event.date.start, event.text) for event in page.events] == [
        ("2024-06-04", "A dam bursts in Sylvania."), ("2024-06-06", "a second dam bursts."), ("2024-06-08", "The rain ends."),
    ]  # fmt: skip
    assert page.events[0].cited[0].url == "https://d.example/dam"
    assert page.not_understood == {"table_row": 1, "paragraph": 1}
    assert "paragraph=1" in page.notes()


def test_a_range_that_runs_backwards_keeps_its_start_and_says_so():
    event = read_page("== March ==\n* 23 March – 18 March – Two dates.", 2021).events[0]
    assert (event.date.start, event.date.end, event.notes) == ("2021-03-23", "2021-03-23", ("end_before_start",))


@pytest.mark.parametrize(
    ("line", "start"),
    [
        ("* 25 de Abril – Festa.", "2020-04-25"),
        ("* 1er mai – Fête.", "2020-05-01"),
        ("* 3. Oktober – Feier.", "2020-10-03"), ("* 10月1日 – 国庆节活动。", "2020-10-01")],
)
def test_dates_of_other_languages(line, start):
    assert [event.date.start for event in read_page(f"== Eventos ==\n{line}", 2020).events] == [start]


def test_a_word_that_is_also_a_month_is_no_date():
    page = read_page("== Events ==\n* May announces her plan.\n* March of the miners.\n* 2020 was dry.", 2020)
    assert [(event.date.precision, event.text.split()[0]) for event in page.events] == [("none", "May"), ("none", "March"), ("none", "2020")]
