"""Prompt files: front matter, parts, placeholders; mistakes are found at loading and named with file and line."""

from pathlib import Path

import pytest

from storage.schemas.errors import BadConfig, BadInput, NotFound
from tasks.prompts import load_prompt

GOOD = """+++
name = "answer_multiple_choice"
version = "7"
purpose = "Try it in my own words"
fields = ["question", "choices"]
+++
## system
Be brief.

## user
{{question}}
{{ choices }}
"""


def write(folder: Path, text: str, name: str = "answer_multiple_choice") -> Path:
    path = folder / f"{name}.md"
    path.write_text(text, encoding="utf-8")
    return folder


def test_an_own_file_takes_the_place_of_the_packaged_one(tmp_path: Path) -> None:
    prompt = load_prompt("answer_multiple_choice", write(tmp_path, GOOD))
    assert (prompt.version, prompt.purpose) == ("7", "Try it in my own words")
    assert prompt.label.startswith("answer_multiple_choice/7/")


def test_a_folder_without_the_file_leaves_the_packaged_one(tmp_path: Path) -> None:
    assert load_prompt("answer_multiple_choice", tmp_path) == load_prompt("answer_multiple_choice")


def test_parts_become_messages_with_fields_filled(tmp_path: Path) -> None:
    system, user = load_prompt("answer_multiple_choice", write(tmp_path, GOOD)).render(question="Who?", choices="A. I")
    assert (system.role, system.content) == ("system", "Be brief.")
    assert (user.role, user.content) == ("user", "Who?\nA. I")


def test_braces_inside_a_value_are_data(tmp_path: Path) -> None:
    prompt = load_prompt("answer_multiple_choice", write(tmp_path, GOOD))
    assert "{{choices}} and {x}" in prompt.render(question="{{choices}} and {x}", choices="A. I")[1].content


def test_a_missing_value_is_an_error_and_a_spare_one_is_not(tmp_path: Path) -> None:
    prompt = load_prompt("answer_multiple_choice", write(tmp_path, GOOD))
    prompt.render(question="Who?", choices="A. I", context="spare")
    with pytest.raises(BadConfig, match="choices"):
        prompt.render(question="Who?")


def test_the_system_part_may_be_left_out(tmp_path: Path) -> None:
    prompt = load_prompt("answer_multiple_choice", write(tmp_path, GOOD.replace("## system\nBe brief.\n\n", "")))
    assert [message.role for message in prompt.render(question="Who?", choices="A")] == ["user"]


def test_the_digest_follows_every_change_of_text_and_no_change_of_line_ends(tmp_path: Path) -> None:
    first = load_prompt("answer_multiple_choice", write(tmp_path, GOOD))
    path = tmp_path / "answer_multiple_choice.md"
    path.write_bytes(GOOD.replace("\n", "\r\n").encode())
    assert load_prompt("answer_multiple_choice", tmp_path).digest == first.digest
    assert load_prompt("answer_multiple_choice", write(tmp_path, GOOD.replace("brief", "short"))).digest != first.digest
    assert load_prompt("answer_multiple_choice", write(tmp_path, GOOD.replace('"7"', '"8"'))).digest != first.digest


@pytest.mark.parametrize(
    ("change", "line", "said"),
    [
        (("{{ choices }}", "{{ choises }}"), 12, "choises"),
        (('version = "7"', "version = 7"), 1, "version"),
        (('version = "7"', 'version = "7'), 3, "TOML"),
        (('name = "answer_multiple_choice"', 'name = "other"'), 1, "other"),
        (('fields = ["question", "choices"]', 'fields = "question"'), 1, "fields"),
        (("## user", "## assistant"), 10, "assistant"),
        (("## user", "## system"), 10, "system"),
        (("## user", "User:"), 7, "user"),
        (("+++\n## system", "## system"), 1, "front matter"),
        (("## system\n", "Loose words.\n## system\n"), 7, "before"),
        (('"choices"]', '"choices", "weather"]'), 1, "weather"),
    ],
)
def test_a_mistake_is_named_with_file_and_line(tmp_path: Path, change: tuple[str, str], line: int, said: str) -> None:
    with pytest.raises(BadConfig, match=said) as caught:
        load_prompt("answer_multiple_choice", write(tmp_path, GOOD.replace(*change)))
    assert caught.value.where == f"{tmp_path / 'answer_multiple_choice.md'}:{line}"
    assert caught.value.todo


def test_what_the_task_cannot_do_without_must_be_used(tmp_path: Path) -> None:
    with pytest.raises(BadConfig, match="choices"):
        load_prompt("answer_multiple_choice", write(tmp_path, GOOD.replace("{{ choices }}", "")))


def test_a_file_that_is_no_text_is_named(tmp_path: Path) -> None:
    (tmp_path / "answer_multiple_choice.md").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadConfig, match="UTF-8"):
        load_prompt("answer_multiple_choice", tmp_path)


def test_an_unknown_prompt_and_a_missing_folder_are_not_found(tmp_path: Path) -> None:
    with pytest.raises(NotFound, match="generate_questions"):
        load_prompt("generate_riddles")
    with pytest.raises(NotFound):
        load_prompt("generate_questions", tmp_path / "nowhere")
    with pytest.raises(BadInput):
        load_prompt("../secrets")


SINGLE = """+++
name = "generate_questions"
version = "mine-1"
purpose = "One article a call"
fields = ["title", "date", "text", "count"]
+++
## user
{{title}} {{date}} {{text}}: {{count}} questions
"""


def test_a_prompt_of_the_form_before_groups_still_serves_one_article_a_call(tmp_path: Path) -> None:
    (tmp_path / "generate_questions.md").write_text(SINGLE, encoding="utf-8")
    assert not load_prompt("generate_questions", tmp_path).grouped
    assert load_prompt("generate_questions").grouped


@pytest.mark.parametrize(
    ("change", "said"),
    [(("{{date}}", ""), "date"), (("{{text}}", ""), "articles"), (("{{text}}", "{{articles}}"), "beside")],
)
def test_half_of_either_form_is_refused_by_the_name_of_the_field(tmp_path: Path, change: tuple[str, str], said: str) -> None:
    text = SINGLE.replace(*change).replace('"count"]', '"count", "articles"]')
    (tmp_path / "generate_questions.md").write_text(text, encoding="utf-8")
    with pytest.raises(BadConfig, match=said):
        load_prompt("generate_questions", tmp_path)
