"""Work pools from ``deployments/work_pools.toml``: Prefect's own job template of a type, with our defaults filled in."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

from prefect.client.collections import get_collections_metadata_client
from prefect.client.orchestration import PrefectClient
from prefect.client.schemas.actions import WorkPoolCreate, WorkPoolUpdate
from prefect.exceptions import ObjectNotFound
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from storage.schemas.errors import BadConfig


class Pool(BaseModel):
    """One work pool. defaults: values of its job variables; secret, claim: see the file."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    type: Literal["process", "docker", "kubernetes"]
    description: str
    runs: int = Field(ge=1, le=1000)
    secret: str | None = None
    claim: str | None = None
    defaults: dict[str, Any] = {}


def load_pools(path: Path) -> dict[str, Pool]:
    """Pools by name. BadConfig names the file and the key."""
    try:
        content = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadConfig(f"the work pools cannot be read ({error})", where=str(path)) from None
    pools = {}
    for name, values in content.items():
        try:
            pools[name] = Pool.model_validate(values)
        except ValidationError as error:
            first = error.errors()[0]
            raise BadConfig(f"{'.'.join(map(str, (name, *first['loc'])))}: {first['msg']}", where=str(path)) from None
    return pools


async def apply_pool(client: PrefectClient, name: str, pool: Pool) -> str:
    """Make the pool, or bring it up to the file; says which. BadConfig where Prefect's template does not know one of the defaults."""
    template = job_template(await _template(pool.type), name, pool)
    try:
        found = await client.read_work_pool(name)
    except ObjectNotFound:
        create = WorkPoolCreate(
            name=name, type=pool.type, description=pool.description, concurrency_limit=pool.runs, base_job_template=template
        )
        await client.create_work_pool(create)
        return "made"
    if found.type != pool.type:
        todo = f"Delete it with: prefect work-pool delete {name}; then apply again"
        raise BadConfig(f"the pool {name} is of type {found.type}, not {pool.type}", where="Prefect server", todo=todo)
    update = WorkPoolUpdate(description=pool.description, concurrency_limit=pool.runs, base_job_template=template)
    await client.update_work_pool(name, update)
    return "updated"


def job_template(template: Mapping[str, Any], name: str, pool: Pool) -> dict[str, Any]:
    """Prefect's template of the pool's type with our defaults, the secret and the volume claim in it. BadConfig for an unknown job variable."""
    filled: dict[str, Any] = {"job_configuration": {}, "variables": {}, **template}
    variables = dict(filled["variables"].get("properties", {}))
    for key, value in pool.defaults.items():
        if key not in variables:
            raise BadConfig(f"{name}: Prefect's {pool.type} pools know no job variable {key!r}", where="work pools", todo=f"One of: {', '.join(variables)}")
        variables[key] = {**variables[key], "default": value}
    filled["variables"] = {**filled["variables"], "properties": variables}
    if pool.type == "kubernetes":
        filled["job_configuration"] = _with_cluster_parts(filled["job_configuration"], pool)
    return filled


def _with_cluster_parts(configuration: Mapping[str, Any], pool: Pool) -> dict[str, Any]:
    """The job manifest with the keys' Secret as environment and the lake's claim at /lake."""
    manifest = configuration["job_manifest"]
    pod = manifest["spec"]["template"]["spec"]
    container = dict(pod["containers"][0])
    if pool.secret:
        container["envFrom"] = [{"secretRef": {"name": pool.secret, "optional": True}}]
    pod = {**pod, "containers": [container]}
    if pool.claim:
        container["volumeMounts"] = [{"name": "lake", "mountPath": "/lake"}]
        pod["volumes"] = [{"name": "lake", "persistentVolumeClaim": {"claimName": pool.claim}}]
    spec = {**manifest["spec"], "template": {**manifest["spec"]["template"], "spec": pod}}
    return {**configuration, "job_manifest": {**manifest, "spec": spec}}


async def _template(kind: str) -> dict[str, Any]:
    """Prefect's own template: the server knows those of its worker types, offline too."""
    async with get_collections_metadata_client() as collections:
        found = await collections.read_worker_metadata()
    for workers in found.values():
        for worker in workers.values():
            if worker.get("type") == kind:
                return dict(worker["default_base_job_configuration"])
    raise BadConfig(f"the Prefect server knows no work pools of type {kind}", where="Prefect server", todo="Update the server")
