"""Who was first, where it can be known, and whose press counts.

A press is an interval ``at ± err``. Of one box stamps are compared as they are; between boxes one press is before
another only if its interval ends before the other's begins. What cannot be told apart is drawn by a lot that anybody
can repeat.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from buzzer.core.facts import Press
from buzzer.core.state import Answering, Game, Live, Setup

FINE = "fine"
"""The press is not ignored but fined."""


def attempts_used(game: Game, seat: int) -> int:
    """Answers of the seat on the open question; an annulled press is none."""
    return sum(1 for judged in game.questions[-1].verdicts if judged.seat == seat and judged.verdict != "none")


def has_tried(setup: Setup, game: Game, seat: int) -> bool:
    return attempts_used(game, seat) >= setup.rules.attempts


def fined_now(setup: Setup, phase: Answering, at_g: int) -> bool:
    """Whether words of another than the one answering are fined at this instant (Tour 4.2: silence from the naming
    on).
    """
    if setup.rules.busy_press != "fine":
        return False
    since_g = phase.named_g if setup.rules.fine_from == "named" else phase.since_g
    return since_g is not None and at_g >= since_g


def bar(setup: Setup, game: Game, press: Press) -> str | None:
    """Why a press gives no right in this state, the first reason that fits; `FINE`; or None: it is entitled.

    The press's own stamp is the instant that is asked about: clocks run on to it. Its error counts for the player.
    """
    seat = press.seat
    if game.seats[seat - 1].state != "in":
        return "out"
    if seat in game.down:
        return "button_held"
    if game.hold is not None:
        return "on_hold"
    if game.live is None:
        return "closed" if game.questions else "not_open"
    at_g = press.at_us - game.offset_us
    if isinstance(game.phase, Answering):
        return _bar_busy(setup, game, game.phase, game.live, press, at_g)
    if has_tried(setup, game, seat):
        return "tried"
    lock_g = game.live.locks_g[seat]
    if seat in game.live.out or (lock_g is not None and at_g + press.err_us < lock_g):
        return "locked"
    return None if game.live.opened else "not_open"


def _bar_busy(setup: Setup, game: Game, phase: Answering, live: Live, press: Press, at_g: int) -> str:
    if press.seat == phase.seat:
        return "own"
    if fined_now(setup, phase, at_g):
        return FINE
    if has_tried(setup, game, press.seat):
        return "tried"
    if setup.rules.busy_press != "lock" or press.seat in live.out:
        return "busy"
    free_until_g = phase.since_g + (setup.rules.busy_grace_us or 0)
    return "busy_grace" if at_g - press.err_us <= free_until_g else "busy_punished"


def certainly_before(one: Press, other: Press) -> bool:
    """Whether ``one`` was pressed before ``other`` beyond doubt. Presses without a box are of one nameless box."""
    if one.box == other.box:
        return one.at_us < other.at_us
    return one.at_us + one.err_us < other.at_us - other.err_us


def candidates(presses: Sequence[Press]) -> list[Press]:
    """Those that no other certainly precedes, one per seat (its earliest), by stamp, then seat."""
    found: dict[int, Press] = {}
    for press in sorted(presses, key=lambda each: (each.at_us, each.seat)):
        if not any(certainly_before(other, press) for other in presses):
            found.setdefault(press.seat, press)
    return list(found.values())


def draw(setup: Setup, question: int, at_us: int, seats: Sequence[int]) -> int:
    """The lot among seats: sorted seats[h mod n], h the first 8 bytes of SHA-256 of ``seed:question:at_us``."""
    digest = hashlib.sha256(f"{setup.lot_seed}:{question}:{at_us}".encode()).digest()
    return sorted(seats)[int.from_bytes(digest[:8], "big") % len(seats)]
