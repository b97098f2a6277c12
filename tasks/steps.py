"""The stages' work as Prefect tasks: one for each feed, and for each batch of pages, articles or questions; never one for a model call.

Thin wrappers around closures: Prefect then neither copies nor walks into tables. No retries here: requests are retried by the fetcher, calls by the
door, and what either has finished lies in the lake, so that a repeated task repeats nothing.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TypeVar

from prefect import task
from prefect.cache_policies import NO_CACHE

T = TypeVar("T")
Work = Callable[[], Awaitable[T]]


@task(name="collect-feed", task_run_name="feed {label}", cache_policy=NO_CACHE, persist_result=False)
async def collect_feed_step(label: str, work: Work[T]) -> T:
    """Ask one feed, read its entries, store both."""
    return await work()


@task(name="read-pages", task_run_name="pages {label}", cache_policy=NO_CACHE, persist_result=False)
async def read_pages_step(label: str, work: Work[T]) -> T:
    """Fetch and read a batch of pages, store articles and fates."""
    return await work()


@task(name="finish-snapshot", task_run_name="snapshot {label}", cache_policy=NO_CACHE, persist_result=False)
async def finish_snapshot_step(label: str, work: Work[T]) -> T:
    """Cluster the day's articles, store and compact them."""
    return await work()


@task(name="generate", task_run_name="generate {label}", cache_policy=NO_CACHE, persist_result=False)
async def generate_step(label: str, work: Work[T]) -> T:
    """Have the agent write the questions of a batch of articles."""
    return await work()


@task(name="validate", task_run_name="validate {label}", cache_policy=NO_CACHE, persist_result=False)
async def validate_step(label: str, work: Work[T]) -> T:
    """Rules, then the agent, over the candidates of a batch of articles."""
    return await work()


@task(name="release", task_run_name="release {label}", cache_policy=NO_CACHE, persist_result=False)
async def release_step(label: str, work: Work[T]) -> T:
    """Build, sign and store the release."""
    return await work()


@task(name="answer", task_run_name="answer {label}", cache_policy=NO_CACHE, persist_result=False)
async def answer_step(label: str, work: Work[T]) -> T:
    """Have one model answer a batch of questions in one setting."""
    return await work()


@task(name="judge", task_run_name="judge {label}", cache_policy=NO_CACHE, persist_result=False)
async def judge_step(label: str, work: Work[T]) -> T:
    """Have a judge decide on a batch of open-ended answers."""
    return await work()


@task(name="embed", task_run_name="embed {label}", cache_policy=NO_CACHE, persist_result=False)
async def embed_step(label: str, work: Work[T]) -> T:
    """Embed a batch of articles with one encoder."""
    return await work()


@task(name="build-index", task_run_name="index {label}", cache_policy=NO_CACHE, persist_result=False)
async def build_index_step(label: str, work: Work[T]) -> T:
    """Build one retriever's index of one window."""
    return await work()


@task(name="measure-retriever", task_run_name="measure {label}", cache_policy=NO_CACHE, persist_result=False)
async def measure_retriever_step(label: str, work: Work[T]) -> T:
    """Search a release's questions with one retriever over one window, and measure."""
    return await work()


@task(name="report", task_run_name="report {label}", cache_policy=NO_CACHE, persist_result=False)
async def report_step(label: str, work: Work[T]) -> T:
    """Write the report of a run from what is stored."""
    return await work()
