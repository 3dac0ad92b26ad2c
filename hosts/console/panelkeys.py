"""The keys of the corrections panel: they change the draft alone, never the match. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from buzzer.core.facts import Verdict
from buzzer.core.state import Question
from hosts.console.view.draft import Draft, judged_anew

S = 22
"""Asks for a seat that comes, goes or has not appeared; with Ctrl it saves."""
_UP, _DOWN, _LEFT, _RIGHT = 82, 81, 80, 79
_VERDICTS: dict[int, Verdict] = {9: "wrong", 13: "correct", 17: "none"}
"""F, J, N, as in the match."""


def turned(draft: Draft, scancode: int, questions: Sequence[Question]) -> Draft | str:
    """The draft after a key that is no digit; a code: a line that says why nothing changes. ``questions``: as seen."""
    verdict = _VERDICTS.get(scancode)
    if verdict is not None:
        return judged_anew(draft, questions, verdict)
    if scancode in (_UP, _DOWN):
        number = min(draft.question, len(questions) + 1) + (1 if scancode == _UP else -1)  # some may have been undone
        if not 1 <= number <= len(questions):
            return draft
        return draft._replace(question=number, seat=None)
    if scancode in (_LEFT, _RIGHT):
        return draft._replace(take=scancode == _LEFT)
    return draft
