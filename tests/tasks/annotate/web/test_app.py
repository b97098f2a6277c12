"""The application over loopback: who is let in, what pages hold, what becomes of bad input, and that nothing is lost."""

import json
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from html import unescape

import httpx
import pytest

from storage.journal import Journal
from storage.journaled import read_journaled
from storage.lake import Lake
from storage.releases import ReleaseStore
from storage.schemas.annotations import Annotation, Link
from storage.schemas.errors import NotFound, StoreBusy, StoreUnusable
from tasks.annotate.judged import judged_answers
from tasks.annotate.links import make_links, spend_links, token_hash
from tasks.annotate.options import AuditDesign, QualityDesign
from tasks.annotate.studies import assignments_of, draw_audit, draw_quality, store_study
from tasks.annotate.web.app import annotation_site
from tasks.annotate.web.limits import RateLimit
from tasks.release.withdraw import withdraw_questions
from tests.tasks.annotate.made_decisions import judge_all
from tests.tasks.annotate.site import Visitor, choice_fields, hidden, serving, words

NOW = datetime(2026, 11, 30, 10, tzinfo=UTC)


@pytest.fixture
def visitor(lake, quality):
    with serving(lake, [quality.study]) as address:
        yield Visitor(address, quality.tokens["A1"])


@pytest.fixture
def reader(lake, correctness):
    with serving(lake, [correctness.study]) as address:
        yield Visitor(address, correctness.tokens["A1"])


def stored(lake, made):
    return read_journaled(lake, Annotation, made.study.study_id)


def test_a_link_leads_to_the_instructions_and_on_to_the_first_question(visitor):
    start = visitor.get()
    assert "You see 5 of them" in words(start) and "30 November 2026" in words(start)
    assert "Question 1 of 5" in words(visitor.get("/work"))


def test_a_decision_is_in_the_lake_when_the_answer_comes_and_the_next_question_follows(lake, quality, visitor):
    sent = visitor.send(visitor.get("/work"), decision="ambiguous", comment="  which\r\nferry? ")
    assert (sent.status_code, sent.headers["location"].endswith("/item/2")) == (303, True)
    [row] = stored(lake, quality)
    assert (row.annotator, row.decision, row.comment, row.revision) == ("A1", "ambiguous", "which\nferry?", 1)


def test_only_a_hash_of_a_link_is_stored(lake, quality):
    held = json.dumps([row.token_hash for row in lake.read(Link, quality.study.study_id)])
    files = b"".join(path.read_bytes() for path in lake.root.rglob("*") if path.is_file())
    for token in quality.tokens.values():
        assert len(token) >= 43
        assert token_hash(token) in held
        assert token.encode() not in files


def test_an_unknown_link_is_a_plain_page_that_says_what_to_do(visitor):
    page = httpx.get(f"{visitor.address}/a/nobody")
    assert page.status_code == 404
    assert "This link is not known here" in words(page) and "ask whoever gave it to you" in words(page)
    assert httpx.get(f"{visitor.address}/a/{'x' * 5000}").status_code == 404
    assert "private link" in words(httpx.get(f"{visitor.address}/somewhere")) and "private link" in words(httpx.get(visitor.address))


def test_a_renewed_link_takes_the_place_of_the_old_one_while_the_server_runs(lake, quality, visitor):
    visitor.send(visitor.get("/work"), decision="passes")
    fresh = make_links(lake, quality.study, ["A1"], now=NOW)["A1"]
    old = visitor.get("/work")
    assert (old.status_code, "This link is spent" in words(old)) == (410, True)
    assert "Question 2 of 5" in words(Visitor(visitor.address, fresh).get("/work"))


def test_a_closed_link_is_spent_and_what_it_saved_stays(lake, quality, visitor):
    visitor.send(visitor.get("/work"), decision="passes")
    page = visitor.get("/item/2")
    spend_links(lake, quality.study, ["A1"], now=NOW)
    assert "This link is spent" in words(visitor.send(page, decision="passes"))
    assert len(stored(lake, quality)) == 1
    with pytest.raises(NotFound, match="A1, A2, A3, A4"):
        spend_links(lake, quality.study, ["A9"], now=NOW)


