"""What the scripted host and players of the demo do: one theme of five questions, then the end of the match.

A right answer, a wrong one, a tie, a slip that is taken back, a question that nobody knows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple, Protocol

from buzzer.core.state import Answering, Finished, Idle
from buzzer.host import Do
from buzzer.published import Published

State = Callable[[Published], bool]


class Tap(NamedTuple):
    """Seats press until the table shows ``reached``: on a machine that stalls a press may come too late."""

    seats: tuple[int, ...]
    reached: State


Wait = float | State | Tap
"""What the script waits for: a pause, in units of its pace; a state of the table; players."""


class Actor(Protocol):
    """Who carries the script out."""

    @property
    def answering(self) -> int | None: ...

    def do(self, do: Do, seat: int | None = None) -> None: ...


class Rehearsal:
    """Carries nothing out: for counting how long the script is."""

    answering: int | None = None

    def do(self, do: Do, seat: int | None = None) -> None:
        pass


def _answers(seat: int) -> Callable[[Published], bool]:
    """That seat answers, and it is certain."""

    def reached(now: Published) -> bool:
        phase = now.game.phase
        return isinstance(phase, Answering) and phase.seat == seat and not now.provisional

    return reached


def _somebody(now: Published) -> bool:
    return isinstance(now.game.phase, Answering) and not now.provisional


def _closed(now: Published) -> bool:
    return isinstance(now.match.game.phase, Idle) and bool(now.match.game.questions)


def script(actor: Actor, seats: int) -> Iterator[Wait]:
    """One theme of five questions: a right answer, a wrong one, a tie, a slip taken back, nobody."""
    second, third = min(2, seats), min(3, seats)
    yield lambda now: any(box.up for box in now.boxes)
    yield from _theme(actor)
    # 1: read to the end, then somebody knows it
    yield from _read(actor)
    yield Tap((1,), _answers(1))
    yield from _judge(actor, Do.RIGHT, 1)
    # 2: wrong, then another one is right
    yield from _read(actor)
    yield Tap((second,), _answers(second))
    yield 1.0
    actor.do(Do.WRONG, second)
    yield 1.0
    yield Tap((third,), _answers(third))
    yield from _judge(actor, Do.RIGHT, third)
    # 3: two in one instant: the lot
    yield from _read(actor)
    yield Tap((1, second), _somebody)
    yield 1.0
    yield from _judge(actor, Do.RIGHT, actor.answering or 1)
    # 4: the host slips, takes it back, goes on and judges again
    yield from _read(actor)
    yield Tap((third,), _answers(third))
    yield 1.0
    actor.do(Do.WRONG, third)
    yield 1.0
    actor.do(Do.UNDO)
    yield lambda now: now.match.game.hold is not None
    yield 1.0
    actor.do(Do.NEXT)
    yield lambda now: now.match.game.hold is None
    yield from _judge(actor, Do.RIGHT, third)
    # 5: nobody
    yield from _read(actor)
    actor.do(Do.CLOSE)
    yield _closed
    yield 1.0
    actor.do(Do.NEXT)
    yield lambda now: isinstance(now.match.game.phase, Finished)
    yield 2.0


def _theme(actor: Actor) -> Iterator[Wait]:
    actor.do(Do.NEXT)
    yield lambda now: now.match.game.theme is not None
    yield 1.0


def _read(actor: Actor) -> Iterator[Wait]:
    actor.do(Do.NEXT)
    yield lambda now: now.game.live is not None
    yield 2.0
    actor.do(Do.NEXT)
    yield lambda now: now.match.game.live is not None and now.match.game.live.read_over
    yield 1.0


def _judge(actor: Actor, do: Do, seat: int) -> Iterator[Wait]:
    yield 1.0
    actor.do(do, seat)
    yield _closed
    yield 1.0
