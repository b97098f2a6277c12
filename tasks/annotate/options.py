"""Designs of studies: how many people label how much, and how much of it is labelled by several. Defaults are those of the paper."""

from __future__ import annotations

from typing import Any, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from storage.schemas.errors import BadInput

Kind = Literal["quality", "correctness", "audit"]
D = TypeVar("D", bound="_Design")


class _Design(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    annotators: int = Field(4, ge=1, le=200, description="People who take part")

    @classmethod
    def checked(cls: type[D], **values: Any) -> D:
        """The design of a person's values, those that are None left at their defaults. BadInput names the one that is wrong."""
        try:
            return cls(**{name: value for name, value in values.items() if value is not None})
        except ValidationError as error:
            first = error.errors()[0]
            name = str(first["loc"][0]).replace("_", "-") if first["loc"] else "design"
            raise BadInput(str(first["msg"]), where=f"--{name}", todo="See okbench annotations assign --help") from None


class OverlapDesign(_Design):
    """Items labelled by one person each, and blocks of items that ``raters`` neighbours in a ring share.

    With 4 annotators, 60 items each, 20 of them shared, 2 raters: each shares 10 with either neighbour, so 200 different items, 40 twice.
    """

    each: int = Field(60, ge=1, le=2000, description="Items that each person labels")
    shared: int = Field(20, ge=0, le=2000, description="Of these, items that others label as well")
    raters: int = Field(2, ge=2, le=20, description="People who label a shared item")

    @property
    def block(self) -> int:
        """Shared items of one group of ``raters`` neighbours."""
        return self.shared // self.raters

    @property
    def different(self) -> int:
        """Different items that the design needs."""
        return self.annotators * (self.each - self.shared + self.block)

    def check(self) -> None:
        """BadInput when the numbers do not go together."""
        if self.shared > self.each:
            raise BadInput(f"{self.shared} shared of {self.each} items each", where="--shared", todo="Share at most what each person labels")
        if self.shared and self.raters > self.annotators:
            what = f"{self.raters} people for a shared item, {self.annotators} in all"
            raise BadInput(what, where="--raters", todo="Take more annotators, or --shared 0")
        if self.shared % self.raters:
            near = self.shared - self.shared % self.raters
            what = f"{self.shared} shared items cannot be split evenly among {self.raters} groups"
            raise BadInput(what, where="--shared", todo=f"Take --shared {near} or {near + self.raters}")


class QualityDesign(OverlapDesign):
    """Is a question clear, and is it fresh."""

    rejected: int = Field(0, ge=0, le=500, description="Questions that validation rejected, mixed in unmarked for each person")


class AuditDesign(OverlapDesign):
    """Is a model's open-ended answer right; to compare a judge with."""

    annotators: int = Field(2, ge=1, le=200, description="People who take part")
    each: int = Field(50, ge=1, le=2000, description="Items that each person labels")


class CorrectnessDesign(_Design):
    """Is the key what the article says: guess, read, compare. All people are given the same articles unless ``own`` is set."""

    articles: int = Field(5, ge=1, le=100, description="Articles that each person reads")
    questions: int = Field(5, ge=1, le=20, description="Questions on each article")
    own: bool = Field(False, description="Give each person articles of their own")

    @property
    def different(self) -> int:
        """Different articles that the design needs."""
        return self.articles * (self.annotators if self.own else 1)
