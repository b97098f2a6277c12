"""What a reference cites."""

from tasks.events.wikitext.citations import cited_in, linked


def test_a_template_in_the_words_of_another_wikipedia():
    rows, bad = cited_in("{{citar web |url=https://a.example/1 |título=Ponte |obra=Diário |língua=pt |data=3 de maio de 2020 |arquivourl=https://web.archive.org/web/2020/https://a.example/1}}")
    assert bad == 0
    assert [(row.url, row.title, row.publisher, row.language, row.kind) for row in rows] == [("https://a.example/1", "Ponte", "Diário", "pt", "citar web")]
    assert rows[0].archive_url.startswith("https://web.archive.org/web/2020/")


def test_a_copy_alone_is_taken_back_to_the_page_it_is_of():
    rows, _ = cited_in("[https://web.archive.org/web/20200102030405/https://a.example/x Bridge opens]")
    assert (rows[0].url, rows[0].title) == ("https://a.example/x", "Bridge opens")
    assert rows[0].archive_url == "https://web.archive.org/web/20200102030405/https://a.example/x"


def test_a_template_for_the_copy_belongs_to_the_source_before_it():
    rows, _ = cited_in("{{cite web|url=https://a.example/x|title=T}} {{webarchive|url=https://web.archive.org/web/2020/https://a.example/x}}")
    assert [(row.url, row.archive_url) for row in rows] == [("https://a.example/x", "https://web.archive.org/web/2020/https://a.example/x")]


def test_several_sources_and_a_bare_address_in_one_reference():
    rows, _ = cited_in("{{cite news|url=https://a.example/1|title=A}}; {{cite news|url=https://b.example/2|title=B}}, and https://c.example/3")
    assert [row.url for row in rows] == ["https://a.example/1", "https://b.example/2", "https://c.example/3"]


def test_the_same_address_twice_is_one_source_and_the_title_holds_no_markup():
    rows, _ = cited_in("{{cite news|url=https://a.example/1|title=''A'' [[bridge|old bridge]]}} [https://a.example/1 again]")
    assert [(row.url, row.title) for row in rows] == [("https://a.example/1", "A old bridge")]


def test_links_that_nobody_can_fetch_are_counted():
    assert cited_in("{{cite web|url=ftp://a.example/1|title=A}}") == ([], 1)
    assert linked([("mailto:a@b.example", "write")])[1] == 1


def test_a_book_without_a_link_is_no_source_to_fetch_and_no_fault():
    assert cited_in("{{cite book|title=Harbours|page=3}}") == ([], 0)


def test_tracking_marks_are_taken_off_so_that_one_page_is_fetched_once():
    rows, _ = cited_in("[https://a.example/1?utm_source=x#top A]")
    assert rows[0].url == "https://a.example/1"
