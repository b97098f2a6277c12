"""deployments/prefect.yaml and work_pools.toml fit the code: every flow is deployed, by a dotted entrypoint, with parameters that its model takes."""

from __future__ import annotations

import importlib
import json
import pkgutil
from pathlib import Path

import prefect.server.api.collections as collections
import pytest
import yaml
from prefect.client.schemas.schedules import CronSchedule
from real_topology import ROOT

import flows
from flows.deploying.pools import Pool, job_template, load_pools
from storage.schemas.errors import BadConfig

FILE = yaml.safe_load((ROOT / "deployments" / "prefect.yaml").read_text(encoding="utf-8"))
DEPLOYMENTS = FILE["deployments"]


def name_of(one: dict) -> str:
    return f"{one['entrypoint'].rsplit('.', 1)[1]}/{one['name']}"


def test_every_flow_has_a_deployment():
    from prefect import Flow

    modules = [importlib.import_module(f"flows.{found.name}") for found in pkgutil.iter_modules(flows.__path__) if not found.ispkg]
    written = {value.name for module in modules for value in vars(module).values() if isinstance(value, Flow)}
    deployed = {getattr(importlib.import_module(one["entrypoint"].rpartition(".")[0]), one["entrypoint"].rpartition(".")[2]).name for one in DEPLOYMENTS}
    assert written == deployed, "a flow without a deployment in deployments/prefect.yaml, or the other way round"


@pytest.mark.parametrize("one", DEPLOYMENTS, ids=name_of)
def test_a_deployment_says_what_it_is_and_has_parameters_that_fit_its_form(one):
    module, _, name = one["entrypoint"].rpartition(".")
    flow = getattr(importlib.import_module(module), name)
    assert ":" not in one["entrypoint"] and "/" not in one["entrypoint"]
    assert one["description"] and "okbench" in one["tags"]
    assert one["concurrency_limit"]["limit"] >= 1
    flow.validate_parameters(one["parameters"])
    fields = flow.parameters.definitions or {}
    assert all(field.get("description") for model in fields.values() for field in model.get("properties", {}).values())


@pytest.mark.parametrize("one", [one for one in DEPLOYMENTS if one["schedules"]], ids=name_of)
def test_schedules_are_in_utc_so_that_no_day_has_two_windows_or_none(one):
    for schedule in one["schedules"]:
        assert schedule["timezone"] == "UTC"
        assert CronSchedule(cron=schedule["cron"], timezone="UTC").cron == schedule["cron"]
        assert schedule["slug"]
    assert "scheduled" in one["tags"]


def test_the_runs_that_are_late_after_downtime_queue_up_instead_of_cancelling_the_newest():
    (daily,) = [one for one in DEPLOYMENTS if name_of(one) == "daily_news/daily"]
    assert daily["concurrency_limit"] == {"limit": 1, "collision_strategy": "ENQUEUE"}


def test_there_is_a_pool_of_each_type_and_no_pool_holds_a_key():
    pools = load_pools(ROOT / "deployments" / "work_pools.toml")
    assert {pool.type for pool in pools.values()} == {"process", "docker", "kubernetes"}
    assert "KEY" not in str([pool.defaults.get("env") for pool in pools.values()])
    assert all(not value.startswith("sk-") for pool in pools.values() for value in pool.defaults.get("env", {}).values())


def templates() -> dict:
    """Prefect's own templates of each pool type, as its server hands them out."""
    text = Path(collections.__file__).with_name("collections_data") / "views" / "aggregate-worker-metadata.json"
    return {w["type"]: w["default_base_job_configuration"] for c in json.loads(text.read_text()).values() for w in c.values() if w.get("type")}


def test_defaults_of_every_pool_are_job_variables_of_prefects_template():
    known = templates()
    for name, pool in load_pools(ROOT / "deployments" / "work_pools.toml").items():
        filled = job_template(known[pool.type], name, pool)
        assert all(filled["variables"]["properties"][key]["default"] == value for key, value in pool.defaults.items())


def test_a_kubernetes_job_gets_keys_from_a_secret_and_the_lake_from_a_claim():
    pools = load_pools(ROOT / "deployments" / "work_pools.toml")
    pool = pools["okbench-kubernetes"]
    pod = job_template(templates()["kubernetes"], "k", pool)["job_configuration"]["job_manifest"]["spec"]["template"]["spec"]
    assert pod["containers"][0]["envFrom"] == [{"secretRef": {"name": pool.secret, "optional": True}}]
    assert pod["volumes"] == [{"name": "lake", "persistentVolumeClaim": {"claimName": pool.claim}}]


def test_an_unknown_job_variable_or_a_broken_file_is_told_with_its_place(tmp_path):
    pool = Pool(type="docker", description="", runs=1, defaults={"imagee": "x"})
    with pytest.raises(BadConfig, match="imagee"):
        job_template(templates()["docker"], "mine", pool)
    for text in ("[p", "[p]\ntype = 'rocket'\n", "[p]\ntype = 'docker'\ndescription = ''\nruns = 0\n"):
        (tmp_path / "pools.toml").write_text(text)
        with pytest.raises(BadConfig, match=r"pools\.toml"):
            load_pools(tmp_path / "pools.toml")


def test_the_pin_of_prefect_is_the_one_of_the_constraints():
    pins = (ROOT / "constraints.txt").read_text()
    assert f"prefect=={FILE['prefect-version']}" in pins
