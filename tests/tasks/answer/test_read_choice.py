"""Which choice a reply picks: by stated rules, and none where the reply is ambiguous."""

import json
import time
from pathlib import Path

import pytest

from tasks.answer.read_choice import read_choice

TOWNS = ("Lisbon", "Porto", "Braga", "Faro")
WORLD = Path(__file__).resolve().parents[4] / "shared" / "world" / "data" / "outputs" / "handed"


def letter(reply: str, choices: tuple[str, ...] = TOWNS) -> str | None:
    index = read_choice(reply, choices).index
    return None if index is None else "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[index]


@pytest.mark.parametrize(
    "reply",
    [
        "B", "(B)", "B.", "b", "Answer: B", "answer: b", "Answer B", "ANSWER = B", "Answer - B", "[B]", "Option B",
        "My answer: B!",
        "**B**", "**Answer:** B", "**Answer: B**", "__B__", "`B`", "> Answer: B", "# B", "Answer:\nB",
        "Answer:\n\n**B. Porto**",
        "Ｂ", "（Ｂ）", "Answer：Ｂ", "Ⓑ", "Answer:\u200b B",
        "$\\boxed{B}$", "\\boxed{\\text{B}}", "The answer is $\\boxed{\\textbf{(B)}}$.",
        "\\[\\boxed{\\text{Porto}}\\]", "The answer is \\(B\\).",
        '{"answer": "B"}', '{"answer": "Porto"}', "<answer>B</answer>",
        "B. Porto", "B) Porto", "B: Porto", "B - Porto", "Answer: B) Porto, because of the harbour",
        "Answer: B (Porto)", "Answer: Porto (B)",
    ],
)  # fmt: skip
def test_a_letter_in_any_dress(reply):
    assert letter(reply) == "B"


@pytest.mark.parametrize(
    "reply",
    [
        "Porto", "porto.", "Answer: Porto", "The answer is Porto.", 'The correct answer is "Porto".', "Porto\n\nThe mayor said so.",
        "I think it's Porto.",
    ],
)
def test_the_text_of_a_choice_word_for_word(reply):
    assert letter(reply) == "B"


@pytest.mark.parametrize(
    "reply",
    [
        "A short look at the text shows that the correct option is C.", "I would go for C", "The answer must be (C)", "The answer is (C",
        "Between A and C, I choose C.", "Sure! The right choice here would be option C, Braga.", "The only town that fits is (C).",
        "C is the correct answer.", "We can rule out A, B and D. Therefore, the answer is C.", "A is out, so only C remains.",
        "Final Answer: The answer is (C).", "The count comes to 12, or answer (C).", "As an AI, I cannot browse. Answer: C",
        "The river rose on Monday.\n\nC", "C, because the mayor said so.", "C because the mayor said so",
    ],
)  # fmt: skip
def test_a_choice_stated_in_a_sentence(reply):
    assert letter(reply) == "C"


@pytest.mark.parametrize(
    "reply",
    [
        "La respuesta correcta es B.", "A resposta é B", "La réponse est B.", "Die richtige Antwort ist B.", "La risposta è B",
        "答案是B", "答案：B", "正解はBです", "정답은 B", "Ответ: B",
    ],
)  # fmt: skip
def test_statements_in_other_languages(reply):
    assert letter(reply) == "B"


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        ("Answer: B. (A would hold for last year's count only.)", "B"),
        ("A careful reader sees that the right option is C.", "C"),
        ("I would settle on D", "D"),
        ("The answer is a matter of taste.", None),
        ("The answer is A man of letters", None),
        ("I am told it was Porto, not Lisbon.", None),
        ("Porto or maybe Lisbon", None),
        ("In (A) the boat sinks, in (B) it burns. In (C) nothing", None),
        ("Let x = (A / B) and y = C.", None),
        ("Statement (I) holds.", None),
        ("Team B is the best of the four.", None),
        ("I think that B is correct.", "B"),
        ("The answer is (III).", None),
        ("Answer: D.C.", None),
        ("Answer: B-52", None),
        ("2", None),
        ("Answer: the second one", None),
        ("Is the answer B?", None),
        ("The answer is not B.", None),
        ("I don't think the answer is B.", None),
        ("Consider each choice:\n(A) means one thing\n(B) means ano", None),
        ("A. Lisbon\nB. Porto\nC. Braga\nD. Faro", None),
        ("A. Lisbon\nB. Porto\nC. Braga\nD. Faro\n\nAnswer: C", "C"),
        ("A. Lisbon\nB. Porto\nC. Braga\nD. Faro\n\nC", "C"),
        ("(A) is no true statement.\n(B) is a true statement.\n(C)", None),
    ],
)
def test_letters_in_prose_in_listings_and_in_formulas_are_no_answer(reply, expected):
    assert letter(reply) == expected


