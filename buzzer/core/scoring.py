"""Points, totals, counts of right answers, places and the ties that are left."""

from __future__ import annotations

from buzzer.core.outcomes import Result
from buzzer.core.state import Game, Question, Setup


def worth(setup: Setup, value: int, verdict: str) -> int:
    """What a verdict on a question of ``value`` is worth. ``no_answer`` scores as ``wrong`` (Tour 3.5)."""
    if verdict == "correct":
        return value
    if verdict == "none":
        return 0
    return setup.rules.wrong_factor * value


def total(setup: Setup, game: Game, seat: int) -> int:
    """A seat's score: its points, or the ruleset's no-show score as long as it is a no-show (Umlaut 3.6)."""
    sitting = game.seats[seat - 1]
    if sitting.state == "no_show":
        return setup.rules.no_show_score or 0
    return sitting.points


def with_points(game: Game, seat: int, delta: int) -> Game:
    sitting = game.seats[seat - 1]
    changed = sitting._replace(points=sitting.points + delta)
    return game._replace(seats=(*game.seats[: seat - 1], changed, *game.seats[seat:]))


def question_points(question: Question) -> list[tuple[int, int]]:
    """(seat, delta) of every verdict and fine of a question."""
    return [(judged.seat, judged.delta) for judged in question.verdicts] + list(question.fines)


def counts(game: Game, seat: int) -> dict[int, int]:
    """Right answers of a seat at each value; wrong and withdrawn ones do not count (Tour 4.1)."""
    found: dict[int, int] = {}
    for question in game.questions:
        if question.void:
            continue
        for judged in question.verdicts:
            if judged.seat == seat and judged.verdict == "correct":
                found[question.value] = found.get(question.value, 0) + 1
    return dict(sorted(found.items()))


def groups(setup: Setup, game: Game) -> list[tuple[int, ...]]:
    """Seats from the best to the last; seats that share a place stand in one group."""
    seats = range(1, len(game.seats) + 1)
    won = {seat: counts(game, seat) for seat in seats}
    values = sorted({value for found in won.values() for value in found}, reverse=True)

    def rank(seat: int) -> tuple[int, ...]:
        first = total(setup, game, seat)
        if setup.rules.place_by == "score":
            return (first,)
        return (first, *(won[seat].get(value, 0) for value in values))

    ranks = sorted({rank(seat) for seat in seats}, reverse=True)
    return [tuple(seat for seat in seats if rank(seat) == each) for each in ranks]


def places(setup: Setup, game: Game) -> dict[int, str]:
    """Each seat's place, ``"2-3"`` where it is shared. A tie is never settled by the seat."""
    found: dict[int, str] = {}
    above = 0
    for group in groups(setup, game):
        first, last = above + 1, above + len(group)
        for seat in group:
            found[seat] = str(first) if first == last else f"{first}-{last}"
        above = last
    return dict(sorted(found.items()))


def ties(setup: Setup, game: Game) -> list[tuple[int, ...]]:
    """The groups of seats that still share a place: what a shootout or a lot may have to decide."""
    return [group for group in groups(setup, game) if len(group) > 1]


def result(setup: Setup, game: Game) -> Result:
    seats = range(1, len(game.seats) + 1)
    return Result(
        scores={seat: total(setup, game, seat) for seat in seats},
        places=places(setup, game),
        counts={seat: counts(game, seat) for seat in seats},
    )
