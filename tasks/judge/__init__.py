"""Judging free answers: a language model, or an offline rule, says whether an answer gives what was expected."""
