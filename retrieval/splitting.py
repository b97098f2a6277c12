"""Splitting documents into passages on sentence borders, with sizes in the retriever's own tokens. Nothing is cut silently.

Sentences are packed in order until the next one would not fit beside the title. A sentence longer than a passage is split between
words, a word longer than that between characters. A title that would take over half of a passage is shortened. All of it is counted in
the report.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields

from retrieval.corpus import Document
from retrieval.options import PassageOptions
from retrieval.passage import Passage, make_passage, whole
from retrieval.sentences import sentence_spans, trimmed

CountTokens = Callable[[Sequence[str]], Sequence[int]]
"""Numbers of tokens of texts, each without the tokenizer's own marks."""

Span = tuple[int, int]


@dataclass(slots=True)
class SplitReport:
    """What splitting did: counts over documents, and characters that a cap cut off."""

    documents: int = 0
    passages: int = 0
    long_sentences: int = 0
    shortened_titles: int = 0
    capped_documents: int = 0
    cut_characters: int = 0

    def add(self, other: SplitReport) -> None:
        """Add the counts of another report."""
        for f in fields(self):
            setattr(self, f.name, getattr(self, f.name) + getattr(other, f.name))


def split_documents(
    documents: Sequence[Document], *, options: PassageOptions, count: CountTokens, capacity: int | None = None
) -> tuple[list[Passage], SplitReport]:
    """Passages of all documents in order; every document gives at least one. ``capacity`` bounds the size from above (an encoder's
    limit)."""
    report = SplitReport(documents=len(documents))
    if options.whole:
        report.passages = len(documents)
        return [whole(document) for document in documents], report
    size = min(options.size, capacity) if capacity else options.size
    spans = [sentence_spans(d.text, d.language) for d in documents]
    texts = [d.text[a:b] for d, own in zip(documents, spans, strict=True) for a, b in own]
    lengths = iter(count(texts)) if texts else iter(())
    titles = count([d.title for d in documents]) if documents else ()
    passages: list[Passage] = []
    for document, own, title_length in zip(documents, spans, titles, strict=True):
        units = [(span, next(lengths)) for span in own]
        passages.extend(_split(document, units, title_length, size, options, count, report))
    report.passages = len(passages)
    return passages, report


def _split(
    document: Document,
    units: list[tuple[Span, int]],
    title_length: int,
    size: int,
    options: PassageOptions,
    count: CountTokens,
    report: SplitReport,
) -> list[Passage]:
    title = document.title
    if title_length > size // 2:
        title, title_length = _shorten(title, size // 2, count)
        report.shortened_titles += 1
    room = size - title_length
    fitting: list[tuple[Span, int]] = []
    for span, length in units:
        if length <= room:
            fitting.append((span, length))
        else:
            report.long_sentences += 1
            fitting.extend(break_up(document.text, span, room, count))
    packed = _pack(fitting, room, min(options.overlap, room // 2))
    spans = _checked(document.text, packed, room, count) or [(0, 0)]
    if len(spans) > options.max_passages:
        report.capped_documents += 1
        report.cut_characters += len(document.text[spans[options.max_passages - 1][1] :].strip())
        spans = spans[: options.max_passages]
    return [make_passage(document, number, start, end, title) for number, (start, end) in enumerate(spans)]


def _pack(units: Sequence[tuple[Span, int]], room: int, overlap: int) -> list[list[Span]]:
    """Groups of neighbouring units of at most ``room`` tokens; a group begins with up to ``overlap`` tokens of the one before."""
    groups: list[list[Span]] = []
    group: list[tuple[Span, int]] = []
    used = 0
    for span, length in units:
        if group and used + length > room:
            groups.append([s for s, _ in group])
            kept: list[tuple[Span, int]] = []
            carried = 0
            for unit in reversed(group[1:]):
                if carried + unit[1] > overlap or carried + unit[1] + length > room:
                    break
                kept.insert(0, unit)
                carried += unit[1]
            group, used = kept, carried
        group.append((span, length))
        used += length
    return [*groups, [s for s, _ in group]] if group else groups


def _checked(text: str, groups: Sequence[list[Span]], room: int, count: CountTokens) -> list[Span]:
    """One span per group. A tokenizer may count more in a whole than in its parts: then the group is halved until it fits."""
    spans = [(group[0][0], group[-1][1]) for group in groups]
    lengths = count([text[a:b] for a, b in spans]) if spans else ()
    fitting: list[Span] = []
    for group, span, length in zip(groups, spans, lengths, strict=True):
        if length <= room:
            fitting.append(span)
        elif len(group) > 1:
            middle = len(group) // 2
            fitting.extend(_checked(text, [group[:middle], group[middle:]], room, count))
        else:
            fitting.extend(piece for piece, _ in break_up(text, span, room, count))
    return fitting


def break_up(text: str, span: Span, room: int, count: CountTokens) -> list[tuple[Span, int]]:
    """Pieces of a span of at most ``room`` tokens each with their counts, split at the last blank of each half, else between characters."""
    todo, pieces = [span], []
    while todo:
        start, end = todo.pop()
        length = count([text[start:end]])[0]
        if length <= room or end - start == 1:
            pieces.append(((start, end), length))
            continue
        middle = (start + end) // 2
        blank = max(text.rfind(mark, start + 1, middle + 1) for mark in " \n\t")
        cut = blank if blank > start else middle
        halves = [trimmed(text, start, cut), trimmed(text, cut, end)]
        todo.extend(half for half in reversed(halves) if half is not None)
    return pieces


def _shorten(title: str, room: int, count: CountTokens) -> tuple[str, int]:
    (start, end), length = break_up(title, (0, len(title)), room, count)[0]
    return title[start:end], length
