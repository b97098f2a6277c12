"""Groups of articles: as full as may be, one language each, unlike articles together, and the same in a rerun."""

import dataclasses
import random

from sample_articles import make_article

from storage.schemas.news import Article
from tasks.generate.groups import Group, article_groups


def day(count: int, *, language: str = "en", outlets: int = 7) -> list[Article]:
    made = [make_article(f"Report number {n} of the day.", url=f"https://{language}.example/{n}", language=language) for n in range(count)]
    return [dataclasses.replace(article, outlet=f"outlet-{n % outlets}") for n, article in enumerate(made)]


def test_every_article_is_in_one_group_and_groups_are_nearly_full() -> None:
    articles = day(470)
    groups = article_groups(articles, size=4)
    assert sorted(a.article_id for group in groups for a in group) == sorted(a.article_id for a in articles)
    assert max(map(len, groups)) == 4
    assert len(groups) <= 1.15 * 470 / 4


def test_the_order_given_does_not_matter() -> None:
    articles = day(60)
    assert article_groups(random.Random(1).sample(articles, 60), size=4) == article_groups(articles, size=4)


def test_a_late_article_leaves_nearly_all_groups_as_they_were() -> None:
    articles = day(471)
    for late in (articles[0], articles[200], articles[470]):
        before = set(article_groups([a for a in articles if a is not late], size=4))
        after = set(article_groups(articles, size=4))
        assert len(after - before) <= 7 < len(after) // 10


def test_a_corrected_text_changes_only_its_own_group() -> None:
    articles = day(100)
    corrected = [dataclasses.replace(a, version_id="v-new", version=2) if n == 50 else a for n, a in enumerate(articles)]
    assert len(set(article_groups(corrected, size=4)) - set(article_groups(articles, size=4))) == 1


def test_languages_are_not_mixed() -> None:
    groups = article_groups(day(9) + day(6, language="es"), size=4)
    assert all(len({a.language for a in group}) == 1 for group in groups)
    assert sorted(map(len, groups)) == [1, 2, 4, 4, 4]


def test_articles_of_one_cluster_topic_or_outlet_go_to_different_groups_where_that_is_easy() -> None:
    articles = day(8, outlets=8)
    twins = [dataclasses.replace(a, cluster_id="c-same") for a in articles[:2]]
    near = [dataclasses.replace(a, title="Ferry Aurelia towed to Sandreach harbour after storm") for a in articles[2:4]]
    neighbours = [dataclasses.replace(a, outlet="same") for a in articles[4:6]]
    groups = article_groups([*twins, *near, *neighbours, *articles[6:]], size=4)
    for pair in (twins, near, neighbours):
        assert sum(pair[0] in group and pair[1] in group for group in groups) == 0


def test_what_does_not_fit_a_model_is_parted_and_a_lone_article_is_asked_about_in_any_case() -> None:
    def few(group: Group) -> bool:
        return len(group) <= 2

    assert max(map(len, article_groups(day(20), size=8, fits=few))) == 2
    assert {len(group) for group in article_groups(day(5), size=8, fits=lambda group: False)} == {1}


def test_one_article_a_call_is_a_group_each_by_publication() -> None:
    groups = article_groups(day(5), size=1)
    assert [len(group) for group in groups] == [1] * 5
