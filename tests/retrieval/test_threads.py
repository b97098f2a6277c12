"""Processors that retrieval uses."""

import faiss
import torch

from retrieval.threads import set_threads, thread_count


def test_zero_means_all_there_are():
    assert thread_count(0) >= 1
    assert thread_count(3) == 3


def test_both_libraries_are_told():
    before = torch.get_num_threads()
    try:
        set_threads(1)
        assert (torch.get_num_threads(), faiss.omp_get_max_threads()) == (1, 1)
    finally:
        set_threads(before)