def test_texts_are_escaped_and_policy_and_headers_let_nothing_in(visitor):
    page = visitor.get("/work")
    assert "&lt;b&gt;none&lt;/b&gt;" in page.text and "<b>none" not in page.text
    policy = page.headers["content-security-policy"]
    assert "default-src 'none'" in policy and "unsafe" not in policy and "frame-ancestors 'none'" in policy
    assert page.headers["cache-control"] == "no-store" and page.headers["referrer-policy"] == "no-referrer"
    assert "set-cookie" not in page.headers and "server" not in page.headers
    assert " style=" not in page.text and "<script>" not in page.text and " on" + "click" not in page.text


def test_no_page_of_a_quality_study_tells_which_choice_is_right(visitor, release):
    pages = [visitor.get(f"/item/{position}").text for position in range(1, 6)]
    for question in release.questions:
        assert question.rationale not in " ".join(pages)
    assert all("key_index" not in page and "rationale" not in page for page in pages)
    # All four choices stand in the same marks.
    assert all(page.count("<li dir=\"auto\">") == 4 for page in pages)


@pytest.mark.parametrize("changes", [{"seal": ""}, {"seal": "0" * 64}, {"seal": "\u00e9"}])
def test_a_form_without_its_seal_is_not_taken_and_keeps_what_was_entered(lake, quality, visitor, changes):
    page = visitor.send(visitor.get("/work"), decision="other", comment="two <right> choices", **changes)
    assert page.status_code == 403
    assert "two &lt;right&gt; choices" in page.text and 'value="other" id="decision-4" checked' in page.text
    assert stored(lake, quality) == []
    assert visitor.send(page, decision="other", comment="two right choices").status_code == 303


def test_a_form_sent_from_another_site_is_not_taken(lake, quality, visitor):
    visitor.client.headers["Sec-Fetch-Site"] = "cross-site"
    assert visitor.send(visitor.get("/work"), decision="passes").status_code == 403
    assert stored(lake, quality) == []


def test_the_seal_of_another_person_does_not_fit(quality, visitor):
    other = Visitor(visitor.address, quality.tokens["A2"])
    assert visitor.post("/item/1", seal=hidden(other.get("/item/1").text)["seal"], revision="0", decision="passes").status_code == 403


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"comment": "I wonder"}, "Choose one of the decisions"),
        ({"decision": "splendid"}, "Choose one of the decisions"),
        ({"decision": "other", "comment": " \n"}, "Say in the comment what you mean by “Other fault”"),
    ],
)
def test_a_missing_decision_or_comment_is_asked_for_and_the_rest_is_kept(lake, quality, visitor, fields, says):
    page = visitor.send(visitor.get("/work"), **fields)
    assert page.status_code == 422 and says in words(page) and "Not saved yet" in words(page)
    assert fields.get("comment", "").strip() in page.text
    assert stored(lake, quality) == []


def test_a_double_submit_is_one_decision(lake, quality, visitor):
    page = visitor.get("/work")
    assert [visitor.send(page, decision="passes").status_code for _ in range(3)] == [303] * 3
    assert [row.revision for row in stored(lake, quality)] == [1]


def test_two_tabs_do_not_overwrite_each_other_unasked(lake, quality, visitor):
    one, two = visitor.get("/item/1"), visitor.get("/item/1")
    visitor.send(one, decision="ambiguous", comment="which ferry?")
    late = visitor.send(two, decision="passes")
    assert late.status_code == 409
    assert "“Ambiguous or unanswerable” was saved here from another tab, with the comment “which ferry?”" in words(late)
    assert stored(lake, quality)[0].decision == "ambiguous"
    assert visitor.send(late, decision="passes").status_code == 303
    assert (stored(lake, quality)[0].decision, stored(lake, quality)[0].revision) == ("passes", 2)


def test_a_decision_can_be_looked_at_and_changed(lake, quality, visitor):
    visitor.send(visitor.get("/item/3"), decision="not_fresh", comment="known since 1900")
    again = visitor.get("/item/3")
    assert 'value="not_fresh" id="decision-3" checked' in again.text and "known since 1900" in again.text
    visitor.send(again, decision="passes", comment="")
    assert [(row.decision, row.comment) for row in stored(lake, quality)] == [("passes", "")]
    assert visitor.get("/item/6").status_code == visitor.get("/item/0").status_code == visitor.get("/item/x").status_code == 404


