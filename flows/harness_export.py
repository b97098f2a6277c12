"""A release for another harness: every question as okbench itself would ask it, then written by ``tasks.release.harness_export``."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from flows.settings import Settings
from storage.releases import Release
from storage.schemas.errors import BadInput
from storage.schemas.questions import Question
from tasks.answer.asking import ask_about, askable, prompt_name
from tasks.llm.models import Model
from tasks.prompts.loader import load_prompt
from tasks.questions.setting import NO_CONTEXT, OPEN_ENDED, ORACLE, Setting
from tasks.release.harness_export import Asked, Harness, HarnessExport, export_to_harness
from tasks.release.options import Texts

# A model that any article fits into: which model will be asked is not known here, and how it fits texts is the other harness's affair.
_ANY = Model(name="any", provider_model="any", context_tokens=10_000_000)
SETTINGS = {
    "no_context": Setting(NO_CONTEXT), "oracle": Setting(ORACLE),
    "no_context_open": Setting(NO_CONTEXT, OPEN_ENDED), "oracle_open": Setting(ORACLE, OPEN_ENDED),
}  # fmt: skip
"""The settings that are written, under names that can stand in file names."""


def export_for(release: Release, target: Path, harness: Harness, *, settings: Settings, texts: Texts) -> HarnessExport:
    """Write a release as a task folder. Articles whose texts may not be passed on give no question with a text (see ``questions``)."""
    return export_to_harness(release, target, {name: _asked(release, setting, settings, texts) for name, setting in SETTINGS.items()}, harness)


def _asked(release: Release, setting: Setting, settings: Settings, texts: Texts) -> Sequence[Asked]:
    prompt = load_prompt(prompt_name(setting, _ANY), settings.prompts)
    asked = []
    for question in askable(release.questions, setting):
        if setting.with_context and not _may_be_shown(release, question, texts):
            continue
        article = release.article_of.get(question.version_id)
        try:
            asking = ask_about(question, article=article, model=_ANY, setting=setting, prompt=prompt, options=settings.answer)
        except BadInput:  # the text is not in this copy of the release
            continue
        asked.append(Asked(question=question, request=asking.request))
    return asked


def _may_be_shown(release: Release, question: Question, texts: Texts) -> bool:
    article = release.article_of.get(question.version_id)
    return article is not None and (texts == "all" or (texts == "permitted" and article.redistribution == "full"))
