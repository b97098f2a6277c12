"""References leave marks, and names lead to their one definition."""

from tasks.events.wikitext.references import MARK, take_out


def test_marks_stand_where_references_stood_and_comments_are_gone():
    text, found = take_out('A.<ref name="x">one</ref><!-- <ref>no</ref> --> B.<ref name=x /> C.<ref>two</ref>')
    assert MARK.sub("#", text) == "A.# B.# C.#"
    assert [found.content(number) for number in range(3)] == [("x", "one"), ("x", "one"), ("", "two")]


def test_a_name_may_hold_a_slash_and_a_definition_may_follow_later():
    _, found = take_out('A.<ref name="a/b" /> {{reflist|refs=<ref name="a/b">{{cite web|url=https://a.example}}</ref>}}')
    assert found.content(0) == ("a/b", "{{cite web|url=https://a.example}}")


def test_the_short_template_names_references_too():
    text, found = take_out('A.{{r|x|y}} <ref name="x">1</ref><ref name="y">2</ref>')
    assert sorted(found.content(number) for number in range(len(found.used))) == [("x", "1"), ("x", "1"), ("y", "2"), ("y", "2")]
    assert "{{" not in text


def test_one_that_never_closes_ends_with_its_line():
    text, found = take_out("A.<ref>one\n* B.<ref>two</ref>")
    assert MARK.sub("#", text) == "A.#\n* B.#"
    assert (found.unclosed, found.content(0)[1], found.content(1)[1]) == (1, "one", "two")
    assert take_out("A.<ref name='z' />")[1].content(0) == ("z", "")
