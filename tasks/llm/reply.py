"""Reading a chat completion: the visible answer, its thinking kept apart, the counted tokens, and whether it is whole.

Providers put thinking in three places: inside <think> tags of the text, in a ``reasoning_content`` (or ``reasoning``) field, and in typed
parts of a content list. Whatever follows an opening tag that is never closed is thinking, for the limit cut it off before any answer.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

_TAG = re.compile(r"<(/?)(?:think|thinking)\s*>", re.IGNORECASE)
_PATH = re.compile(r"/|[A-Za-z]:\\|~/|\./")
_TOKENS_KEPT = 16  # "Answer: B" takes three; a letter further on came out of reasoning, and says little by itself
_CUT = frozenset({"length", "max_tokens", "model_length"})
_FILTERED = frozenset({"content_filter", "safety", "recitation", "prohibited_content", "blocklist", "guardrail_intervened"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """One completion. status: ok, truncated, empty or content_filter; thought_only: the limit was used up before any visible answer.

    token_logprobs: as in the record Call.
    """

    status: str
    text: str
    thinking: str
    finish_reason: str | None
    provider_model: str | None
    prompt_tokens: int | None
    cached_tokens: int | None
    completion_tokens: int | None
    reasoning_tokens: int | None
    token_logprobs: str = ""

    @property
    def thought_only(self) -> bool:
        """Whether hidden thinking ate the whole output limit."""
        return self.status == "truncated" and not self.text


def read_completion(payload: Mapping[str, Any]) -> Reply | None:
    """The reply in a chat.completion object; None when it holds no choice. Odd or missing fields never raise."""
    choices = payload.get("choices")
    if not isinstance(choices, list) or not choices or not isinstance(choices[0], dict):
        return None
    message = _mapping(choices[0].get("message"))
    finish = choices[0].get("finish_reason")
    text, thought = _content(message.get("content"))
    text, tagged = split_thinking(text)
    field = message.get("reasoning_content") or message.get("reasoning")
    thinking = "\n".join(part for part in (field if isinstance(field, str) else "", thought, tagged) if part)
    if not text and isinstance(message.get("refusal"), str):
        text = message["refusal"]  # said in a field of its own under a schema; whoever scores it sees a refusal
    usage = _mapping(payload.get("usage"))
    model = payload.get("model")
    return Reply(
        status=_status(finish, text), text=_whole(text), thinking=_whole(thinking),
        finish_reason=str(finish) if finish is not None else None,
        # Local servers give the path of the weights: its last step names the model, and the rest is nobody's business.
        provider_model=re.split(r"[/\\]", model)[-1] if isinstance(model, str) and _PATH.match(model) else _text(model),
        prompt_tokens=_count(usage.get("prompt_tokens")),
        cached_tokens=_count(_mapping(usage.get("prompt_tokens_details")).get("cached_tokens", usage.get("prompt_cache_hit_tokens"))),
        completion_tokens=_count(usage.get("completion_tokens")),
        reasoning_tokens=_count(_mapping(usage.get("completion_tokens_details")).get("reasoning_tokens")),
        token_logprobs=_logprobs(choices[0].get("logprobs")),
    )


def _whole(text: str) -> str:
    """Without halves of characters, which no table takes: pairs are joined, lone ones become U+FFFD."""
    return text if text.isascii() else text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def split_thinking(text: str) -> tuple[str, str]:
    """(visible text, thinking) of a text with <think> blocks; a closing tag alone ends thinking that began in the prompt."""
    if "<" not in text or not _TAG.search(text):
        return text.strip(), ""
    visible: list[str] = []
    thinking: list[str] = []
    depth = position = 0
    for tag in _TAG.finditer(text):
        part = text[position : tag.start()]
        position = tag.end()
        closing = bool(tag[1])
        if closing and depth == 0:
            thinking += [*visible, part]  # all of it up to here was thought
            visible.clear()
        else:
            (thinking if depth else visible).append(part)
            depth += -1 if closing else 1
    (thinking if depth else visible).append(text[position:])
    return "".join(visible).strip(), "\n".join(t.strip() for t in thinking if t.strip())


def _status(finish: Any, text: str) -> str:
    reason = str(finish).lower()
    if reason in _FILTERED:
        return "content_filter"
    if reason in _CUT:
        return "truncated"
    return "ok" if text else "empty"


def _content(content: Any) -> tuple[str, str]:
    """(text, thinking) of a message's content: a string, null, or a list of typed parts."""
    if isinstance(content, str):
        return content, ""
    if not isinstance(content, list):
        return "", ""
    texts: list[str] = []
    thoughts: list[str] = []
    for part in content:
        part = _mapping(part)
        is_thought = "think" in str(part.get("type")) or "reason" in str(part.get("type"))
        value = part.get("thinking") if is_thought and "thinking" in part else part.get("text")
        if isinstance(value, list):
            value = _content(value)[0]
        if isinstance(value, str):
            (thoughts if is_thought else texts).append(value)
    return "".join(texts), "\n".join(thoughts)


def _logprobs(given: Any) -> str:
    """The alternatives of the first tokens as JSON; empty where the provider gave none."""
    content = _mapping(given).get("content")
    if not isinstance(content, list):
        return ""
    tokens = []
    for entry in map(_mapping, content[:_TOKENS_KEPT]):
        listed = entry.get("top_logprobs")
        pairs = [(one.get("token"), one.get("logprob")) for one in map(_mapping, [entry, *(listed if isinstance(listed, list) else ())])]
        found = {_whole(token): float(value) for token, value in pairs if isinstance(token, str) and isinstance(value, (int, float))}
        tokens.append([_whole(str(entry.get("token") or "")), found])
    return json.dumps(tokens, ensure_ascii=False, separators=(",", ":")) if any(found for _, found in tokens) else ""


def _mapping(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) and value else None


def _count(value: Any) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else None
