"""Bad input gets one message that names what, where and what to do, a non-zero exit, and no traceback."""

import pytest

pytestmark = pytest.mark.slow


def refused(done, code, *parts):
    assert done.returncode == code, done.stdout + done.stderr
    assert "Traceback" not in done.stderr
    for part in parts:
        assert part in done.stderr


def test_a_broken_feeds_file_is_named_with_its_line(desk):
    (desk.folder / "feeds.toml").write_text('[[feed]]\nfeed_id = "a"\nurl = \n')
    refused(desk.okbench("feeds", "list", "--file", "feeds.toml"), 2, "feeds.toml", "3")


def test_an_unknown_key_of_a_model_is_named(desk):
    (desk.folder / "models.toml").write_text('[models.x]\nprovider_model = "x"\ncontext_token = 3\n')
    refused(desk.okbench("models", "list"), 2, "models.toml", "context_token")


def test_a_setting_out_of_bounds_is_named_by_its_variable(desk):
    refused(desk.okbench("config", "list", OKBENCH_FETCH__RETRIES="99"), 2, "OKBENCH_FETCH__RETRIES")


def test_an_unknown_model_is_named(desk):
    refused(desk.news("--model", "no-such-model-anywhere"), 2, "no-such-model-anywhere")


def test_a_missing_key_is_named_by_its_variable_and_nothing_is_fetched(desk):
    refused(desk.news("--model", "locked"), 2, "LOCKED_API_KEY")
    assert not desk.paper.requests


def test_a_money_budget_without_a_price_is_refused_with_the_way_out(desk):
    refused(desk.news("--model", "dear", "--max-usd", "1"), 2, "dear", "price")


def test_a_date_that_is_no_date(desk):
    refused(desk.okbench("snapshots", "show", "2026-13-40"), 2, "2026-13-40", "year-month-day")


def test_an_unknown_prompt_field_is_named_with_its_line(desk):
    folder = desk.folder / "prompts"
    folder.mkdir()
    text = (
        '+++\nname = "answer_multiple_choice"\nversion = "2"\npurpose = "x"\nfields = ["question", "choices"]\n+++\n'
        "## system\nHi\n\n## user\n{{quesiton}}\n{{choices}}\n"
    )
    (folder / "answer_multiple_choice.md").write_text(text)
    refused(desk.okbench("prompts", "list", "--folder", "prompts"), 2, "answer_multiple_choice.md", "quesiton")


def test_a_lake_that_is_a_file(desk):
    (desk.folder / "taken").write_text("")
    refused(desk.okbench("releases", "list", "--lake", "taken"), 4, "taken")


def test_a_lake_of_a_newer_version(desk):
    (desk.folder / "new").mkdir()
    (desk.folder / "new" / "lake.json").write_text('{"version": 99}')
    refused(desk.okbench("releases", "list", "--lake", "new"), 5, "99", "Update okbench")


def test_an_unknown_release_names_the_choices(desk):
    refused(desk.okbench("releases", "show", "nothing-of-that-name"), 2, "nothing-of-that-name")


def test_a_word_that_is_no_query(desk):
    refused(desk.okbench("sql", "no_such_query"), 2, "no_such_query")


@pytest.mark.parametrize("statement", ["DROP TABLE articles", "SELECT * FROM nowhere", "COPY (SELECT 1) TO 'x.csv'"])
def test_sql_that_does_not_hold_up(desk, statement):
    refused(desk.okbench("sql", statement), 2)
