"""Retrieval over the days of news around a release: corpora, indexes, search, and measures."""
