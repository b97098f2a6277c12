"""What the repair of a lake needs to know of releases."""

from __future__ import annotations

from storage.repair import Makers
from tasks.release.build import remake_questions
from tasks.release.card import render_card

MAKERS = Makers(questions=remake_questions, card=render_card)
"""For ``storage.repair.repair_lake``."""
