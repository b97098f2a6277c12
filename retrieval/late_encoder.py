"""A late-interaction encoder: one vector for each token (ColBERT, Khattab and Zaharia, SIGIR 2020; ColBERTv2, NAACL 2022).

Trained checkpoints (Stanford layout, PyLate, sentence-transformers) load through ``MultiVectorEncoder``. A plain model has no trained
projection, and the library would make a random one; here its own token vectors are compared instead, and its name stays what it is.
Questions shorter than the checkpoint's expansion length are filled up as it was trained; longer ones are not cut there.
"""

from __future__ import annotations

import string
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from retrieval.checkpoints import Checkpoint, config_of, find_checkpoint, load, weights_digest
from retrieval.encoder import Encoded
from retrieval.options import RetrievalOptions
from retrieval.passage import Passage
from retrieval.threads import set_threads
from retrieval.tokens import count_tokens, special_tokens


class LateEncoder:
    """An ``Encoder`` with one vector of length 1 for each token."""

    multi = True

    def __init__(self, name: str, model: Any, *, precision: str, batch: int) -> None:
        self.name = name
        self._model, self._batch = model, batch
        transformer = model[0]
        if transformer.query_expansion is not None:
            transformer.query_expansion = {**transformer.query_expansion, "strategy": "min"}
        marks = special_tokens(model.tokenizer)
        limit = int(transformer.max_seq_length or 512)
        prompts = {side: count_tokens(model.tokenizer, [model.prompts.get(side) or ""])[0] for side in ("document", "query")}
        self.capacity = min(int(transformer.document_length or limit), limit) - marks - prompts["document"]
        self._question_capacity = min(int(transformer.query_length or limit), limit) - marks - prompts["query"]
        probe = model.encode_document(["probe"], show_progress_bar=False)[0]
        self.dimension = int(probe.shape[1])
        self._identity = {
            "encoder": name, "weights": weights_digest(model), "precision": precision, "capacity": self.capacity,
            "dimension": self.dimension,
            "expansion": str(transformer.query_expansion),
        }  # fmt: skip

    @property
    def identity(self) -> Mapping[str, Any]:
        """Name, digest of the weights, precision, lengths and question expansion."""
        return self._identity

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """Tokens of each text, without the model's own marks."""
        return count_tokens(self._model.tokenizer, texts)

    def encode_passages(self, passages: Sequence[Passage]) -> Encoded:
        """Vectors of the tokens of title and text, punctuation left out where the checkpoint was trained so."""
        return self._encode([f"{p.title} {p.text}" if p.title else p.text for p in passages], self._model.encode_document, self.capacity)

    def encode_questions(self, questions: Sequence[str]) -> Encoded:
        """Vectors of the tokens of each question and of what fills it up."""
        return self._encode(questions, self._model.encode_query, self._question_capacity)

    def _encode(self, texts: Sequence[str], encode: Any, capacity: int) -> Encoded:
        if not texts:
            return Encoded(np.empty((0, self.dimension), np.float32), np.empty(0, np.int32), np.empty(0, np.bool_))
        over = np.array(self.count_tokens(texts)) > capacity
        tensors = encode(list(texts), batch_size=self._batch, show_progress_bar=False)
        vectors = np.concatenate([t.float().cpu().numpy() for t in tensors])
        return Encoded(vectors, np.array([len(t) for t in tensors], np.int32), over)


def load_late(name: str, options: RetrievalOptions) -> LateEncoder:
    """Load a late-interaction encoder by name or folder. NotInstalled when it cannot be had."""
    set_threads(options.threads)
    checkpoint = find_checkpoint(name)
    trained = _has_projection(checkpoint, options)
    return LateEncoder(
        checkpoint.name,
        _trained(checkpoint, options) if trained else _plain(checkpoint, options),
        precision=options.precision,
        batch=options.batch,
    )


def _kwargs(options: RetrievalOptions) -> dict[str, Any] | None:
    return {"dtype": "bfloat16"} if options.precision == "bf16" else None


def _has_projection(checkpoint: Checkpoint, options: RetrievalOptions) -> bool:
    """Whether the checkpoint was trained for late interaction: its architecture says so, or its modules do."""
    config = config_of(checkpoint, "config.json", offline=options.offline) or {}
    architectures = config.get("architectures") or []
    if "HF_ColBERT" in architectures or any(a.endswith("ForRetrieval") for a in architectures):
        return True
    modules = config_of(checkpoint, "modules.json", offline=options.offline) or []
    kinds = " ".join(str(module.get("type", "")) for module in modules)
    return "multi_vector_encoder" in kinds or "pylate" in kinds


def _trained(checkpoint: Checkpoint, options: RetrievalOptions) -> Any:
    from sentence_transformers import MultiVectorEncoder

    return load(
        checkpoint,
        lambda source, local: MultiVectorEncoder(source, device="cpu", local_files_only=local, model_kwargs=_kwargs(options)).eval(),
        offline=options.offline,
    )


def _plain(checkpoint: Checkpoint, options: RetrievalOptions) -> Any:
    from sentence_transformers import MultiVectorEncoder
    from sentence_transformers.base.modules import Normalize, Transformer
    from sentence_transformers.multi_vector_encoder.modules import MultiVectorMask

    def make(source: str, local: bool) -> Any:
        keys = {"local_files_only": local}
        transformer = Transformer(source, model_kwargs={**keys, **(_kwargs(options) or {})}, processor_kwargs=keys, config_kwargs=keys)
        modules = [transformer, MultiVectorMask(skiplist_words=list(string.punctuation)), Normalize(module_input_name="token_embeddings")]
        return MultiVectorEncoder(modules=modules, device="cpu", prompts={"query": "", "document": ""}).eval()

    return load(checkpoint, make, offline=options.offline)