def test_at_the_end_a_remark_on_the_whole_can_be_left(lake, quality, visitor):
    for _ in range(5):
        visitor.send(visitor.get("/work"), decision="passes")
    end = visitor.get("/work")
    assert "All 5 of 5 decisions are stored" in words(end)
    assert visitor.send(end, comment="The dates were hard.").status_code == 303
    assert "The dates were hard." in visitor.get("/end").text
    assert [row.comment for row in stored(lake, quality) if row.step == "feedback"] == ["The dates were hard."]


def test_the_correctness_study_shows_article_and_key_only_in_their_steps(reader, release):
    guess = reader.get("/work")
    assert "What would you guess?" in words(guess)
    assert "left Penh Harbour" not in guess.text and "The benchmark's answer" not in words(guess)
    reader.send(guess, **dict.fromkeys(choice_fields(guess), "0"))
    read = reader.get("/work")
    assert "left Penh Harbour" in read.text and "published Sunday, 29 November 2026" in read.text and "The benchmark's answer" not in words(read)
    reader.send(read, **dict.fromkeys(choice_fields(read), "1"))
    compare = reader.get("/work")
    assert words(compare).count("The benchmark's answer") == 2 and "Is the answer exactly what the article says?" in words(compare)


def test_there_is_no_way_back_and_none_ahead_in_the_correctness_study(lake, correctness, reader):
    guess = reader.get("/work")
    fields = dict.fromkeys(choice_fields(guess), "0")
    assert reader.send(guess, **(fields | {"stage": "2"})).status_code == 409
    assert reader.send(guess, **(fields | {"stage": "seven"})).status_code == 409
    assert stored(lake, correctness) == []
    assert reader.send(guess, **fields).status_code == 303
    before = stored(lake, correctness)
    assert reader.send(guess, **fields).status_code == 303  # the same once more, from another tab or by a second press
    other = reader.send(guess, **dict.fromkeys(fields, "3"))
    assert other.status_code == 409 and "Those first answers stand" in words(other)
    assert stored(lake, correctness) == before and [row.step for row in before] == ["guess"] * 2
    assert "What does the article say?" in words(reader.get("/item/1"))
    assert reader.post("/item/1", decision="passes").status_code == 400


def test_a_step_with_a_question_left_open_is_not_taken_and_keeps_the_others(lake, correctness, reader):
    guess = reader.get("/work")
    one, two = choice_fields(guess)
    page = reader.send(guess, **{one: "2"})
    assert page.status_code == 422 and "Question 2 has no answer yet" in words(page)
    assert f'name="{one}" value="2" id="{one}-3" checked' in page.text
    assert reader.send(guess, **{one: "2", two: "9"}).status_code == 422
    assert reader.send(guess, **{one: "2", two: "0"}, seal="x").status_code == 403
    assert stored(lake, correctness) == []


def test_a_whole_correctness_study_of_one_person(lake, correctness, reader, release):
    for _ in range(6):
        page = reader.get("/work")
        value = "yes" if "exactly" in words(page) and "benchmark" in words(page) else "0"
        assert reader.send(page, **dict.fromkeys(choice_fields(page), value)).status_code == 303
    assert "You are through" in words(reader.get("/work"))
    rows = stored(lake, correctness)
    choices = {question.question_id: question.choices for question in release.questions}
    assert len(rows) == 12
    assert all(row.decision == "yes" if row.step == "support" else row.decision == choices[row.item_id][0] for row in rows)


