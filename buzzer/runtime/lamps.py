"""What the boxes show: who is answering, and which buttons are armed. Pure."""

from __future__ import annotations

from typing import NamedTuple

from buzzer.core.state import Answering, Game
from buzzer.runtime.rollcall import RollCall
from buzzer.runtime.seating import Seating

ROUNDS = 255


class Responder(NamedTuple):
    """One right to answer: the same seat on the same question a second time is another one."""

    question: int
    seat: int
    since_g: int


def responder(game: Game) -> Responder | None:
    """Who is answering."""
    phase = game.phase
    if not isinstance(phase, Answering):
        return None
    return Responder(game.questions[-1].number, phase.seat, phase.since_g)


class Signal(NamedTuple):
    """One box. ``round`` 0: disarmed. ``on``, ``fast``: masks of lamps."""

    round: int = 0
    armed: int = 0
    on: int = 0
    fast: int = 0


def next_round(number: int) -> int:
    """1 … 255 and again 1: 0 means disarmed."""
    return number % ROUNDS + 1


def signal(seating: Seating, box: str, shown: Game, decided: Game, round_number: int) -> Signal:
    """What ``box`` shows: whom the preview says, steady once that is decided. All seats that are in are armed."""
    if shown.live is None:
        return Signal()
    seats_in = [seat for seat, sitting in enumerate(shown.seats, 1) if sitting.state == "in"]
    armed = seating.mask(box, seats_in)
    who = responder(shown)
    lamp = 0 if who is None else seating.mask(box, [who.seat])
    certain = who == responder(decided)
    return Signal(round_number, armed, on=lamp if certain else 0, fast=0 if certain else lamp)


def called_signal(seating: Seating, box: str, roll: RollCall) -> Signal:
    """What ``box`` shows in a roll call: the lamp of the seat checked last. Nothing is armed."""
    return Signal(on=0 if roll.lit is None else seating.mask(box, [roll.lit]))
