"""Finding the line of a key in TOML, which the parser does not tell."""

from __future__ import annotations

import pytest

from tasks.llm.model_file import find_line

TEXT = """\
# a comment with [models.no] in it
[models."a.b"]
route = "openai"
decoding.temperature = 0
"base_url" = "x"

[models."a.b".price]   # a comment
input = 1

[models.c]
price = {input = 2}
"""


@pytest.mark.parametrize(("keys", "line"), [
    (("models", "a.b"), 2),
    (("models", "a.b", "route"), 3),
    (("models", "a.b", "decoding", "temperature"), 4),
    (("models", "a.b", "decoding", "top_p"), 2),
    (("models", "a.b", "base_url"), 5),
    (("models", "a.b", "price", "input"), 8),
    (("models", "c", "price", "input"), 11),
    (("models", "c", "absent"), 10),
    (("other",), None),
])
def test_a_key_is_found_or_else_what_encloses_it(keys: tuple[str, ...], line: int | None) -> None:
    assert find_line(TEXT, keys) == line
