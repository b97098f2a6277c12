"""A dual encoder: one vector for a passage, one for a question, compared by dot product (DPR, Karpukhin et al., EMNLP 2020).

Any sentence-transformers checkpoint serves; passages and questions may have one each, as DPR does, or share one, as MiniLM does.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from retrieval.checkpoints import Checkpoint, config_of, find_checkpoint, load, weights_digest
from retrieval.encoder import Encoded
from retrieval.options import RetrievalOptions
from retrieval.passage import Passage
from retrieval.threads import set_threads
from retrieval.tokens import count_tokens, special_tokens
from storage.schemas.errors import BadConfig


class DenseEncoder:
    """An ``Encoder`` with one vector a text. With ``separator`` the title is set off by the tokenizer's separator, as DPR was trained."""

    multi = False

    def __init__(self, name: str, passage_model: Any, question_model: Any, *, precision: str, batch: int, separator: bool) -> None:
        self.name = name
        self._passages, self._questions, self._batch = passage_model, question_model, batch
        tokenizer = passage_model.tokenizer
        self._joint = f" {tokenizer.sep_token} " if separator else " "
        self.dimension = int(passage_model.get_embedding_dimension())
        self._capacities = {id(m): int(m.max_seq_length or 512) - special_tokens(m.tokenizer) for m in (passage_model, question_model)}
        self.capacity = self._capacities[id(passage_model)] - (1 if separator else 0)
        models = (passage_model,) if passage_model is question_model else (passage_model, question_model)
        self._identity = {
            "encoder": name, "weights": weights_digest(*models), "precision": precision, "capacity": self.capacity, "separator": separator,
            "dimension": self.dimension,
        }  # fmt: skip

    @property
    def identity(self) -> Mapping[str, Any]:
        """Name, digest of the weights, precision, and how a text is laid out."""
        return self._identity

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """Tokens of each text, without the model's own marks."""
        return count_tokens(self._passages.tokenizer, texts)

    def encode_passages(self, passages: Sequence[Passage]) -> Encoded:
        """One vector for each passage: title, joint, text."""
        return self._encode(self._passages, [f"{p.title}{self._joint}{p.text}" if p.title else p.text for p in passages], "encode_document")

    def encode_questions(self, questions: Sequence[str]) -> Encoded:
        """One vector for each question."""
        return self._encode(self._questions, questions, "encode_query")

    def _encode(self, model: Any, texts: Sequence[str], how: str) -> Encoded:
        if not texts:
            return Encoded(np.empty((0, self.dimension), np.float32), np.empty(0, np.int32), np.empty(0, np.bool_))
        over = np.array(count_tokens(model.tokenizer, texts)) > self._capacities[id(model)]
        tensor = getattr(model, how)(list(texts), batch_size=self._batch, convert_to_tensor=True, show_progress_bar=False)
        return Encoded(tensor.float().cpu().numpy(), np.ones(len(texts), np.int32), over)


def load_dense(passage_name: str, question_name: str, options: RetrievalOptions, *, separator: bool = False) -> DenseEncoder:
    """Load a dual encoder by names or folders. NotInstalled when it cannot be had; BadConfig when it is none."""
    set_threads(options.threads)
    passage, question = find_checkpoint(passage_name), find_checkpoint(question_name)
    first = _model(passage, options)
    second = first if question == passage else _model(question, options)
    name = passage.name if question == passage else f"{passage.name} with {question.name}"
    return DenseEncoder(name, first, second, precision=options.precision, batch=options.batch, separator=separator)


def _model(checkpoint: Checkpoint, options: RetrievalOptions) -> Any:
    from sentence_transformers import SentenceTransformer

    config = config_of(checkpoint, "config.json", offline=options.offline) or {}
    if config.get("model_type") == "dpr":
        todo = "Take sentence-transformers/facebook-dpr-ctx_encoder-single-nq-base and its question encoder"
        raise BadConfig("this form of the DPR weights would load as an untrained model", where=checkpoint.source, todo=todo)
    kwargs = {"dtype": "bfloat16"} if options.precision == "bf16" else None
    return load(
        checkpoint,
        lambda source, local: SentenceTransformer(source, device="cpu", local_files_only=local, model_kwargs=kwargs).eval(),
        offline=options.offline,
    )