@pytest.mark.parametrize(
    ("reply", "expected", "reason"),
    [
        ("Answer: A\nHold on, the month is wrong.\nAnswer: B", "B", "corrected"),
        ("The answer is A. Wait, no, the answer is B.", "B", "corrected"),
        ("B cannot be right; my answer is D", "D", "stated"),
        ("C is excluded, so only D remains", "D", "stated"),
        ("D (and not B)", "D", "stated"),
        ("The correct option is A, one could say.\nFinal answer: B", "B", "asked_form"),
        ("At first the answer seems to be A.\nAnswer: B", "B", "asked_form"),
        ("The answer is B or C. The answer is C.", "C", "narrowed"),
        ("~~A~~ B", "B", "letter"),
    ],
)
def test_self_correction_and_elimination(reply, expected, reason):
    got = read_choice(reply, TOWNS)
    assert (letter(reply), got.status) == (expected, "read")
    assert got.reason == reason or reason == "letter"


@pytest.mark.parametrize(
    ("reply", "reason"),
    [
        ("A and B", "several_letters"),
        ("A, B, C", "several_letters"),
        ("The answer is BC.", "several_letters"),
        ("Answer: (A, C, D)", "several_letters"),
        ("Answer: Lisbon, Porto", "several_letters"),
        ("Lisbon, Porto", "nothing_stated"),
        ("Answer: A Faro", "letter_and_text_differ"),
        ("A/B", "undecided"),
        ("The answer is either A or B.", "undecided"),
        ("Answer: A\nAnswer: B", "contradictory"),
        ("a) It grows. The answer is (A).\nb) It shrinks. The answer is (C).", "contradictory"),
        ("Answer: B. Lisbon", "letter_and_text_differ"),
        ("Answer: Porto (A)", "letter_and_text_differ"),
        ("E", "out_of_range"),
        ("Answer: E", "out_of_range"),
        ("None of the above", "none_of_the_choices"),
        ("The answer is not listed.", "none_of_the_choices"),
        ("The closest option is (B). But the answer is not listed in the options.", "none_of_the_choices"),
        ("Coimbra", "nothing_stated"),
        ("", "empty"),
        (" \n", "empty"),
    ],
)
def test_what_is_ambiguous_is_unparsed_and_says_why(reply, reason):
    got = read_choice(reply, TOWNS)
    assert (got.index, got.status, got.reason) == (None, "unparsed", reason)


def test_none_listed_but_one_picked_all_the_same():
    assert letter("The answer is not listed, but the closest option is (B).") == "B"


def test_the_nearest_value_without_its_letter_is_no_pick():
    assert letter("It comes to 19 boats. The closest option is 20, by rounding.", ("10", "20", "30", "40")) is None


def test_none_of_the_above_can_be_a_choice():
    assert letter("Answer: None of the above", ("Lisbon", "Porto", "Braga", "None of the above")) == "D"


