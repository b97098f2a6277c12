"""An okbench release as a task of Inspect AI.

    inspect eval okbench_inspect.py -T setting=oracle --model openai/gpt-4o-mini

``setting`` is one of those in release.json. Prompts are those that okbench sends; the standard error is clustered by news story.
"""

import sys
from pathlib import Path

from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import ChatMessageSystem, ChatMessageUser, GenerateConfig
from inspect_ai.scorer import CORRECT, INCORRECT, Score, Scorer, Target, accuracy, scorer, stderr
from inspect_ai.solver import TaskState, generate

sys.path.insert(0, str(Path(__file__).resolve().parent))
import okbench_release


@task
def okbench(setting: str = "no_context") -> Task:
    """The questions of a setting."""
    facts = okbench_release.facts()
    if setting not in facts["settings"]:
        raise ValueError(f"no setting {setting!r} here; there are: {', '.join(facts['settings'])}")
    samples = [_sample(row) for row in okbench_release.rows(setting)]
    return Task(
        dataset=MemoryDataset(samples, name=f"{facts['release_id']}/{setting}"),
        solver=generate(),
        scorer=reading(),
        config=GenerateConfig(temperature=0, max_tokens=facts["settings"][setting]["max_tokens"]),
        name=f"okbench_{setting}",
        metadata={"okbench_signature": facts["signature"], "okbench_setting": setting},
    )


def _sample(row: dict) -> Sample:
    messages = [ChatMessageSystem(content=row["system"])] if row["system"] else []
    return Sample(id=row["id"], input=[*messages, ChatMessageUser(content=row["prompt"])], target=row["answer"], metadata={"row": row, "story": row["story"]})


@scorer(metrics=[accuracy(), stderr(cluster="story")])
def reading() -> Scorer:
    """Right or wrong, by the line asked for."""

    async def score(state: TaskState, target: Target) -> Score:
        reply = state.output.completion
        right = okbench_release.is_right(state.metadata["row"], reply)
        return Score(value=CORRECT if right else INCORRECT, answer=okbench_release.first_line(reply), explanation=reply)

    return score
