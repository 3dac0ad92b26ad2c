"""Corrections in the making: nothing here is part of the match until it is saved. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from buzzer.core.facts import Rejudge, Verdict
from buzzer.core.outcomes import Outcome
from buzzer.core.record import rejudge
from buzzer.core.state import Game, Judged, Question, Setup

Change = tuple[int, int, Verdict]
"""(question, seat, verdict)"""


class Draft(NamedTuple):
    """``question`` and ``seat``: what is chosen (seat None: nobody yet). ``take``: also what is proposed."""

    question: int
    seat: int | None = None
    changes: tuple[Change, ...] = ()
    take: bool = True


def judged_as(question: Question, seat: int) -> Judged | None:
    """The verdict that a correction would replace: the seat's last one."""
    return next((each for each in reversed(question.verdicts) if each.seat == seat), None)


def judged_anew(draft: Draft, questions: Sequence[Question], verdict: Verdict) -> Draft | str:
    """The draft with another verdict for what is chosen, or the code of a line that says why not."""
    if draft.seat is None:
        return "corr_seat"
    if not 1 <= draft.question <= len(questions):
        return "corr_no_question"
    question = questions[draft.question - 1]
    if question.void or question.ended is None:
        return "corr_void" if question.void else "corr_open"
    before = judged_as(question, draft.seat)
    if before is None:
        return "corr_no_verdict"
    kept = tuple(each for each in draft.changes if each[:2] != (draft.question, draft.seat))
    if verdict != before.verdict:
        kept = (*kept, (draft.question, draft.seat, verdict))
    return draft._replace(changes=kept)


def proposed(draft: Draft, questions: Sequence[Question]) -> tuple[Change, ...]:
    """Where an answer becomes right, those after it would not have been given: they count for nothing."""
    chosen = {each[:2] for each in draft.changes}
    found: list[Change] = []
    for number, seat, verdict in draft.changes:
        if verdict != "correct" or number > len(questions):
            continue
        after = False
        for judged in questions[number - 1].verdicts:
            if after and judged.verdict != "none" and (number, judged.seat) not in chosen:
                found.append((number, judged.seat, "none"))
            after = after or judged.seat == seat
    return tuple(dict.fromkeys(found))


def all_changes(draft: Draft, questions: Sequence[Question]) -> tuple[Change, ...]:
    """What saving would write."""
    return draft.changes + (proposed(draft, questions) if draft.take else ())


def corrected(setup: Setup, game: Game, draft: Draft) -> Game:
    """The match as it would be; a change that is no longer possible is left out."""
    told: list[Outcome] = []
    for number, seat, verdict in all_changes(draft, game.questions):
        fact = Rejudge(at_us=0, question=number, seat=seat, verdict=verdict)
        after = rejudge(setup, game, fact, 0, told)
        if isinstance(after, Game):
            game = after
    return game
