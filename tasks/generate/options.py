"""Settings of generation."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field

from storage.schemas.news import Article


class GenerateOptions(BaseModel):
    """What is asked of the generating agent for each article."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    count: int = Field(5, ge=1, le=20, description="Questions asked for per article")
    language: str = Field(
        "source", pattern=r"^(source|[a-z]{2,3})$", description='Language of the questions: "source" (that of the article) or a code'
    )
    articles_per_call: int = Field(
        4, ge=1, le=8, description="Articles that one call to the agents is about; they share its instructions. A baseline is given one at a time"
    )
    max_words: int = Field(650, ge=100, le=20_000, description="Words of the article that the agent is shown, cut at a paragraph")
    tokens_per_question: int = Field(180, ge=50, le=2_000, description="Output tokens allowed per question; after a cut reply, twice that")
    tolerated_missing: int = Field(
        1, ge=0, le=20, description="Usable questions that may be missing without a second request, which costs the article's tokens again"
    )
    keep_surplus: bool = Field(False, description="Keep questions beyond the number asked for (otherwise they are counted as surplus)")


def question_language(article: Article, options: GenerateOptions) -> str:
    """The language that the article's questions are to be in."""
    return article.language if options.language == "source" else options.language
