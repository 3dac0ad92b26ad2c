"""Whose turn it is: themes one after another, in each the values in the ruleset's order (Novosibirsk IV.3, Umlaut 3.1).

The host may break the order; then the record shows it, and the turn is the first value of the theme that is still to
be played.
"""

from __future__ import annotations

from typing import NamedTuple

from buzzer.core.state import Game, Question, Setup


class Turn(NamedTuple):
    """The next question in the order. ``theme_break``: its theme has not been begun."""

    theme: int
    value: int
    theme_break: bool


def theme_of_next(setup: Setup, game: Game) -> int:
    """The number of the theme that the next announcement belongs to: as announced, else counted by whole themes."""
    if game.theme is not None:
        return game.theme.number
    places = sum(1 for question in game.questions if question.replaces is None)
    return 1 + places // len(setup.rules.values)


def played(game: Game, theme: int) -> list[Question]:
    """The questions that stand in a theme's places: a withdrawn one until a spare has taken its place."""
    places: dict[int, int] = {}
    standing: dict[int, Question] = {}
    for question in game.questions:
        if question.replaces is not None:
            place = places[question.number] = places.get(question.replaces, question.replaces)
            if place in standing:
                standing[place] = question
        elif question.theme == theme:
            standing[question.number] = question
    return list(standing.values())


def in_place(game: Game, number: int) -> Question:
    """The question that stands in the place of this one, or was the last to: a spare of a spare takes the first's."""
    places = {question.number: question.number for question in game.questions}
    for question in game.questions:
        if question.replaces is not None:
            places[question.number] = places[question.replaces]
    return [question for question in game.questions if places[question.number] == places[number]][-1]


def turn(setup: Setup, game: Game) -> Turn | None:
    """The next question in the order; None when all themes have been played."""
    theme = theme_of_next(setup, game)
    here = played(game, theme)
    done = {question.value for question in here}
    for value in setup.rules.values:
        if value not in done:
            return _within(setup, Turn(theme, value, not here))
    return _within(setup, Turn(theme + 1, setup.rules.values[0], True))


def _within(setup: Setup, turn: Turn) -> Turn | None:
    return None if setup.themes is not None and turn.theme > setup.themes else turn
