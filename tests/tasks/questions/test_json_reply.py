"""Lists of items out of replies as models write them: whole items only, thinking never read."""

import json
import time

import pytest

from tasks.questions.json_reply import ROWS_SCHEMA, read_items, without_thinking

ONE = {"question": "Which river rose?", "choices": ["Vell", "Wend", "Orr", "Tarn"], "ground_truth": "Vell"}
TWO = {**ONE, "question": "Which river fell?"}
LIST = json.dumps([ONE, TWO])


@pytest.mark.parametrize(
    "reply",
    [
        LIST,
        f"Here are the questions:\n```json\n{LIST}\n```\nLet me know!",
        f"```\n{LIST}\n```",
        f"Sure [2 items below]. {LIST} I hope (these) help.",
        json.dumps({"questions": [ONE, TWO]}),
        json.dumps({"title": "x", "count": 2, "rows": [ONE, TWO]}),
        json.dumps({"result": {"questions": [ONE, TWO]}}),
        LIST[:-1] + ",]",
        json.dumps({"questions": [ONE, TWO]})[:-2] + ",\n ] }",
        f"{json.dumps(ONE)}\n{json.dumps(TWO)}",
        f"1. {json.dumps(ONE)}\n2. {json.dumps(TWO)}",
        str([ONE, TWO]),
        "\ufeff" + LIST,
    ],
    ids=["bare", "fence", "plain fence", "prose with brackets", "wrapped", "wrapped beside other fields", "wrapped twice", "trailing comma",
         "trailing comma inside a wrapper", "lines", "numbered lines", "Python's quotes", "byte order mark"],
)  # fmt: skip
def test_both_items_are_found(reply: str) -> None:
    found = read_items(reply)
    assert list(found.items) == [ONE, TWO]
    assert not found.cut


def test_rows_are_items_too() -> None:
    assert read_items('{"rows":[["q","a","b","c","d","why"],["r","a","b","c","d","why"]]}').items == (
        ["q", "a", "b", "c", "d", "why"],
        ["r", "a", "b", "c", "d", "why"],
    )
    assert read_items('["1","B","1"]\n["2","A","1"]').items == (["1", "B", "1"], ["2", "A", "1"])


def test_a_draft_in_the_thinking_is_not_read() -> None:
    reply = f'<think>maybe [{{"question":"draft"}}, {{"question":"more"}}, {{"question":"drafts"}}] no</think>\n{json.dumps([ONE])}'
    assert read_items(reply).items == (ONE,)


def test_after_a_thinking_block_that_never_closes_there_is_nothing() -> None:
    assert read_items(f"<think>Perhaps {LIST}").items == ()
    assert without_thinking("Done. <think>no, wait") == "Done. "


@pytest.mark.parametrize("cut_at", range(len(json.dumps([ONE])) + 1, len(LIST) - 2, 7))
def test_of_a_reply_that_broke_off_only_whole_items_are_kept(cut_at: int) -> None:
    found = read_items(LIST[:cut_at])
    assert found.items == (ONE,)
    assert found.cut


def test_a_reply_cut_inside_its_first_item_is_empty_and_cut() -> None:
    found = read_items('{"rows":[["Which river rose?","Vell","We')
    assert found.items == ()
    assert found.cut


def test_a_list_that_is_complete_but_for_its_last_bracket_counts_as_cut() -> None:
    found = read_items(json.dumps([ONE, TWO])[:-1])
    assert found.items == (ONE, TWO)
    assert found.cut


def test_a_flaw_inside_a_complete_item_is_mended() -> None:
    reply = '[{"question": "Who sang \\"Salt\\"?", "choices": ["a", "b",],}, {"question": "Who?", choices: ["c"]}]'
    assert [item["question"] for item in read_items(reply).items] == ['Who sang "Salt"?', "Who?"]


def test_a_hopeless_item_is_handed_over_as_text_so_that_it_is_counted() -> None:
    found = read_items(f"[{json.dumps(ONE)}, {{}}, {json.dumps(TWO)},]")
    assert [type(item) for item in found.items] == [dict, str, dict]


def test_the_longest_list_wins_and_the_last_among_equals() -> None:
    draft, final = [{**ONE, "question": "draft"}], [{**ONE, "question": "final"}]
    assert read_items(f"First: {json.dumps(draft)}. Better: {json.dumps(final)}").items[0]["question"] == "final"
    assert len(read_items(f"{LIST} Example: {json.dumps(draft)}").items) == 2


@pytest.mark.parametrize(
    "reply", ["", "I cannot help with [that] {request}.", "[]", '{"rows": []}', "null", "[1, 2, 3]", "{", "[", "[[", "}{", '"', "[5]"]
)
def test_no_items_is_no_error(reply: str) -> None:
    assert read_items(reply).items == ()


def test_deep_or_long_nonsense_is_read_in_bounded_time() -> None:
    start = time.process_time()
    for nonsense in ("[" * 20_000, "{" * 20_000, '["' * 5_000, '{"a":' * 5_000, "[{" * 3_000 + "}]" * 3_000):
        read_items(nonsense)
    assert time.process_time() - start < 5


def test_the_schema_asks_for_rows_of_texts_and_nothing_else() -> None:
    assert ROWS_SCHEMA["required"] == list(ROWS_SCHEMA["properties"]) == ["rows"]
    assert ROWS_SCHEMA["additionalProperties"] is False


def test_half_a_character_does_no_harm_and_a_whole_one_in_two_escapes_stays() -> None:
    reply = r'[{"question": "Who won \ud83d\udea2?", "choices": ["a \ud800", "b \udc00 b", "c\uD83D", "d"], "ground_truth": "d"}]'
    (item,) = read_items(reply).items
    assert item["question"] == "Who won \U0001f6a2?"
    assert item["choices"] == ["a \ufffd", "b \ufffd b", "c\ufffd", "d"]
