"""Figures 2, 3 and 4 from stored data."""

from dataclasses import replace

from tasks.report.results.figure_plots import between_plot, retrieval_plot, size_plot
from tests.tasks.report.made_results import BACKBONE, CUTOFFS, DAYS, RETRIEVERS


def says(plot):
    return [point.says for panel in plot.panels for series in panel.series for point in series.points]


def test_figure_2_has_a_panel_for_each_k_and_a_line_for_each_retriever(results):
    plot = retrieval_plot(results)
    assert len(plot.panels) == len(CUTOFFS)
    for panel in plot.panels:
        assert {series.name for series in panel.series} == set(RETRIEVERS)
        assert all(len(series.points) == len(DAYS) for series in panel.series)


def test_figure_3_shows_families_against_size_with_reference_and_guess_line(results, reference):
    plot = size_plot(results, reference)
    assert [panel.title for panel in plot.panels] == ["no context", "oracle", "MMLU-Pro"]
    assert plot.panels[0].guess == 0.25 and plot.panels[2].guess is None
    gemma = next(series for series in plot.panels[1].series if series.name == "gemma")
    assert [point.x for point in gemma.points] == sorted(point.x for point in gemma.points)
    loose = [series for series in plot.panels[0].series if not series.joined]
    assert {series.name for series in loose} == {"cirrus", "guess", "overlap"}, "models of unknown size are on no line"
    assert "Qwen2.5-72B-Instruct, 72 B, MMLU-Pro: 71.1 %" in says(plot)


def test_figure_4_puts_retrievers_between_no_context_and_oracle(results):
    plot = between_plot(results)
    assert [panel.title for panel in plot.panels] == ["gemma", "qwen", "size unknown"]
    assert [series.name for series in plot.legend] == ["no context", *sorted(RETRIEVERS), "oracle"]
    assert sum(BACKBONE in text for text in says(plot)) == 2 + len(RETRIEVERS), "one window and number of passages alone"


def test_models_of_unknown_size_alone_stand_side_by_side_under_their_names(results, reference):
    alone = replace(results, scores=tuple(one for one in results.scores if one.size is None))
    for panel in size_plot(alone, reference).panels:
        assert [label for _, label in panel.ticks] == ["cirrus-large", "guess", "overlap"]
        assert panel.below == "size unknown"
