"""The record and the people: what may be changed after a question, and who sits where.

The same shape as in `play`: (setup, game, fact, at_us, out) to the new game, or a text: why it is refused.
"""

from __future__ import annotations

from buzzer.core import outcomes as o
from buzzer.core.facts import Adjust, Check, Note, Rejudge, SeatFact, Void
from buzzer.core.scoring import question_points, total, with_points, worth
from buzzer.core.state import Game, Idle, Judged, Setup

Out = list[o.Outcome]


def end_question(game: Game, why: str, at_us: int, out: Out) -> Game:
    """The open question is closed; a hold ends with it."""
    out.append(o.Closed(at_us, why))
    return game.with_question(ended=why)._replace(phase=Idle(), live=None, hold=None, offset_us=0)


def void(setup: Setup, game: Game, fact: Void, at_us: int, out: Out) -> Game | str:
    number = len(game.questions) if fact.question is None else fact.question
    if not 1 <= number <= len(game.questions):
        return "there is no such question"
    question = game.questions[number - 1]
    if question.void:
        return "withdrawn already"
    was_open = game.open is not None and game.open.number == number
    for seat, delta in question_points(question):
        game = with_points(game, seat, -delta)
    game = game.with_question(number, void=True)
    game = game._replace(checks=frozenset(check for check in game.checks if check[0] != number))
    out.append(o.Voided(at_us, number))
    return end_question(game, "void", at_us, out) if was_open else game


def rejudge(setup: Setup, game: Game, fact: Rejudge, at_us: int, out: Out) -> Game | str:
    if not 1 <= fact.question <= len(game.questions):
        return "there is no such question"
    question = game.questions[fact.question - 1]
    if question.void:
        return "the question is withdrawn"
    if question.ended is None:
        return "the question is open"
    mine = [index for index, judged in enumerate(question.verdicts) if judged.seat == fact.seat]
    if not mine:
        return f"seat {fact.seat} has no verdict on question {fact.question}"
    index = mine[-1]
    now = Judged(fact.seat, fact.verdict, worth(setup, question.value, fact.verdict))
    change = now.delta - question.verdicts[index].delta
    verdicts = (*question.verdicts[:index], now, *question.verdicts[index + 1 :])
    game = with_points(game.with_question(fact.question, verdicts=verdicts), fact.seat, change)
    out.append(o.Rejudged(at_us, fact.question, fact.seat, fact.verdict, change, total(setup, game, fact.seat)))
    return game


def adjust(setup: Setup, game: Game, fact: Adjust, at_us: int, out: Out) -> Game | str:
    game = with_points(game, fact.seat, fact.delta)
    game = game._replace(adjusts=(*game.adjusts, (fact.seat, fact.delta, fact.reason)))
    out.append(o.Adjusted(at_us, fact.seat, fact.delta, total(setup, game, fact.seat)))
    return game


def seat(setup: Setup, game: Game, fact: SeatFact, at_us: int, out: Out) -> Game | str:
    sitting = game.seats[fact.seat - 1]
    changed = sitting._replace(state=fact.state, name=sitting.name if fact.name is None else fact.name)
    game = game._replace(seats=(*game.seats[: fact.seat - 1], changed, *game.seats[fact.seat :]))
    out.append(o.SeatChanged(at_us, fact.seat, fact.state, total(setup, game, fact.seat)))
    return game


def check(setup: Setup, game: Game, fact: Check, at_us: int, out: Out) -> Game | str:
    if not 1 <= fact.question <= len(game.questions):
        return "there is no such question"
    if game.questions[fact.question - 1].void:
        return "the question is withdrawn"
    mark = frozenset({(fact.question, fact.seat)})
    out.append(o.CheckChanged(at_us, fact.question, fact.seat, fact.open))
    return game._replace(checks=game.checks | mark if fact.open else game.checks - mark)


def note(setup: Setup, game: Game, fact: Note, at_us: int, out: Out) -> Game | str:
    return game
