"""A match is a fold of facts: `step` takes one, `fold` takes a file of them.

Facts take effect in the order of their stamps, each once ``settle_us`` has passed since (so that an earlier stamp
that is still in a cable comes before it); whatever the order in which they arrive within that time, the result is the
same. At one instant: host in the order of the lines, release, press, message, timer; players by seat, presses without
a right before the one that gets it. A right is given once every press that may be as early has had its time to
arrive; until then, what `preview` shows is provisional.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterable
from typing import NamedTuple

from buzzer.core import play
from buzzer.core.facts import Fact, Message, Press, Release, Tick
from buzzer.core.history import Chain
from buzzer.core.outcomes import Outcome, Result
from buzzer.core.scoring import result
from buzzer.core.settle import HOST, MESSAGE, PRESS, RELEASE, Item, Settling
from buzzer.core.state import Game, Setup, new_game


class Match(NamedTuple):
    """A frozen match: what is decided (``game``), what is known and has not taken effect (``pending``), and the way
    here (``log``).
    """

    setup: Setup
    game: Game
    pending: tuple[Item, ...] = ()
    log: Chain = None
    known_us: int | None = None
    """The latest instant that is known to have come."""
    lines: int = 0
    """Facts taken in so far."""
    spent: frozenset[int] = frozenset()
    """Pending presses that a lot has dealt with already."""
    widest_us: int = 0
    """The largest ``err_us`` so far: how far apart two stamps can be and still touch."""
    records: tuple[tuple[tuple[str | None, int | None], tuple[tuple[int, int], ...]], ...] = ()
    """Per (box, boot) the runs of record numbers seen: a repeat is dropped, however late it comes."""


def new_match(setup: Setup) -> Match:
    return Match(setup, new_game(setup))


def step(match: Match, fact: Fact | Tick) -> tuple[Match, list[Outcome]]:
    """One more fact, or the time. Total: any fact at any time; what makes no sense changes nothing and is told as
    data.
    """
    if isinstance(fact, Tick):
        return _advance(match._replace(known_us=_later(match.known_us, fact.at_us)))
    known_us = _later(match.known_us, fact.at_us if fact.arrived_us is None else fact.arrived_us)
    match = match._replace(known_us=known_us, lines=match.lines + 1)
    if isinstance(fact, Press | Release | Message) and not 1 <= fact.seat <= len(match.game.seats):
        return _advance(match)
    if isinstance(fact, Press):
        match, repeated = _note_record(match, fact)
        if repeated:
            return _advance(match)
        if fact.err_us > match.widest_us:
            match = match._replace(widest_us=fact.err_us)
    item = _item(match.setup, fact, known_us, match.lines)
    if item is None:
        return _advance(match)
    pending = list(match.pending)
    insort(pending, item)
    return _advance(match._replace(pending=tuple(pending)))


def _later(known_us: int | None, at_us: int) -> int:
    return at_us if known_us is None or at_us > known_us else known_us


def _item(setup: Setup, fact: Fact, known_us: int, line: int) -> Item | None:
    """The place of a fact in the order of taking effect. A late one: at the edge of what has settled; a late message:
    nowhere.
    """
    late = known_us - fact.at_us > setup.settle_us
    at_us = known_us - setup.settle_us if late else fact.at_us
    if isinstance(fact, Press):
        return Item(at_us, PRESS, fact.seat, line, fact, late)
    if isinstance(fact, Release):
        return Item(at_us, RELEASE, fact.seat, line, fact, late)
    if isinstance(fact, Message):
        return None if late else Item(at_us, MESSAGE, fact.seat, line, fact, late)
    return Item(at_us, HOST, 0, line, fact, late)


def _note_record(match: Match, press: Press) -> tuple[Match, bool]:
    """Remember (box, boot, seq); True if it has been seen."""
    if press.seq is None:
        return match, False
    source, seq = (press.box, press.boot), press.seq
    runs = dict(match.records)
    seen = list(runs.get(source, ()))
    if any(first <= seq <= last for first, last in seen):
        return match, True
    if seen and seen[-1][1] == seq - 1:
        seen[-1] = (seen[-1][0], seq)
    else:
        insort(seen, (seq, seq))
    runs[source] = tuple(seen)
    return match._replace(records=tuple(runs.items())), False


def _advance(match: Match) -> tuple[Match, list[Outcome]]:
    """Let everything take effect whose time has come."""
    assert match.known_us is not None
    horizon_us = match.known_us - match.setup.settle_us
    if not match.pending or match.pending[0].at_us >= horizon_us:
        timer_us = play.next_timer_us(match.game)
        if timer_us is None or timer_us >= horizon_us:
            return match, []
    settling = _settling(match)
    settling.run(horizon_us)
    return _taken(match, settling), settling.out


def _settling(match: Match) -> Settling:
    return Settling(match.setup, match.game, match.pending, match.log, match.spent, match.widest_us)


def _taken(match: Match, settling: Settling) -> Match:
    return match._replace(
        game=settling.game, pending=tuple(settling.pending), log=settling.log, spent=frozenset(settling.spent)
    )


def next_deadline(match: Match) -> int | None:
    """When, on the table's time line, a `Tick` will make something take effect; None if only a fact can."""
    return _settling(match).due_us()


def preview(match: Match) -> Game:
    """The match as it will be if nothing earlier is still under way: what screens and lamps show at once.
    Provisional.
    """
    if not match.pending:
        return match.game
    settling = _settling(match)
    settling.run(None, clocks=False)
    return settling.game


def run_out(match: Match) -> tuple[Match, list[Outcome]]:
    """Time runs on until no clock is running: the end of a file."""
    settling = _settling(match)
    settling.run(None)
    return _taken(match, settling), settling.out


def fold(setup: Setup, facts: Iterable[Fact]) -> tuple[Match, list[Outcome | Result]]:
    """A whole transcript: the match at its end and all outcomes, the result last."""
    match = new_match(setup)
    found: list[Outcome | Result] = []
    for fact in facts:
        match, outcomes = step(match, fact)
        found += outcomes
    match, outcomes = run_out(match)
    return match, [*found, *outcomes, result(setup, match.game)]
