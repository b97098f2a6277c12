"""Grids of evaluations: from a file, from the command line."""

import pytest

from flows.grid import Cell, cells, read_grid
from storage.schemas.errors import BadConfig, BadInput
from tasks.questions.setting import Setting


def written(tmp_path, text):
    path = tmp_path / "grid.toml"
    path.write_text(text)
    return path


def test_a_grid_file_gives_each_cell_once(tmp_path):
    rows = '[[grid]]\nmodels = ["a", "b"]\nsettings = ["oracle+both"]\n[[grid]]\nmodels = ["a"]\nsettings = ["bm25:1,5d:k3", "oracle"]\n'
    grid = read_grid(written(tmp_path, f'judge = "j"\n{rows}'))
    assert [f"{cell.model} {cell.setting}" for cell in grid.cells()] == [
        "a oracle", "a oracle+open", "b oracle", "b oracle+open", "a bm25:1d:k3", "a bm25:5d:k3",
    ]  # fmt: skip
    assert grid.judge == "j"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('[[grid]]\nmodels = ["a"]\nsettings = ["orcale"]\n', r"grid\.toml:3: 'orcale' is no setting"),
        ('[[grid]]\nmodels = []\nsettings = ["oracle"]\n', r"grid\.0\.models"),
        ("[[grid]\n", "Mend the file"),
        ('modles = ["a"]\n', "modles"),
        ("", "grid"),
        ('[[grid]]\nmodels = ["a"]\nsettings = ["oracle"]\nforms = ["verbal"]\n', "no form 'verbal'"),
    ],
)
def test_a_mistake_in_a_file_is_named_with_its_place(tmp_path, text, told):
    with pytest.raises(BadConfig, match=told):
        read_grid(written(tmp_path, text))


def test_a_missing_file_is_said(tmp_path):
    with pytest.raises(BadConfig, match="no such grid file"):
        read_grid(tmp_path / "none.toml")


def test_models_and_settings_of_the_command_line():
    assert cells(["a", "a"], ["oracle"], ["open_ended"]) == [Cell("a", Setting("oracle", "open_ended"))]
    with pytest.raises(BadInput, match="no form"):
        cells(["a"], ["oracle"], ["spoken"])
