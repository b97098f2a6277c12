"""Passages, indexes, retrievers and measures; knows nothing of Prefect, language models or where data came from."""
