"""The way a match has come, and taking back.

The log is a chain from the last entry to the first: it grows by one link a fact, and a match that is kept shares it
with the next. Each of the host's facts keeps the frozen game that it met, so that an undo folds again from the slip on
and not from the first fact.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from typing import Any, NamedTuple

from buzzer.core.facts import Adjust, Check, Fact, Hold, Note, Rejudge, Resume, Session, Undo, Void
from buzzer.core.item import HOST, Item
from buzzer.core.state import Game


class Fate(Enum):
    """What a fact is in later folds."""

    STANDS = "stands"
    DEAD = "dead"
    """Refused once, or a hold between a slip and its undo: without effect in every later fold."""
    TAKEN_BACK = "taken back"
    """Undone: a hold stands in its place if a question is open there."""


class Entry(NamedTuple):
    item: Item
    fate: Fate
    opens_no_hold: bool = False
    """No press hangs on it, so nothing stands in its place (a correction, a note, the withdrawal of a closed
    question).
    """
    game: Game | None = None
    """The match just before a fact of the host's, from which it is folded again when that is taken back."""
    spent: frozenset[int] = frozenset()
    """Presses behind it that a right given before it has dealt with."""


# A link: (entry, the chain before it). Typed loosely: mypy has no recursive NamedTuple that is cheap to build.
Chain = tuple[Entry, Any] | None

_NOTHING_HANGS = (Adjust, Check, Note, Rejudge)
_PASSED_OVER = (Undo, Hold, Resume, Session)


def entries(log: Chain) -> Iterator[Entry]:
    """From the last to the first."""
    while log is not None:
        yield log[0]
        log = log[1]


def host_entry(item: Item, game: Game, spent: frozenset[int], void_of_open: bool) -> Entry:
    """The entry of a host's fact that has taken effect in ``game``."""
    fact = item.fact
    no_hold = isinstance(fact, _NOTHING_HANGS) or (isinstance(fact, Void) and not void_of_open)
    return Entry(item, Fate.STANDS, no_hold, game, spent)


def _is_key(each: Entry) -> bool:
    return (
        each.fate is Fate.STANDS
        and each.item.rank == HOST
        and not each.item.fact.auto
        and not isinstance(each.item.fact, _PASSED_OVER)
    )


class TakenBack(NamedTuple):
    """``before``: the log up to the first fact that is taken back. ``again``: all from there on, with its new fate.
    ``facts``: those that are taken back. Both from first to last; the game to begin with is that of ``again[0]``.
    """

    before: Chain
    again: list[Entry]
    facts: list[Fact]


def take_back(log: Chain) -> TakenBack | None:
    """The host's latest key that still stands, taken back; None if none stands.

    Facts of one key press stand together: a number that was used before another key that stands is another press.
    Else a question asked between would change under the presses that were made in it.
    """
    passed: list[Entry] = []
    taken: list[Entry] = []
    before, reach = log, 0
    while log is not None:
        each, log = log
        passed.append(each)
        if _is_key(each):
            if taken and taken[0].item.fact.key != each.item.fact.key:
                break
            taken.append(each)
            before, reach = log, len(passed)
            if each.item.fact.key is None:
                break
    if not taken:
        return None
    lines = {each.item.line for each in taken}
    held_from = min((each.item for each in taken if not each.opens_no_hold), default=None)

    def fate(each: Entry) -> Entry:
        if each.item.line in lines:
            return each._replace(fate=Fate.DEAD if each.opens_no_hold else Fate.TAKEN_BACK)
        if held_from is not None and isinstance(each.item.fact, Hold | Resume) and each.item > held_from:
            return each._replace(fate=Fate.DEAD)
        return each

    return TakenBack(before, [fate(each) for each in passed[reach - 1 :: -1]], [each.item.fact for each in taken[::-1]])


def taken_back(log: Chain) -> list[Fact]:
    """What an `Undo` would take back now, in order; nothing if no key stands. For a console that names it."""
    found = take_back(log)
    return [] if found is None else found.facts
