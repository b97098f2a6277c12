"""Progress bars follow the stages that a flow reports, on a terminal only."""

from io import StringIO

from rich.console import Console

from flows.artifacts import Progress
from flows.cli.bars import stage_bars


async def test_each_stage_gets_its_bar_and_none_stays_behind():
    file = StringIO()
    with stage_bars(Console(file=file, force_terminal=True, width=80)):
        feeds, pages = Progress("feeds", 8), Progress("pages", 20)
        await feeds.advance(8)
        await pages.advance(5)
    assert "starting" in file.getvalue()
    assert "8/8" in file.getvalue()
    assert "5/20" in file.getvalue()
    assert Progress.listener is None


async def test_a_pipe_gets_nothing():
    file = StringIO()
    with stage_bars(Console(file=file)):
        await Progress("feeds", 8).advance(8)
    assert file.getvalue() == ""
