"""A lake with a small signed release in it."""

from collections.abc import Callable
from pathlib import Path

import pytest

from storage.lake import Lake
from storage.releases import Release
from storage.schemas.news import Article
from storage.schemas.questions import Candidate, FunnelRow, Run, Verdict
from tasks.release.build import build_release
from tests.release_rows import DAY, RUN, agents, article, candidate, funnel, run, verdict


@pytest.fixture
def lake(tmp_path: Path) -> Lake:
    return Lake.open(tmp_path / "lake")


@pytest.fixture
def release(lake: Lake) -> Release:
    """Six questions on six articles, two of them from an outlet whose texts may not be passed on; the run's rows are in the lake too."""
    candidates, verdicts = [candidate(i) for i in range(6)], [verdict(i, check=check) for i in range(6) for check in ("one", "two")]
    articles = [article(i) for i in range(6)]
    lake.append(Run, [run()], RUN)
    lake.append(Article, articles, DAY)
    lake.append(Candidate, candidates, RUN)
    lake.append(Verdict, verdicts, RUN)
    lake.append(FunnelRow, funnel(), RUN)
    return build_release(
        lake=lake, run=run(), candidates=candidates, verdicts=verdicts, articles=articles, agents=agents(), seed="seed", funnel=funnel()
    )


@pytest.fixture
def change() -> Callable[[Path, int], None]:
    """Flip one bit of a file, at a share of its length in percent."""

    def flip(path: Path, percent: int) -> None:
        data = bytearray(path.read_bytes())
        data[len(data) * percent // 100] ^= 4
        path.write_bytes(data)

    return flip
