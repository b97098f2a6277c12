"""Automations on the server: runs whose process is gone end as crashed, and a person is told of runs that fail.

A killed worker leaves its runs "Running": nobody is there to say otherwise. Flow runs send a heartbeat every 30 seconds where
PREFECT_FLOWS_HEARTBEAT_FREQUENCY is set (the deployments set it), and an automation marks as crashed what has not sent one for ``SILENT_S``.
"""

from __future__ import annotations

from datetime import timedelta
from uuid import UUID

from prefect.client.orchestration import PrefectClient
from prefect.client.schemas.objects import StateType
from prefect.events.actions import ChangeFlowRunState, SendNotification
from prefect.events.schemas.automations import AutomationCore, EventTrigger, Posture
from prefect.events.schemas.events import ResourceSpecification

from storage.schemas.errors import BadConfig

HEARTBEAT_S = 30
SILENT_S = 120
CRASHED, FAILED = "okbench: end runs whose process is gone", "okbench: tell of runs that failed"
_ENDS = ("Completed", "Failed", "Cancelled", "Crashed")
_TAGGED = ResourceSpecification({"prefect.resource.id": "prefect.tag.okbench", "prefect.resource.role": "tag"})


def crash_automation(silent_s: float = SILENT_S) -> AutomationCore:
    """Mark as crashed each run that has sent a heartbeat and then neither another nor its end."""
    return AutomationCore(
        name=CRASHED,
        description=f"No heartbeat for {silent_s:g} s: the process was killed or its machine is gone. Started again, the run goes on from the lake",
        trigger=EventTrigger(
            after={"prefect.flow-run.heartbeat"},
            expect={"prefect.flow-run.heartbeat", *(f"prefect.flow-run.{end}" for end in _ENDS)},
            match=ResourceSpecification({"prefect.resource.id": ["prefect.flow-run.*"]}),
            for_each={"prefect.resource.id"},
            posture=Posture.Proactive,
            threshold=1,
            within=timedelta(seconds=silent_s),
        ),
        actions=[ChangeFlowRunState(state=StateType.CRASHED, message="No heartbeat: the process is gone. Start the run again, it goes on from the lake")],
    )


def failure_automation(block: UUID) -> AutomationCore:
    """Send each failed, crashed or timed-out run of okbench to a notification block."""
    return AutomationCore(
        name=FAILED,
        description="What each state means and what to do: docs/runbook.md",
        trigger=EventTrigger(
            expect={f"prefect.flow-run.{end}" for end in ("Failed", "Crashed", "TimedOut")},
            match=ResourceSpecification({"prefect.resource.id": ["prefect.flow-run.*"]}),
            match_related=_TAGGED,
            for_each={"prefect.resource.id"},
            posture=Posture.Reactive,
            threshold=1,
        ),
        actions=[
            SendNotification(
                block_document_id=block,
                subject="okbench: {{ flow_run.name }} is {{ flow_run.state.name }}",
                body="{{ flow.name }}/{{ deployment.name }} {{ flow_run.name }}: {{ flow_run.state.message }}\n{{ flow_run|ui_url }}\nSee docs/runbook.md",
            )
        ],
    )


async def apply_automation(client: PrefectClient, wanted: AutomationCore) -> str:
    """Make the automation, or bring the one of that name up to date; says which."""
    found = await client.read_automations_by_name(wanted.name)
    if not found:
        await client.create_automation(wanted)
        return "made"
    await client.update_automation(found[0].id, wanted)
    return "updated"


async def notification_block(client: PrefectClient, name: str) -> UUID:
    """The id of a block such as ``slack-webhook/okbench``. BadConfig when there is none."""
    kind, _, document = name.partition("/")
    todo = "Make it in the UI under Blocks, or see docs/how-to/deploying.md; name it as type/name, such as slack-webhook/okbench"
    if not document:
        raise BadConfig(f"{name!r} is no name of a block", where="--notify", todo=todo)
    try:
        return (await client.read_block_document_by_name(document, kind, include_secrets=False)).id
    except Exception as error:
        raise BadConfig(f"the server has no block {name} ({type(error).__name__})", where="--notify", todo=todo) from None
