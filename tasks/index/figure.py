"""Figure 2 of the paper drawn: retrieval accuracy by window, one panel for each k, one line for each retriever, with 95 % intervals."""

from __future__ import annotations

import io
from collections.abc import Sequence

from storage.lake import Lake
from storage.schemas.retrieval import RetrievalMeasure
from tasks.index.tables import Series, figure_2

# Okabe and Ito's colours, which people with any kind of colour vision tell apart; markers beside, for print in grey.
_COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")
_MARKERS = "osD^vPX"
_STYLE = {
    "svg.hashsalt": "okbench",  # the same figures give the same file
    "font.size": 9,
    "axes.spines.top": False,
    "axes.spines.right": False,
}


def stored_figure(lake: Lake, release_id: str) -> str:
    """The figure of all that was measured on a release."""
    return draw_figure_2(figure_2(lake.read(RetrievalMeasure, release_id)))


def draw_figure_2(series: Sequence[Series]) -> str:
    """The figure as an SVG document. An empty string when nothing was measured."""
    if not series:
        return ""
    import matplotlib as mpl
    from matplotlib.figure import Figure

    cutoffs = sorted({one.k for one in series})
    retrievers = list(dict.fromkeys(one.retriever for one in series))
    windows = sorted({days for one in series for days, *_ in one.points})
    place = {days: number for number, days in enumerate(windows)}
    with mpl.rc_context(_STYLE):
        figure = Figure(figsize=(2.4 * len(cutoffs) + 0.6, 3.3), layout="constrained")
        panels = figure.subplots(1, len(cutoffs), sharey=True, squeeze=False)[0]
        for panel, k in zip(panels, cutoffs, strict=True):
            for one in (one for one in series if one.k == k):
                number = retrievers.index(one.retriever)
                shift = 0.06 * (number - (len(retrievers) - 1) / 2)  # intervals beside, not over one another
                panel.errorbar(
                    [place[days] + shift for days, *_ in one.points], [value for _, value, _, _ in one.points],
                    yerr=[[max(0.0, v - low) for _, v, low, _ in one.points], [max(0.0, high - v) for _, v, _, high in one.points]],
                    color=_COLOURS[number % len(_COLOURS)], marker=_MARKERS[number % len(_MARKERS)], label=one.retriever,
                    linewidth=1.3, markersize=4.5, capsize=2.5, elinewidth=0.8,
                )  # fmt: skip
            panel.set_title(f"first {k}" if k > 1 else "first one", fontsize=9)
            panel.set_xticks(range(len(windows)), [str(days) for days in windows])
            panel.set_xlim(-0.5, len(windows) - 0.5)
            panel.set_ylim(0, 1.02)
            panel.grid(axis="y", linewidth=0.4, alpha=0.5)
            panel.set_xlabel("days of news searched")
        panels[0].set_ylabel("right article found")
        handles, labels = panels[-1].get_legend_handles_labels()
        figure.legend(handles, labels, loc="outside lower center", ncols=min(4, len(labels)), frameon=False)
        out = io.StringIO()
        figure.savefig(out, format="svg", metadata={"Date": None, "Title": "Retrieval accuracy by days of news searched"})
    return out.getvalue()
