"""What an evaluation would ask, cost and take; and the passages that retrieval settings show."""

import pytest
from evaluation_desk import made_release, models_toml, reply, score, without_prefect
from stub_model import StubModel

from flows.evaluation_estimate import estimate_cells, estimate_table
from flows.evaluation_passages import found_passages, labels_of
from flows.grid import cells
from flows.house import House
from flows.settings import load_settings
from storage.lake import Lake
from storage.schemas.errors import BadInput, NotFound


@pytest.fixture
def desk(tmp_path):
    release = made_release(Lake.open(tmp_path / "lake"))
    with StubModel(answer=reply) as stub:
        models = tmp_path / "models.toml"
        models.write_text(models_toml(stub.url, "stub", "other") + models_toml(stub.url, "slow", extra="requests_per_minute = 10"))
        yield tmp_path / "lake", models, release, stub


async def rows(desk, names, settings, judge=None):
    lake, models, release, _ = desk
    without_prefect()
    async with House(load_settings(lake=lake, models=models)) as house:
        return estimate_table(*await estimate_cells(house, release, cells(names, settings), judge=judge))


async def test_calls_tokens_cost_and_time_by_model_and_setting_without_a_call(desk):
    found = {(row["model"], row["setting"]): row for row in await rows(desk, ["stub", "slow"], ["no_context", "oracle+open"], judge="other")}
    assert found["stub", "no_context"]["calls"] == found["stub", "oracle+open"]["calls"] == 20
    assert found["stub", "oracle+open"]["tokens in"] > found["stub", "no_context"]["tokens in"] > 20 * 50
    assert found["other", "judge"]["calls"] == 40
    assert found["", "total"]["calls"] == 120
    assert found["", "total"]["USD"] == pytest.approx(sum(row["USD"] for row in found.values() if row["setting"] not in ("all", "total")), abs=1e-3)
    assert found["slow", "all"]["minutes"] == found["", "total"]["minutes"] == 4.0  # 40 calls, ten a minute
    assert desk[3].requests == 0


async def test_what_is_answered_already_and_equal_prompts_are_not_counted_again(desk):
    lake, models, *_ = desk
    await score(lake, models, ["stub"], ["bm25:1d:k3"])
    one, other, *_, total = await rows(desk, ["stub"], ["bm25:1d:k3", "bm25:5d:k3"])
    assert (one["calls"], one["done"], other["calls"], other["done"], total["calls"]) == (0, 20, 0, 20, 0)


async def test_passages_that_nobody_has_searched_for_are_stood_in_for(desk):
    found = {row["setting"]: row for row in await rows(desk, ["stub"], ["bm25:1d:k3", "bm25:9d:k3"])}
    assert found["bm25:9d:k3"]["calls"] == 20
    assert found["bm25:9d:k3"]["tokens in"] == pytest.approx(found["bm25:1d:k3"]["tokens in"], rel=0.5)


async def test_passages_come_with_title_and_day_in_the_order_of_ranks(desk):
    lake, models, release, _ = desk
    async with House(load_settings(lake=lake, models=models)) as house:
        found = await found_passages(house, release, cells(["stub"], ["bm25:1d:k2", "oracle"]), search=False)
        passages = found["bm25", 1].passages["q003-0"]
    assert [(one.title, one.day) for one in passages] == [("Ferry 4 leaves", "2026-11-29"), ("Ferry 3 leaves", "2026-11-29")]
    assert found["bm25", 1].label == "bm25"


async def test_what_cannot_be_shown_is_told_before_anything_is_asked(desk):
    lake, models, *_ = desk
    house = House(load_settings(lake=lake, models=models))
    with pytest.raises(NotFound, match="no retriever 'bm52'"):
        labels_of(house, cells(["stub"], ["bm52:1d:k3"]))
    with pytest.raises(BadInput, match="more passages than the 10"):
        labels_of(house, cells(["stub"], ["bm25:1d:k11"]))
    assert labels_of(house, cells(["stub"], ["oracle"])) == {}
