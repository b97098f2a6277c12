"""Fitting an article into a model's context."""

from made_questions import made_model

from tasks.answer.context import fit, room_for_context
from tasks.answer.options import AnswerOptions
from tasks.llm.tokens import count_tokens

TEXT = "\n\n".join(f"Paragraph {n} tells of boats, of tides, and of what the harbour master said on Monday." for n in range(60))


def test_room_is_what_prompt_answer_thinking_and_reserve_leave():
    options = AnswerOptions(max_answer_tokens=100, reserve_tokens=50)
    assert room_for_context(made_model(context_tokens=4_000), options, 350, 100) == 3_500
    assert room_for_context(made_model(context_tokens=4_000, reasoning=True, thinking_tokens=1_000), options, 350, 100) == 2_500


def test_a_model_of_unknown_size_is_taken_for_a_small_one():
    options = AnswerOptions(max_answer_tokens=100, reserve_tokens=0, assumed_context_tokens=1_000)
    assert room_for_context(made_model(), options, 100, 100) == 800


def test_a_wanted_bound_holds_and_some_room_is_always_left():
    assert room_for_context(made_model(context_tokens=100_000), AnswerOptions(max_context_tokens=500), 100, 100) == 500
    assert room_for_context(made_model(context_tokens=300), AnswerOptions(), 200, 100) == 64


def test_what_fits_stays_whole():
    assert fit(TEXT, 10_000) == (TEXT, False)
    assert fit(TEXT, count_tokens(TEXT)) == (TEXT, False)


def test_what_does_not_fit_keeps_whole_paragraphs_from_the_beginning():
    kept, cut = fit(TEXT, 300)
    assert cut
    assert TEXT.startswith(kept) and kept.endswith("Monday.")
    assert 200 < count_tokens(kept) <= 300


def test_scripts_without_spaces_are_cut_as_well():
    kept, cut = fit("港では船が出た。" * 500, 200)
    assert cut and 0 < count_tokens(kept) <= 200
