import pytest

from tasks.fetching.challenges import is_challenge


@pytest.mark.parametrize(
    ("headers", "body"),
    [
        ({"cf-mitigated": "challenge"}, b""),
        ({"x-amzn-waf-action": "captcha"}, b""),
        ({}, b"<html><title>Just a moment...</title>"),
        ({}, b"<p>Enable JavaScript and cookies to continue</p>"),
        ({}, b"<script src='/_Incapsula_Resource?x'>"),
        ({}, b"<h1>Please verify you are human</h1>"),
    ],
)
def test_gatekeepers_are_recognised(headers: dict[str, str], body: bytes) -> None:
    assert is_challenge(headers, body)


@pytest.mark.parametrize("body", [b"", b"<html><h1>403 Forbidden</h1>", b"<p>Robots assemble cars in the new plant; it took a moment."])
def test_plain_refusals_and_pages_are_not(body: bytes) -> None:
    assert not is_challenge({"server": "cloudflare"}, body)