@pytest.mark.parametrize(
    "reply",
    [
        "I cannot answer this question.", "I can't tell which of them it was.", "There is not enough information to decide.",
        "I don't know.",
        "I'm sorry, but I do not have access to news from 2026.", "My knowledge only goes up to 2024.", "Answer: unknown", "N/A",
        "It cannot be determined from the question.", "The answer is (insufficient data provided).", "I’m not sure about that.",
        "Não sei.", "无法回答", "Answer: I cannot answer",
    ],
)  # fmt: skip
def test_refusals(reply):
    got = read_choice(reply, TOWNS)
    assert (got.index, got.status) == (None, "refused")


@pytest.mark.parametrize(
    "reply",
    [
        "I can't verify this. If I had to guess, I'd say B.", "I do not know for certain, but my best guess is B.",
        "I can't say for sure, but the answer is B.", "I'm unsure whether it is A or B, but I choose B.",
        "Answer: B\n\nNote: I cannot verify current events.",
    ],
)  # fmt: skip
def test_a_guess_with_an_excuse_is_a_pick(reply):
    assert letter(reply) == "B"


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        ("Answer: B\n\nQuestion: What came next?\nA. rain\nB. sun\nAnswer: A", "B"),
        ("B\n\nQ: another one\nA: snow", "B"),
        ("Answer: B\nUser: thanks\nAssistant: Answer: C", "B"),
        ("Answer: B<|eot_id|>Answer: C", "B"),
        ("The answer is (B).\n\nAll in all: the answer is ... B, F, C, F.", "B"),
        ("I cannot tell.\n\nQuestion: other\nAnswer: A", None),
        ("Question: Which town?\nAnswer: B", "B"),
    ],
)
def test_invented_next_questions_do_not_count(reply, expected):
    assert letter(reply) == expected


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        ("<think>A says 12 but B fits the date", None),
        ("<think>A? No, B.</think>Answer: C", "C"),
        ("The answer is B, or is it?</think>\nAnswer: C", "C"),
        ("<THINKING>Answer: A</THINKING> D", "D"),
    ],
)
def test_thinking_is_no_answer_even_if_it_never_ends(reply, expected):
    assert letter(reply) == expected


def test_more_and_fewer_choices_than_four():
    ten = tuple(f"{n} boats" for n in range(10))
    assert letter("The answer is (J).", ten) == "J"
    assert letter("Answer: 7 boats", ten) == "H"
    assert letter("Answer: C", ("yes", "no")) is None
    assert letter("Answer: 3000", ("30", "300", "3,000", "30,000")) == "C"
    assert letter("Answer: 30 million", ("30", "300", "3,000", "30,000")) is None


def test_two_choices_of_the_same_text_are_told_apart_by_letter_only():
    assert letter("Answer: Porto", ("Porto", "porto", "Faro")) is None
    assert letter("Answer: B", ("Porto", "porto", "Faro")) == "B"


@pytest.mark.parametrize(
    "reply",
    [
        "(" * 50_000, "A " * 30_000, "answer is " * 9_000, "Answer: " * 9_000, "\\boxed{" * 9_000, "~~" * 30_000, "<" * 50_000,
        "\n" * 50_000, "option A is the " * 5_000, "if the option might be " * 4_000, "B, " * 30_000,
    ],
)  # fmt: skip
def test_nonsense_costs_little_time(reply):
    start = time.process_time()
    read_choice(reply, TOWNS)
    assert time.process_time() - start < 5


@pytest.mark.world
@pytest.mark.skipif(not WORLD.exists(), reason="the folder of real inputs is not here")
@pytest.mark.parametrize(("name", "least"), [("mcq_easy", 1.0), ("mcq_hard", 0.95)])
def test_real_replies_are_read_as_people_read_them(name, least):
    rows = [json.loads(line) for line in (WORLD / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()]
    got = [letter(row["output"], tuple(row["options"])) for row in rows]
    invented = [row["id"] for row, found in zip(rows, got, strict=True) if row["gold_letter"] is None and found is not None]
    agreed = sum(row["gold_letter"] == found for row, found in zip(rows, got, strict=True))
    assert invented == []
    assert agreed >= least * len(rows)
