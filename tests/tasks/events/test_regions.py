"""The regions file."""

from pathlib import Path

import pytest

from storage.schemas.errors import BadConfig, BadInput, NotFound
from tasks.events.regions import choose_regions, load_regions, parse_years

SHIPPED = Path(__file__).resolve().parents[3] / "deployments" / "events.toml"


def write(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "events.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_the_six_regions_of_the_paper_and_the_23_of_its_second_version_ship():
    regions = load_regions(SHIPPED)
    assert len(choose_regions(regions, ["all"])) == 23
    assert [region.name for region in choose_regions(regions, ["six"])] == ["World", "Brazil", "China", "France", "Portugal", "United States"]
    assert [region.region_id for region in choose_regions(regions, [])] == [region.region_id for region in choose_regions(regions, ["six"])]
    assert all(region.years == tuple(range(2015, 2025)) for region in regions)


def test_titles_are_filled_with_the_year_and_names_are_understood_as_people_write_them():
    regions = load_regions(SHIPPED)
    assert choose_regions(regions, ["USA"])[0].titles_of(2020) == ("2020 in the United States",)
    assert choose_regions(regions, ["World"])[0].titles_of(2020) == ("2020",)
    assert choose_regions(regions, ["turkey"])[0].titles_of(2020) == ("2020 in Turkey", "2020 in Türkiye")
    with pytest.raises(NotFound, match="Atlantis"):
        choose_regions(regions, ["Atlantis"])


@pytest.mark.parametrize(
    ("text", "years"), [("2020", [2020]), ("2015-2017", [2015, 2016, 2017]), ("2015, 2018–2019", [2015, 2018, 2019]), ("", [])]
)
def test_years_as_people_write_them(text, years):
    assert parse_years(text) == years


@pytest.mark.parametrize("text", ["20", "2020-2018", "last year", "1000-2024"])
def test_what_is_no_year_is_refused(text):
    with pytest.raises(BadInput):
        parse_years(text)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('[[region]]\nid = "a"\nname = "A"\ntitles = ["In A"]', "year"),
        ('[[region]]\nid = "a"\nname = "A"', "titles"),
        ('[[region]]\nid = "a"\nname = "A"\ntitles = ["{year} in A"]\nwkii = "x"', "wkii"),
        ('[[region]]\nid = "a/b"\nname = "A"\ntitles = ["{year} in A"]', "region id"),
        ("", "region"),
        ("[[region", "TOML"),
    ],
)
def test_a_faulty_file_is_refused_with_what_is_wrong(tmp_path, text, says):
    with pytest.raises(BadConfig, match=says):
        load_regions(write(tmp_path, '[defaults]\nwiki = "https://w.example/w/api.php"\n' + text if says != "TOML" else text))
