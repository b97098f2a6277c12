"""What makes two evaluations one and the same, and what sums an evaluation up."""

import json

import pytest
from made_questions import NO_CONTEXT, ORACLE, answers, made_model, made_question
from question_stubs import Replies

from tasks.answer.context import Passage
from tasks.answer.evaluation import STATUSES, decoding_of, evaluation_id, summarise
from tasks.answer.options import AnswerOptions
from tasks.llm.models import Decoding
from tasks.questions.setting import Setting


def identity(release="r", model=None, setting="no_context", prompt=NO_CONTEXT, passages=None, **options):
    return evaluation_id(
        release, model=model or made_model(), setting=Setting.parse(setting), prompt=prompt, options=AnswerOptions(**options),
        passages=passages,
    )  # fmt: skip


def test_a_rerun_has_the_same_id():
    assert identity() == identity()


def test_the_address_of_a_server_is_no_part_of_it():
    assert identity(model=made_model(base_url="http://127.0.0.1:9/v1")) == identity()


@pytest.mark.parametrize(
    "other",
    [
        identity("other"), identity(model=made_model(name="x")), identity(model=made_model(provider_model="stub-2")),
        identity(prompt=ORACLE), identity(setting="oracle"), identity(max_answer_tokens=10), identity(unparsed_retries=1),
        identity(max_context_tokens=100),
        identity(model=made_model(decoding=Decoding(temperature=0))), identity(model=made_model(decoding=Decoding(extra={"top_k": 1}))),
        identity(model=made_model(decoding=Decoding(temperature=0), unsupported=("temperature",))),
        identity(model=made_model(reasoning=True)),
    ],
)  # fmt: skip
def test_whatever_changes_the_answers_changes_the_id(other):
    assert other != identity()


def found(text="Boats."):
    return {"q000": [Passage(title="T", day="2026-11-30", text=text), Passage(title="U", day="2026-11-29", text="Tides.")]}


def test_other_forms_retrievers_windows_and_passages_are_other_evaluations():
    ids = [identity(setting=s, passages=found()) for s in ("oracle", "oracle+open", "bm25:1d:k1", "bm25:1d:k2", "bm25:5d:k1", "dpr:1d:k1")]
    ids += [identity(setting="bm25:1d:k1", passages=found("Other boats."))]
    assert len(set(ids)) == len(ids)
    assert identity(setting="bm25:1d:k1", passages=found()) == ids[2]


async def test_likelihoods_are_a_second_figure():
    got = await answers(Replies("Answer: B"), *(made_question(n) for n in range(4)))
    for answer, values in zip(got, ((-1, -0.1, -2, -3), (-0.1, -1, -2, -3), (-0.1, -0.1, -2, -3), ()), strict=True):
        object.__setattr__(answer, "choice_logprobs", values)
    summed = summarise(
        got, identity="e", release_id="r", signature="s", model=made_model(), setting=Setting("no_context"), prompt=NO_CONTEXT,
        options=AnswerOptions(), provider_model=None,
    )  # fmt: skip
    assert (summed.right, summed.likeliest_asked, summed.likeliest_right) == (4, 3, 1)


def test_the_size_of_the_context_counts_where_there_is_one():
    small, large = made_model(context_tokens=1_000), made_model(context_tokens=9_000)
    assert identity(model=small) == identity(model=large)
    assert identity(model=small, setting="oracle") != identity(model=large, setting="oracle")


def test_decoding_is_what_goes_out_and_what_the_provider_does_not_take_is_named():
    model = made_model(decoding=Decoding(temperature=0, seed=7), unsupported=("seed",), limit_field="max_completion_tokens")
    found = json.loads(decoding_of(model, Setting("no_context"), AnswerOptions(max_answer_tokens=20)))
    assert found == {"temperature": 0, "max_completion_tokens": 20, "not_sent": ["seed"]}


def test_a_baseline_decodes_nothing():
    baseline = made_model(name="baseline/guess", provider_model="baseline/guess", route="baseline", base_url=None)
    assert decoding_of(baseline, Setting("no_context"), AnswerOptions()) == "{}"


async def test_the_six_statuses_add_up_to_the_questions():
    ask = Replies("Answer: B", "Answer: A", "I do not know.", "hm", ("", "truncated"), ("", "failed"), "Answer: B")
    got = await answers(ask, *(made_question(n) for n in range(7)))
    found = summarise(
        got, identity=identity(), release_id="r", signature="s",
        model=made_model(size_billion=8, cutoff="2024-06", openness="open"), setting=Setting("no_context"),
        prompt=NO_CONTEXT, options=AnswerOptions(), provider_model="stub-1-2026",
    )  # fmt: skip
    assert [getattr(found, status) for status in STATUSES] == [2, 1, 1, 1, 1, 1]
    assert found.questions == 7 == sum(getattr(found, status) for status in STATUSES)
    assert (found.evaluation_id, found.prompt, found.provider_model) == (identity(), NO_CONTEXT.label, "stub-1-2026")
    assert (found.size_billion, found.cutoff, found.openness, found.baseline) == (8, "2024-06", "open", False)


async def test_cost_is_unknown_as_soon_as_one_answer_s_is():
    priced = await answers(Replies("Answer: B"), *(made_question(n) for n in range(3)))
    for answer, cost in zip(priced, (0.1, 0.2, 0.3), strict=True):
        object.__setattr__(answer, "cost", cost)
    common = {
        "release_id": "r", "signature": "s", "identity": "e", "model": made_model(), "setting": Setting("no_context"), "prompt": NO_CONTEXT,
        "options": AnswerOptions(), "provider_model": None,
    }  # fmt: skip
    assert summarise(priced, **common).cost == pytest.approx(0.6)
    object.__setattr__(priced[1], "cost", None)
    assert summarise(priced, **common).cost is None