def test_another_process_sees_a_decision_at_once_and_a_restart_goes_on_with_open_forms(lake, quality):
    with serving(lake, [quality.study]) as address:
        visitor = Visitor(address, quality.tokens["A1"])
        visitor.send(visitor.get("/work"), decision="passes")
        program = (
            "import sys; from pathlib import Path; from storage.lake import Lake; from storage.journaled import read_journaled; "
            "from storage.schemas.annotations import Annotation; "
            "print(len(read_journaled(Lake.open(Path(sys.argv[1])), Annotation, sys.argv[2])))"
        )
        seen = subprocess.run(
            [sys.executable, "-c", program, str(lake.root), quality.study.study_id], capture_output=True, text=True, check=True
        )
        assert seen.stdout.strip() == "1"
        with pytest.raises(StoreBusy, match="holds this lock"):
            annotation_site(lake, [quality.study])
        page = visitor.get("/work")
    assert len(lake.read(Annotation, quality.study.study_id)) == 1  # what was journaled is in the table now
    with serving(lake, [quality.study]) as address:
        again = Visitor(address, quality.tokens["A1"])
        assert again.send(page, decision="passes").headers["location"].endswith("/item/3")


def test_questions_withdrawn_meanwhile_are_passed_over_and_a_decision_in_flight_is_kept(lake, quality, visitor, release):
    page = visitor.get("/item/1")
    visitor.send(visitor.get("/item/2"), decision="passes")
    mine = {row.position: row.item_id for row in _given(lake, quality)["A1"]}
    withdraw_questions(ReleaseStore(lake), release, {mine[1]: "two right choices", mine[3]: "no answer"}, now=NOW)
    late = visitor.send(page, decision="ambiguous")
    assert (late.status_code, "Your decision is stored all the same" in words(late)) == (200, True)
    gone = visitor.get("/item/3")
    assert (gone.status_code, "This question was withdrawn" in words(gone)) == (410, True)
    assert "Question 4 of 5" in words(visitor.get("/work"))
    assert {row.item_id for row in stored(lake, quality)} == {mine[1], mine[2]}


def _given(lake, made):
    return assignments_of(lake, made.study)


def test_a_release_that_is_gone_says_so_and_the_decision_in_flight_is_kept(lake, quality, visitor, release):
    page = visitor.get("/work")
    release.folder.rename(release.folder.with_name(".away"))
    assert visitor.send(page, decision="passes").status_code == 303
    gone = visitor.get("/work")
    assert (gone.status_code, "This benchmark is no longer here" in words(gone)) == (410, True)
    assert len(stored(lake, quality)) == 1


def test_a_disk_that_refuses_is_said_plainly_and_the_next_try_is_taken(lake, quality, visitor, monkeypatch):
    def full(*_, **__):
        raise StoreUnusable("no space left", where="/somewhere")

    page = visitor.get("/work")
    with monkeypatch.context() as patch:
        patch.setattr(Journal, "append", full)
        failed = visitor.send(page, decision="passes")
    assert (failed.status_code, "Keep this page open" in words(failed)) == (503, True)
    assert "/somewhere" not in failed.text and stored(lake, quality) == []
    assert visitor.send(page, decision="passes").status_code == 303


def test_forms_out_of_bounds_change_nothing(lake, quality, visitor):
    page = visitor.get("/work")
    long = visitor.send(page, decision="passes", comment="x" * 70_000)
    assert (long.status_code, "too large" in words(long)) == (400, True)
    assert visitor.client.post(str(page.url), json={"decision": "passes"}).status_code == 400
    assert visitor.client.post(str(page.url), content=b"\xff\xfe", headers={"content-type": "application/x-www-form-urlencoded"}).status_code == 400
    assert visitor.client.post(str(page.url), data={f"f{n}": "x" for n in range(300)}).status_code == 400
    assert stored(lake, quality) == []
    visitor.send(page, decision="passes", comment="y" * 5000 + "\x00")
    assert stored(lake, quality)[0].comment == "y" * 4000


def test_too_many_requests_of_one_link_are_slowed_and_others_are_not(lake, quality):
    with serving(lake, [quality.study], turns=RateLimit(3, 0)) as address:
        one, two = (Visitor(address, quality.tokens[name]) for name in ("A1", "A2"))
        assert [one.get().status_code for _ in range(4)] == [200, 200, 200, 429]
        late = one.get()
        assert "Wait ten seconds" in words(late) and late.headers["retry-after"] == "10"
        assert two.get().status_code == 200


def test_guessing_links_is_slowed_and_does_not_lock_out_who_has_one(lake, quality):
    with serving(lake, [quality.study], guesses=RateLimit(2, 0)) as address:
        assert [httpx.get(f"{address}/a/guess{n}").status_code for n in range(3)] == [404, 404, 429]
        assert Visitor(address, quality.tokens["A1"]).get().status_code == 200


