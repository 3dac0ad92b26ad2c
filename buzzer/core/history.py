"""The way a match has come, and taking back.

The log is a chain from the last entry to the first: it grows by one link a fact, and a match that is kept shares it
with the next.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from typing import Any, NamedTuple

from buzzer.core.facts import Adjust, Check, Fact, Hold, Note, Rejudge, Resume, Session, Undo, Void
from buzzer.core.item import HOST, Item


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


# A link: (entry, the chain before it). Typed loosely: mypy has no recursive NamedTuple that is cheap to build.
Chain = tuple[Entry, Any] | None

_NOTHING_HANGS = (Adjust, Check, Note, Rejudge)
_PASSED_OVER = (Undo, Hold, Resume, Session)


def entries(log: Chain) -> Iterator[Entry]:
    """From the last to the first."""
    while log is not None:
        yield log[0]
        log = log[1]


def entry(item: Item, refused: bool, void_of_open: bool) -> Entry:
    """The entry of a fact that has taken effect, or was refused."""
    fact = item.fact
    if item.rank != HOST:
        return Entry(item, Fate.STANDS)
    dead = refused or isinstance(fact, Undo)
    no_hold = isinstance(fact, _NOTHING_HANGS) or (isinstance(fact, Void) and not void_of_open)
    return Entry(item, Fate.DEAD if dead else Fate.STANDS, no_hold)


def _is_key(each: Entry) -> bool:
    return (
        each.fate is Fate.STANDS
        and each.item.rank == HOST
        and not each.item.fact.auto
        and not isinstance(each.item.fact, _PASSED_OVER)
    )


def take_back(log: Chain) -> tuple[list[Entry], list[Fact]] | None:
    """The host's latest key that still stands, taken back: the new log from first to last, and the facts; None if
    none stands.
    """
    found = list(entries(log))[::-1]
    last = next((each for each in reversed(found) if _is_key(each)), None)
    if last is None:
        return None
    key = last.item.fact.key
    taken = [
        each for each in found if _is_key(each) and (each is last or (key is not None and each.item.fact.key == key))
    ]
    held_from = min((each.item for each in taken if not each.opens_no_hold), default=None)

    def fate(each: Entry) -> Entry:
        if any(each is one for one in taken):
            return each._replace(fate=Fate.DEAD if each.opens_no_hold else Fate.TAKEN_BACK)
        if held_from is not None and isinstance(each.item.fact, Hold | Resume) and each.item > held_from:
            return each._replace(fate=Fate.DEAD)
        return each

    return [fate(each) for each in found], [each.item.fact for each in taken]


def taken_back(log: Chain) -> list[Fact]:
    """What an `Undo` would take back now, in order; nothing if no key stands. For a console that names it."""
    found = take_back(log)
    return [] if found is None else found[1]
