"""The signature: one line, ordered, short or full, that says what a benchmark is and reads back."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from storage.agents import AgentRecord
from storage.schemas.errors import BadInput
from storage.signature import Signature, SignedAgent, random_id

TEXT = st.text(st.characters(exclude_categories=["Cs"]))
GENERATOR = AgentRecord(role="generator", models=("gpt-4.1-2025-04-14",), decoding={"top_p": 1.0, "temperature": 0.0}, prompt="ab" * 32)
VALIDATOR = AgentRecord(
    role="validator", models=("o3-mini-2025-01-31",), decoding={"temperature": None, "top_p": None, "reasoning_effort": "low"},
    not_sent=("top_p", "temperature"), prompt="cd" * 32,
)  # fmt: skip
ONE = Signature(
    subject="news", period="2026-11-30", hours=24.0, moment=datetime(2026, 11, 30, 6, 15, tzinfo=UTC), questions=2350,
    agents=(SignedAgent.of(GENERATOR), SignedAgent.of(VALIDATOR)), made=datetime(2026, 11, 30, 6, 40, tzinfo=UTC),
    id="0123456789abcdef0123456789abcdef", data="e" * 64, version="0.1.0",
)  # fmt: skip


def test_the_short_form():
    assert ONE.short() == (
        "okbench|news:2026-11-30|n:2350|gen:gpt-4.1-2025-04-14|gen.t:0|gen.p:1|gen.pr:abababababab"
        "|val:o3-mini-2025-01-31|val.effort:low|val.t:null|val.p:null|val.drop:temperature+top_p|val.pr:cdcdcdcdcdcd"
        "|made:2026-11-30T06:40:00Z|id:0123456789abcdef0123456789abcdef|data:eeeeeeeeeeee|v:0.1.0"
    )


def test_the_full_form_holds_everything_and_reads_back():
    assert "|window:24h/2026-11-30T06:15:00Z|" in ONE.full()
    assert "|generator.prompt:" + "ab" * 32 + "|" in ONE.full()
    assert ONE.full().endswith("|version:0.1.0")
    assert Signature.parse(ONE.full()) == ONE
    assert str(ONE) == ONE.full()


def test_the_short_form_reads_back_and_agrees_with_the_full_one():
    read = Signature.parse(ONE.short())
    assert read.short() == ONE.short()
    assert (read.moment, read.data, read.agents[0].prompt) == (None, "e" * 12, "ab" * 6)
    assert read.agrees(ONE) and ONE.agrees(read) and Signature.parse(f"  {ONE.short()}\n").agrees(ONE)


def test_the_same_settings_in_another_order_and_number_format_give_the_same_line():
    other = AgentRecord(role="generator", models=("gpt-4.1-2025-04-14",), decoding={"temperature": 0, "top_p": 1}, prompt="ab" * 32)
    assert replace(ONE, agents=(SignedAgent.of(other), ONE.agents[1])).full() == ONE.full()


@pytest.mark.parametrize("change", [{"id": "f" * 32}, {"data": "d" * 64}, {"data": "e" * 12 + "d" * 52}])
def test_another_id_or_content_is_another_benchmark(change):
    assert not ONE.agrees(replace(ONE, **change))


def test_too_little_of_a_digest_proves_nothing():
    assert not ONE.agrees(replace(ONE, data="eeeeeeee"))


def test_a_window_of_another_size_shows_in_both_forms():
    wide = replace(ONE, hours=48.0)
    assert wide.short().startswith("okbench|news:2026-11-30/48h|n:")
    assert Signature.parse(wide.short()).hours == 48
    assert Signature.parse(wide.full()) == wide


def test_events_have_no_window():
    events = replace(ONE, subject="events", period="2015-2024", hours=None, moment=None)
    assert events.short().startswith("okbench|events:2015-2024|n:2350|")
    assert Signature.parse(events.full()) == events
    assert Signature.parse(events.short()).hours is None


@given(
    models=st.lists(TEXT.filter(bool), min_size=1, max_size=3).map(tuple),
    decoding=st.dictionaries(
        st.sampled_from(["temperature", "top_p", "max_tokens", "seed", "stop", "thinking.type", "repetition_penalty", "a:b"]),
        st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.floats(allow_nan=False, allow_infinity=False) | TEXT,
    ),
    not_sent=st.lists(st.sampled_from(["temperature", "top_p", "logit_bias"]), unique=True).map(tuple),
    version=st.sampled_from(["0.1.0", "0.2.0.dev1+g12ab", "1"]),
)  # fmt: skip
def test_whatever_an_agent_is_called_and_sent_reads_back(models, decoding, not_sent, version):
    agent = SignedAgent.of(AgentRecord(role="generator", models=models, decoding=decoding, not_sent=not_sent, prompt="12" * 32))
    signature = replace(ONE, agents=(agent, ONE.agents[1]), version=version)
    line = signature.full()
    assert line.isascii() and line.isprintable() and " " not in line
    assert Signature.parse(line) == signature
    assert Signature.parse(signature.short()).short() == signature.short()


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ("BLEU|nrefs:1|v:2.0", 'does not begin with "okbench|"'),
        ("", 'does not begin with "okbench|"'),
        ("okbench", "no news or events field"),
        (ONE.short().replace("|n:2350", ""), "the field questions is missing"),
        (ONE.short().replace("n:2350", "n:many"), "questions is 'many', not a number"),
        (ONE.short().replace("made:2026-11-30T06:40:00Z", "made:today"), "made is 'today', not an instant"),
        (ONE.short().replace("made:2026-11-30T06:40:00Z", "made:2026-11-30T06:40:00"), "not an instant with its zone"),
        (ONE.short().replace("id:0123", "id:0xyz"), "not 32 hex digits"),
        (ONE.short().replace("data:eeee", "data:gggg"), "data is 'ggggeeeeeeee', not a digest"),
        (ONE.short() + "|n:5", "the field n stands twice"),
        (ONE.short().replace("|gen.t:0", "|gen.t"), "the field 'gen.t' has no value"),
        (ONE.short().replace("|gen.t:0", "|who.t:0"), "the field who.temperature belongs to no agent"),
        (ONE.short()[:-20], ""),
        (ONE.short().replace("okbench", "okbench|Ünsinn:1"), "outside ASCII"),
    ],
)  # fmt: skip
def test_what_is_no_signature_is_told_with_the_field(line, what):
    with pytest.raises(BadInput, match="this is no signature") as caught:
        Signature.parse(line)
    assert what in str(caught.value)
    assert "Copy the whole line" in str(caught.value)


def test_the_random_part_is_drawn_not_derived():
    drawn = {random_id() for _ in range(50)}
    assert len(drawn) == 50
    assert all(len(one) == 32 and int(one, 16) >= 0 for one in drawn)


def test_instants_of_other_zones_print_in_utc():
    made = ONE.made.astimezone(timezone(timedelta(hours=9)))
    assert replace(ONE, made=made).full() == ONE.full()
