"""Verdicts on candidates: named rules first, then an agent that sees the article."""