def test_rejected_questions_are_shown_like_all_others(lake, release):
    drawn = draw_quality(release, QualityDesign(annotators=1, each=2, shared=0, rejected=8), seed="s", now=NOW)
    store_study(lake, drawn)
    tokens = make_links(lake, drawn.study, ["A1"], now=NOW)
    rejected = {row.position: row.item_id for row in drawn.assignments if not row.released}
    with serving(lake, [drawn.study]) as address:
        pages = {position: Visitor(address, tokens["A1"]).get(f"/item/{position}") for position in range(1, 11)}
    assert len(rejected) == 8
    texts = {one.question_id: one.question for one in release.candidates}
    for position, page in pages.items():
        assert page.text.count('<li dir="auto">') == 4 and "ejected" not in page.text
        assert position not in rejected or texts[rejected[position]] in words(page)
    choices = {one.question_id: one.choices for one in release.candidates}
    firsts = {choices[item].index(_first_choice(pages[position])) for position, item in rejected.items()}
    assert len(firsts) > 1  # as written, the key would always come first


def _first_choice(page):
    return unescape(page.text.split('<li dir="auto">')[1].split("</li>")[0])


@pytest.mark.slow
def test_twenty_annotators_at_once_lose_nothing(lake, release):
    drawn = draw_quality(release, QualityDesign(annotators=20, each=6, shared=6), seed="s", now=NOW)
    store_study(lake, drawn)
    tokens = make_links(lake, drawn.study, drawn.study.annotators, now=NOW)
    decisions = ("passes", "ambiguous", "not_fresh", "other")

    def work(address, name):
        visitor = Visitor(address, tokens[name])
        for number in range(6):
            page = visitor.get("/work")
            # Some press twice, some keep a second tab open.
            for _ in range(1 + number % 2):
                sent = visitor.send(page, decision=decisions[(number + len(name)) % 4], comment=f"{name} {number}")
                assert sent.status_code == 303
        return words(visitor.get("/work"))

    with serving(lake, [drawn.study]) as address, ThreadPoolExecutor(20) as people:
        ends = list(people.map(lambda name: work(address, name), drawn.study.annotators))
    assert all("All 6 of 6 decisions are stored" in end for end in ends)
    rows = Lake.open(lake.root).read(Annotation, drawn.study.study_id)
    assert len(rows) == 120
    assert {(row.annotator, row.item_id) for row in rows} == {(row.annotator, row.item_id) for row in drawn.assignments}
    assert {row.revision for row in rows} == {1} and all(row.comment.startswith(row.annotator + " ") for row in rows)


def test_an_audit_shows_the_answer_beside_the_expected_one_and_neither_model_nor_judge(lake, release):
    judge_all(lake, release, ["right", "wrong"] * 4)
    drawn = draw_audit(release, AuditDesign(annotators=1, each=3, shared=0), judged_answers(lake, release.release_id), seed="s", now=NOW)
    store_study(lake, drawn)
    token = make_links(lake, drawn.study, ["A1"], now=NOW)["A1"]
    with serving(lake, [drawn.study]) as address:
        visitor = Visitor(address, token)
        assert "You see 3 of its answers" in words(visitor.get())
        page = visitor.get("/work")
        assert "The model's answer about forty" in words(page) and "passengers" in words(page)
        assert "strict" not in page.text and "it seems so" not in page.text
        assert "Say in the comment what you mean by “Cannot tell”" in words(visitor.send(page, decision="unsure"))
        assert visitor.send(page, decision="right").headers["location"].endswith("/item/2")


def test_a_benchmark_of_events_is_not_called_news(lake, quality, monkeypatch):
    monkeypatch.setattr("tasks.annotate.items.Items.subject", "events")
    with serving(lake, [quality.study]) as address:
        visitor = Visitor(address, quality.tokens["A1"])
        assert "has read reports on events of 30 November 2026 and" in words(visitor.get())
        assert "Question about reports on events of" in words(visitor.get("/work")) and "the news" not in visitor.get("/work").text
