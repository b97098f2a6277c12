"""docker-compose.yml and Dockerfile without an engine: the compose schema, the commands and settings they name, and the image's steps in a plain shell."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import typing
from importlib import resources

import pytest
import yaml
from jsonschema import Draft7Validator
from pydantic import AliasChoices, AliasPath, BaseModel
from real_topology import ROOT

COMPOSE = yaml.safe_load((ROOT / "docker-compose.yml").read_text(encoding="utf-8"))
SERVICES = COMPOSE["services"]
DOCKERFILE = (ROOT / "Dockerfile").read_text(encoding="utf-8")
REQUIRED = re.compile(r"\$\{(\w+):\?")


def instructions() -> list[tuple[str, str]]:
    """(keyword, rest) of the Dockerfile, continued lines joined."""
    joined = re.sub(r"\\\n\s*", " ", DOCKERFILE)
    lines = [line for line in joined.splitlines() if line.strip() and not line.startswith("#")]
    return [(line.split(None, 1)[0], line.split(None, 1)[1]) for line in lines]


def steps(keyword: str) -> list[str]:
    return [rest for word, rest in instructions() if word == keyword]


def test_the_file_fits_the_compose_schema():
    schema = json.loads((resources.files("check_jsonschema") / "builtin_schemas" / "vendor" / "compose-spec.json").read_text(encoding="utf-8"))
    faults = [f"{'/'.join(map(str, fault.path))}: {fault.message}" for fault in Draft7Validator(schema).iter_errors(COMPOSE)]
    assert faults == []


def test_images_are_pinned_and_long_running_services_have_a_health_check():
    for name, service in SERVICES.items():
        assert re.search(r":\d+\.\d+[\w.-]*$", service["image"]), name
        if name != "deploy":  # which ends
            assert service["healthcheck"]["test"], name
    for base in steps("FROM"):
        assert re.search(r":\d+\.\d+\.\d+", base)


def test_every_port_is_on_loopback_and_the_database_has_none():
    ports = {name: service["ports"] for name, service in SERVICES.items() if "ports" in service}
    assert all(port.startswith("127.0.0.1:") for listed in ports.values() for port in listed)
    assert set(ports) == {"server", "reports"}


def test_no_password_has_a_default():
    text = (ROOT / "docker-compose.yml").read_text(encoding="utf-8")
    assert {"POSTGRES_PASSWORD", "PREFECT_AUTH"} <= set(REQUIRED.findall(text))
    assert not re.search(r"\$\{\w*(?:PASSWORD|AUTH|KEY|SECRET|TOKEN)\w*:?-[^}]", text), "a default for a secret"
    example = dict(line.split("=", 1) for line in (ROOT / ".env.example").read_text().splitlines() if "=" in line and not line.startswith("#"))
    assert set(REQUIRED.findall(text)) <= set(example)
    assert all(example[name] == "" for name in example if re.search("PASSWORD|AUTH|KEY", name))
    assert ".env" in (ROOT / ".gitignore").read_text().splitlines()


def test_the_pages_ask_for_the_password_and_clients_give_it():
    assert "PREFECT_AUTH" in SERVICES["server"]["environment"]["PREFECT_SERVER_API_AUTH_STRING"]
    assert all("PREFECT_AUTH" in SERVICES[name]["environment"]["PREFECT_API_AUTH_STRING"] for name in ("deploy", "worker"))


def prefect_names(model: type[BaseModel]) -> set[str]:
    """The environment names of a Prefect settings model and of those in it."""
    names: set[str] = set()
    prefix = str(model.model_config.get("env_prefix", ""))
    for name, field in model.model_fields.items():
        names.add((prefix + name).upper())
        if isinstance(field.validation_alias, AliasChoices):
            names |= {str(choice).upper() for choice in field.validation_alias.choices if not isinstance(choice, AliasPath)}
        for inner in (field.annotation, *typing.get_args(field.annotation)):
            if isinstance(inner, type) and issubclass(inner, BaseModel):
                names |= prefect_names(inner)
    return names


def test_every_variable_is_a_setting_of_prefect_or_of_okbench():
    from prefect.settings import Settings as PrefectSettings

    from flows.cli.config import setting_rows
    from flows.settings import Settings

    ours = {row["variable"] for row in setting_rows(Settings())} | {"OKBENCH_HOME"}
    theirs = prefect_names(PrefectSettings) | {"PREFECT_REDIS_MESSAGING_HOST"}
    for name, service in SERVICES.items():
        given = set(service.get("environment", {}))
        assert {each for each in given if each.startswith("OKBENCH_")} <= ours, name
        assert {each for each in given if each.startswith("PREFECT_")} <= theirs, name


def test_services_run_commands_that_exist():
    from flows.cli.main import app

    groups = [group.typer_instance for group in app.registered_groups]
    nouns = {group.info.name: {command.name or command.callback.__name__.rstrip("_") for command in group.registered_commands} for group in groups}
    said = " ".join(" ".join(service["command"]) for service in SERVICES.values() if "command" in service)
    ours = re.findall(r"okbench (\w+) ([\w-]+)", said)
    assert len(ours) == 2
    assert all(verb in nouns[noun] for noun, verb in ours)
    from flows.deploying.pools import load_pools

    assert set(re.findall(r"--pool (\S+)", said)) <= set(load_pools(ROOT / "deployments" / "work_pools.toml"))


def test_volumes_networks_and_names_agree_with_the_pools():
    from flows.deploying.pools import load_pools

    docker = load_pools(ROOT / "deployments" / "work_pools.toml")["okbench-docker"].defaults
    assert docker["image"] == SERVICES["worker"]["image"]
    assert docker["networks"] == [COMPOSE["networks"]["okbench"]["name"]]
    assert docker["volumes"][0].split(":")[0] == COMPOSE["volumes"]["lake"]["name"]
    used = {volume.split(":")[0] for service in SERVICES.values() for volume in service.get("volumes", []) if not volume.startswith(".")}
    assert used == set(COMPOSE["volumes"])


def test_what_the_image_copies_is_there_and_not_ignored():
    ignore = (ROOT / ".dockerignore").read_text().splitlines()
    for rest in steps("COPY"):
        for source in rest.split()[:-1]:
            assert (ROOT / source).exists(), source
            assert f"!{source}" in ignore, source
    assert ignore[0] == "*", "lake and .env must not reach the image"
    packages = re.search(r"packages = \[([^\]]+)\]", (ROOT / "pyproject.toml").read_text())[1]
    assert set(re.findall(r'"(\w+)"', packages)) <= {source for rest in steps("COPY") for source in rest.split()}


def test_the_image_does_not_run_as_root():
    assert steps("USER") == ["okbench"]


@pytest.mark.parametrize("step", steps("RUN"), ids=lambda step: step.split()[0] + step[-12:])
def test_steps_are_sound_shell(step):
    assert subprocess.run(["bash", "-n", "-c", step], check=False).returncode == 0


def test_the_install_step_resolves_here(tmp_path):
    """The last RUN, dry and without the network: project metadata builds, the extras exist, and what is pinned is what is asked for."""
    (step,) = [step for step in steps("RUN") if "-e " in step]
    words = re.sub(r'-e "?\.(\[[^"]*\])"?', rf'-e "{ROOT}\1"', step).replace("-c constraints.txt", f"-c {ROOT}/constraints.txt")
    command = words.replace("pip install", f"{sys.executable} -m pip install --dry-run --no-deps --no-build-isolation -q")
    done = subprocess.run(["bash", "-c", command], cwd=tmp_path, env=dict(os.environ), capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stderr
    assert "does not provide the extra" not in done.stderr
    found = subprocess.run(["bash", "-c", "grep '^torch==' constraints.txt"], cwd=ROOT, capture_output=True, text=True, check=False).stdout
    assert "+" not in found and found.startswith("torch==")
