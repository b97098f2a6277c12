"""Whether a reply without a choice declines to answer, rather than merely fails to name a choice."""

from __future__ import annotations

import re

_CANNOT = r"(?:can ?not|can't|could not|couldn't|unable to|not able to|won't|will not|decline to)"
_ACT = (
    r"(?:answer|provide|determine|give|tell|say|know|choose|pick|select|decide|verify|confirm|help|assist|access|predict|identify|respond"
    r"|comment|make)"
)
_LACKED = r"(?:access|information|knowledge|data|details|context|record|evidence)"
_REFUSAL = re.compile(
    "|".join((
        rf"\b{_CANNOT}\s+(?:\w+ly\s+|to\s+|be\s+)*{_ACT}",
        rf"\b(?:do not|don't|did not|didn't)\s+(?:actually\s+|currently\s+|really\s+)?(?:know|have\s+(?:\w+\s+){{0,4}}?{_LACKED})",
        rf"\b(?:no|lacks?|lacking|without|not have|insufficient|not enough|not sufficient|inadequate)\s+(?:\w+\s+){{0,3}}?{_LACKED}\b",
        r"\b(?:text|context|article|passages?|document|question) (?:does not|doesn't|do not|don't) "
        r"(?:say|mention|state|specify|name|tell|give|provide|contain|include|answer|reveal)\b",
        r"\b(?:information|data|context|text|article|passage)\b[^.\n]{0,40}"
        r"\b(?:is|are) (?:insufficient|not sufficient|not enough|missing)\b",
        r"\b(?:can ?not|can't|could not|impossible to|not possible to)\s+(?:be\s+)?(?:\w+ly\s+)?"
        r"(?:determined?|known?|answer(?:ed)?|infer(?:red)?|establish(?:ed)?|concluded?|verify|verified)",
        r"\b(?:knowledge|training)(?:\s+data)?\s+(?:cut-?off|ends|stops|only goes|does not (?:include|cover|extend|contain))",
        r"\bmy (?:knowledge|training|data)\b[^.\n]{0,60}\b(?:does not|doesn't|only|up to|until)\b",
        r"\b(?:i'm|i am) (?:sorry|afraid|not sure|unsure|uncertain|not aware|unaware|not familiar)\b",
        r"\bi apologi[sz]e\b", r"\bi have no (?:idea|way)\b", r"\bas an? (?:ai|artificial|language model)\b",
        r"\A\W{0,8}(?:answer\s*:)?\W{0,8}(?:unknown|unsure|not sure|no idea|n/?a|pass|skip|abstain|undetermined|cannot say|(?:i )?refuse)"
        r"\W{0,8}\Z",
        r"\b(?:n[ãa]o sei|no s[ée] |no puedo|n[ãa]o posso|je ne (?:sais|peux)|ich wei(?:ß|ss) (?:es )?nicht|kann ich nicht|non (?:lo )?so\b"
        r"|non posso)",
        r"无法|不知道|没有足够|わかりません|分かりません|答えられません|모르겠|알 수 없|не знаю|не могу",
    )),
    re.IGNORECASE,
)  # fmt: skip


def is_refusal(reply: str) -> bool:
    """Whether a plain reply, in which no choice was found, says that the model cannot or will not answer."""
    return _REFUSAL.search(reply) is not None
