"""How many processors retrieval may use. torch and FAISS each bring an OpenMP of their own, so both are told."""

from __future__ import annotations

import os


def thread_count(wanted: int) -> int:
    """``wanted``, or the number of processors open to this process for 0."""
    if wanted > 0:
        return wanted
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def set_threads(wanted: int) -> None:
    """Bound torch's and FAISS's threads."""
    import faiss
    import torch

    count = thread_count(wanted)
    torch.set_num_threads(count)
    faiss.omp_set_num_threads(count)
