"""Records of people in the loop: a study, who labels what, the private links, each decision, and the figures that follow from them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar


@dataclass(frozen=True, slots=True, kw_only=True)
class Study:
    """One study of one release by people. Partition: the release id.

    kind: quality (is the question clear and fresh), correctness (is the key what the article says, in three steps) or audit (is a model's
    answer right, to compare judges with). design: numbers of the design as canonical JSON. judge: the one that an audit is
    about, empty for all judges and elsewhere. items: different things to label; decisions: asked of all annotators together.
    """

    TABLE: ClassVar[str] = "studies"
    KEY: ClassVar[tuple[str, ...]] = ("study_id",)
    VERSION: ClassVar[int] = 1

    study_id: str
    release_id: str
    signature: str
    kind: str
    seed: str
    design: str
    judge: str
    annotators: tuple[str, ...]
    items: int
    decisions: int
    created: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Assignment:
    """One item that one annotator is given. Partition: the study id.

    position: place in the annotator's order, from 1. item_id: of the question or, in an audit, of the judged answer.
    raters: how many annotators are given the same item. released: False for a candidate that validation rejected, mixed in unmarked to
    find out what it rejects wrongly.
    """

    TABLE: ClassVar[str] = "assignments"
    KEY: ClassVar[tuple[str, ...]] = ("study_id", "annotator", "item_id")
    VERSION: ClassVar[int] = 1

    study_id: str
    annotator: str
    position: int
    item_id: str
    article_id: str
    version_id: str
    cluster_id: str
    outlet: str
    raters: int
    released: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """The private link of an annotator. Partition: the study id.

    token_hash: SHA-256 of the link's secret, which is itself stored nowhere. status: active or spent; a renewed link replaces the old one.
    """

    TABLE: ClassVar[str] = "annotation_links"
    KEY: ClassVar[tuple[str, ...]] = ("study_id", "annotator")
    VERSION: ClassVar[int] = 1

    study_id: str
    annotator: str
    token_hash: str
    status: str
    made: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Annotation:
    """One decision of one person. Partition: the study id. Among rows of one key the last written holds.

    step: quality, guess, read, support, audit; or feedback, a closing remark on the whole study (item_id "-", no decision).
    decision: passes, ambiguous, not_fresh or other (quality); the text of the choice picked (guess, read); yes or no (support); right,
    wrong or unsure (audit). revision: 1 for the first answer, more when it was changed.
    """

    TABLE: ClassVar[str] = "annotations"
    KEY: ClassVar[tuple[str, ...]] = ("study_id", "annotator", "item_id", "step")
    VERSION: ClassVar[int] = 1

    study_id: str
    annotator: str
    item_id: str
    step: str
    decision: str
    comment: str
    revision: int
    noted: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class HumanFigure:
    """One figure of a study, published with its release. Partition: the release id.

    measure: clarity, clarity_and_freshness, guess, read, support, agreement, alpha, ... annotator: empty for all together. value: a share
    (0 to 1) or Krippendorff's alpha; None where it is not defined. low and high: 95 % interval, clustered by article. counted: decisions
    (for agreement and alpha: items with several) that it is of.
    """

    TABLE: ClassVar[str] = "human_figures"
    KEY: ClassVar[tuple[str, ...]] = ("study_id", "measure", "annotator")
    VERSION: ClassVar[int] = 1

    study_id: str
    release_id: str
    kind: str
    measure: str
    annotator: str
    value: float | None
    low: float | None
    high: float | None
    counted: int
    articles: int
    published: datetime
