"""Prompts as files with versions, loaded by name and hashed."""

from tasks.prompts.loader import Prompt, load_prompt

__all__ = ["Prompt", "load_prompt"]
