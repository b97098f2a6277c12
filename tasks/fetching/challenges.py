"""Pages that ask "are you a robot?" instead of giving what was asked for, told by the headers and words of common gatekeepers."""

from __future__ import annotations

import re
from collections.abc import Mapping

_HEADERS = {"cf-mitigated": ("challenge", "block"), "x-amzn-waf-action": ("challenge", "captcha"), "x-datadome": ("protected",)}
_WORDS = re.compile(
    rb"just a moment\.\.\.|attention required! \| cloudflare|cf-chl-|cdn-cgi/challenge-platform|enable javascript and cookies to continue"
    rb"|_incapsula_resource|incapsula incident|px-captcha|captcha-delivery\.com|ddos-guard"
    rb"|verify (?:that )?you are (?:a )?human|are you a robot\?"
    rb"|errors\.edgesuite\.net|checking your browser before|awswafintegration|unusual traffic from your",
    re.IGNORECASE,
)


def is_challenge(headers: Mapping[str, str], body: bytes) -> bool:
    """Whether an answer is a bot challenge; only the first 64 kB are looked at. ``headers`` have lower-case names."""
    if any(headers.get(name, "").lower().startswith(values) for name, values in _HEADERS.items()):
        return True
    return _WORDS.search(body[:65536]) is not None
