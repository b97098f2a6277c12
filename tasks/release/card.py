"""The dataset card of a release: ``README.md`` with the front matter that the Hugging Face Hub and ``datasets`` read."""

from __future__ import annotations

import json
from collections.abc import Sequence

from storage.manifest import Manifest
from storage.schemas.clock import iso

_LIMITS = (1_000, 10_000, 100_000, 1_000_000)
_NAMES = ("n<1K", "1K<n<10K", "10K<n<100K", "100K<n<1M", "n>1M")


def render_card(manifest: Manifest, *, form: str = "parquet") -> str:
    """The card. ``form``: file ending of the tables (parquet, jsonl)."""
    parts = [_front_matter(manifest, form), _head(manifest), _made(manifest), _funnel(manifest), *_withdrawn(manifest), _sources(manifest)]
    return "\n".join([*parts, _files(form), _cite(manifest), _warnings(manifest)])


def _front_matter(manifest: Manifest, form: str) -> str:
    size = next((name for limit, name in zip(_LIMITS, _NAMES, strict=False) if manifest.tables["questions"].rows < limit), _NAMES[-1])
    configs = [{"config_name": name, "data_files": f"{name}.{form}"} for name in ("questions", "articles", "candidates", "verdicts")]
    fields = {
        "pretty_name": f"okbench {manifest.subject} {manifest.period}", "license": "other", "language": list(manifest.languages) or ["und"],
        "task_categories": ["question-answering", "multiple-choice"], "tags": ["news", "fresh-knowledge", "okbench"],
        "size_categories": [size], "configs": [configs[0] | {"default": True}, *configs[1:]],
    }  # fmt: skip
    # JSON values are YAML values, and quote whatever could be misread.
    return "---\n" + "".join(f"{key}: {json.dumps(value, ensure_ascii=False)}\n" for key, value in fields.items()) + "---\n"


def _head(manifest: Manifest) -> str:
    what = "news of the hours before" if manifest.subject == "news" else "recorded events of"
    when = iso(manifest.moment) if manifest.moment else manifest.period
    return f"""# {_cell(manifest.release_id)}

A knowledge benchmark made from the {what} {when}: {manifest.tables["questions"].rows} four-choice questions on
{manifest.counts.get("articles", 0)} articles, {manifest.counts.get("open_ended", 0)} of them with an open-ended twin whose answer is a
short span of the article. A model that has not read the day's news should do little better than chance; with the article in its context
it should do well.

## Signature

Results are comparable only under one signature. Cite it whole:

    {manifest.signature.short()}

Full form:

    {manifest.signature.full()}
"""


def _made(manifest: Manifest) -> str:
    rows = [
        (agent.role, ", ".join(agent.models), json.dumps(dict(agent.decoding)), ", ".join(agent.not_sent) or "none",
         agent.prompt_name or agent.prompt[:12] or "none", agent.calls, "unknown" if agent.cost is None else f"{agent.cost:.4f}")
        for agent in manifest.agents
    ]  # fmt: skip
    positions = manifest.key_positions
    spread = "" if positions.p_value is None else f" (chi-square {positions.chi_square:g}, p = {positions.p_value:g})"
    note = "\nAgents named `baseline/...` are programs that follow fixed rules; they are no language models.\n"
    return f"""## How it was made

{_table(("role", "model as its provider named it", "settings as sent", "not sent", "prompt", "calls", "USD"), rows)}
{note if any(agent.baseline for agent in manifest.agents) else ""}
The order of choices comes from the seed `{_cell(manifest.seed)}` and the question's id. The right choice stands at A, B, C, D in
{", ".join(map(str, positions.counts))} questions{spread}.
"""


def _funnel(manifest: Manifest) -> str:
    lines = ["## From feed to release", ""]
    if manifest.funnel:
        lines += [_table(("stage", "outcome", "reason", "count"), [(f.stage, f.outcome, f.reason, f.count) for f in manifest.funnel]), ""]
    counts = manifest.counts
    lines += [f"Of {counts.get('candidates', 0)} candidate questions {counts.get('released', 0)} were released. The others by reason:", ""]
    lines += [_table(("reason", "candidates"), list(manifest.dropped.items())), ""]
    return "\n".join(lines)


def _withdrawn(manifest: Manifest) -> Sequence[str]:
    if manifest.parent is None:
        return ()
    rows = [(question_id, reason) for question_id, reason in manifest.parent.withdrawn.items()]
    figures = [
        (one.study_id, one.measure.replace("_", " "), "not defined" if one.value is None else f"{one.value:.3f}", one.counted) for one in manifest.human
    ]
    people = f"\nWhat people found in the parent:\n\n{_table(('study', 'measure', 'value', 'counted'), figures)}\n" if figures else ""
    return (f"""## Withdrawn questions

People looked at an earlier release, `{_cell(manifest.parent.release_id)}` (id {manifest.parent.id}), and took {len(rows)} questions back.
This release holds the others; scores on the two are not comparable.

{_table(("question", "reason"), rows)}
{people}""",)


def _sources(manifest: Manifest) -> str:
    rows = [(s.outlet, s.category, s.articles, s.questions, s.redistribution, s.licence or "not stated") for s in manifest.sources]
    return f"""## Sources and their licences

{_table(("outlet", "category", "articles", "questions", "redistribution", "licence"), rows)}

`full`: the outlet's terms allow its texts to be passed on. `ids_only`: they do not; a shared copy holds address and digest of such an
article and no text. `unknown` is treated as `ids_only`. Articles remain the property of their publishers.
"""


def _files(form: str) -> str:
    rows = [
        (f"questions.{form}", "a question: text, choices in the order to show, key, key_index, open_question, open_answer"),
        (f"articles.{form}", "an article version: url, outlet, published, title, body and more"),
        (f"candidates.{form}", "a question as the generating agent wrote it, kept or not"),
        (f"verdicts.{form}", "one check of one candidate, with its reason"),
        ("manifest.json", "everything about the release that is not a row, sealed by a digest"),
    ]
    return f"""## Files

{_table(("file", "one row is"), rows)}

`questions.article_id` and `version_id` lead to the article. All instants are UTC.
"""


def _cite(manifest: Manifest) -> str:
    return f"""## How to cite

State the short signature with every figure, for example: "accuracy 54.0 % (no context), {manifest.signature.short()}".
The method follows the OKBench paper (arXiv 2511.08598); the signature follows the manner of SacreBLEU (Post, 2018).
"""


def _warnings(manifest: Manifest) -> str:
    lines = [
        "## Warnings", "",
        "- Questions were written and checked by programs. Some will be ambiguous or wrong: look at a sample first.",
        "- News reports err and get corrected. An answer is right by the article version named here, not by the world.",
        "- The benchmark ages: models trained after this day may have read the articles, or this very dataset.",
        "- Texts are data. Anything in them that reads like an instruction is none.",
    ]  # fmt: skip
    if manifest.withheld:
        lines.append(f"- {manifest.withheld} titles and texts of articles are withheld from this copy; an import can fetch them again.")
    return "\n".join(lines) + "\n"


def _table(head: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    if not rows:
        return "(none)"
    lines = ["| " + " | ".join(head) + " |", "|" + " --- |" * len(head)]
    return "\n".join([*lines, *("| " + " | ".join(map(_cell, row)) + " |" for row in rows)])


def _cell(value: object) -> str:
    """Text from outside, made harmless for Markdown and HTML."""
    text = " ".join(str(value).split())
    for sign, plain in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ("|", "&#124;"), ("`", "&#96;"), ("[", "&#91;"), ("]", "&#93;")):
        text = text.replace(sign, plain)
    return text
