"""Prompts as files with versions, loaded by name and hashed."""
