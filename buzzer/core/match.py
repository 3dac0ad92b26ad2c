"""A match is a fold of facts: `step` takes one, `fold` takes a file of them.

Facts take effect in the order of their stamps, each once ``settle_us`` has passed since (so that an earlier stamp
that is still in a cable comes before it); whatever the order in which they arrive within that time, the result is the
same. At one instant: host in the order of the lines, release, press, message, timer; players by seat, presses without
a right before the one that gets it. A right is given once every press that may be as early has had its time to
arrive; until then, what `preview` shows is provisional.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from buzzer.core.facts import Fact, Message, Press, Release, Tick
from buzzer.core.history import Chain
from buzzer.core.outcomes import Outcome, Result
from buzzer.core.play import next_timer_us
from buzzer.core.scoring import result
from buzzer.core.settle import HOST, LATE_PRESS, MESSAGE, PRESS, RELEASE, Item, Settling
from buzzer.core.state import Game, Setup, new_game

Records = Mapping[tuple[str | None, int | None], tuple[tuple[int, int], ...]]
_PLAYERS = (Press, Release, Message)


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
    records: Records = MappingProxyType({})
    """Per (box, boot) the runs of record numbers seen: a repeat is dropped, however late it comes."""


def new_match(setup: Setup) -> Match:
    return Match(setup, new_game(setup))


def step(match: Match, fact: Fact | Tick) -> tuple[Match, list[Outcome]]:
    """One more fact, or the time. Total: what makes no sense changes nothing and is told as data."""
    if isinstance(fact, Tick):
        return _settle(match, match.pending, _later(match.known_us, fact.at_us), match.widest_us, match.records, 0)
    known_us = _later(match.known_us, fact.at_us if fact.arrived_us is None else fact.arrived_us)
    widest_us, records, pending = match.widest_us, match.records, match.pending
    item = _item(match, fact, known_us)
    if item is not None and isinstance(fact, Press):
        records, repeated = _note_record(records, fact)
        if repeated:
            item = None
        elif fact.err_us > widest_us:
            widest_us = fact.err_us
    if item is not None:
        if pending:
            ordered = list(pending)
            insort(ordered, item)
            pending = tuple(ordered)
        else:
            pending = (item,)
    return _settle(match, pending, known_us, widest_us, records, 1)


def _later(known_us: int | None, at_us: int) -> int:
    return at_us if known_us is None or at_us > known_us else known_us


def _item(match: Match, fact: Fact, known_us: int) -> Item | None:
    """The place of a fact in the order of taking effect.

    A late one: at the edge of what has settled. A late message, or a seat that is not there: nowhere.
    """
    settle_us = match.setup.settle_us
    late = known_us - fact.at_us > settle_us
    at_us = known_us - settle_us if late else fact.at_us
    if not isinstance(fact, _PLAYERS):
        return Item(at_us, HOST, 0, match.lines, fact)
    if not 1 <= fact.seat <= len(match.game.seats):
        return None
    if isinstance(fact, Press):
        return Item(at_us, LATE_PRESS if late else PRESS, fact.seat, match.lines, fact)
    if isinstance(fact, Release):
        return Item(at_us, RELEASE, fact.seat, match.lines, fact)
    return None if late else Item(at_us, MESSAGE, fact.seat, match.lines, fact)


def _note_record(records: Records, press: Press) -> tuple[Records, bool]:
    """Remember (box, boot, seq); True if it has been seen."""
    if press.seq is None:
        return records, False
    source, seq = (press.box, press.boot), press.seq
    seen = records.get(source, ())
    if not seen or seen[-1][1] < seq - 1:
        runs = (*seen, (seq, seq))
    elif seen[-1][1] == seq - 1:
        runs = (*seen[:-1], (seen[-1][0], seq))
    elif any(first <= seq <= last for first, last in seen):
        return records, True
    else:
        runs = tuple(sorted((*seen, (seq, seq))))
    return {**records, source: runs}, False


def _settle(
    match: Match, pending: tuple[Item, ...], known_us: int, widest_us: int, records: Records, line: int
) -> tuple[Match, list[Outcome]]:
    """Let everything take effect whose time has come."""
    setup, game, log, spent = match.setup, match.game, match.log, match.spent
    out: list[Outcome] = []
    horizon_us = known_us - setup.settle_us
    timer_us = next_timer_us(game)
    if (pending and pending[0].at_us < horizon_us) or (timer_us is not None and timer_us < horizon_us):
        settling = Settling(setup, game, pending, log, spent, widest_us)
        settling.run(horizon_us)
        game, pending, log, out = settling.game, tuple(settling.pending), settling.log, settling.out
        spent = frozenset(settling.spent)
    return Match(setup, game, pending, log, known_us, match.lines + line, spent, widest_us, records), out


def _settling(match: Match) -> Settling:
    return Settling(match.setup, match.game, match.pending, match.log, match.spent, match.widest_us)


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
    taken = match._replace(
        game=settling.game, pending=tuple(settling.pending), log=settling.log, spent=frozenset(settling.spent)
    )
    return taken, settling.out


def fold(setup: Setup, facts: Iterable[Fact]) -> tuple[Match, list[Outcome | Result]]:
    """A whole transcript: the match at its end and all outcomes, the result last."""
    match = new_match(setup)
    found: list[Outcome | Result] = []
    for fact in facts:
        match, outcomes = step(match, fact)
        found += outcomes
    match, outcomes = run_out(match)
    return match, [*found, *outcomes, result(setup, match.game)]
