"""What of a reply is searched for a choice."""

import pytest

from tasks.questions.reply_text import plain_reply


@pytest.mark.parametrize(
    ("reply", "plain"),
    [
        ("**Answer:** `B`", "Answer: B"),
        ("__B__", "B"),
        ("snake_case stays", "snake_case stays"),
        ("Ａｎｓｗｅｒ：　Ｂ", "Answer: B"),
        ("It’s “B”", "It's \"B\""),
        ("\\boxed{\\text{B}}", "boxed: B"),
        ("\\boxed{\\frac{1}{2}}", "boxed: \\frac{1}{2}"),
        ("\\boxed{B", "boxed: B"),
        ("<b>B</b> ~~C~~", "B"),
        ("a < b and B > c", "a < b and B > c"),
        ("one\n\nQuestion 2: two", "one"),
        ("Question: one\nAnswer: B", "Question: one\nAnswer: B"),
        ("<think>x</think>y", "y"),
        ("<think>x", ""),
    ],
)
def test_dress_thinking_and_run_on_go(reply, plain):
    assert plain_reply(reply) == plain


def test_of_a_very_long_reply_both_ends_count():
    reply = plain_reply("start " + "x" * 50_000 + " end")
    assert reply.startswith("start") and reply.endswith("end") and len(reply) < 20_100
