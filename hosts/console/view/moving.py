"""The few things that move on the console beside its clocks: what fades, and which score has just changed. Pure.

Nothing slides, blinks or counts up. Fades go in three steps, so that a frame is asked for three times and no more.
"""

from __future__ import annotations

from typing import NamedTuple

from buzzer.core.scoring import total
from buzzer.core.state import Answering
from buzzer.published import Published

FADE_US = 120_000
STEP_US = 40_000
FRESH_US = 1_500_000
"""So long a changed score has its line."""
_STEPS = FADE_US // STEP_US


def share(since_us: int) -> int:
    """How much of something is there, per mille, so long after it began to come: never nothing at all."""
    return min(1000, 1000 * (1 + max(0, since_us) // STEP_US) // (_STEPS + 1))


def next_step_us(from_us: int, now_us: int) -> int | None:
    """When a fade that begins at ``from_us`` looks different next; None when it is over."""
    if now_us >= from_us + FADE_US:
        return None
    return from_us if now_us < from_us else now_us + STEP_US - (now_us - from_us) % STEP_US


class Moving(NamedTuple):
    """What is on its way in one frame."""

    fill: str | None = None
    """The seat's colour that still lies in the band, and how much of it, per mille."""
    left: int = 0
    fresh: tuple[int, ...] = ()
    """Seats whose score has changed just now."""


RESTING = Moving()


class Motions:
    """Remembers what was shown before, and so what has changed since. One match, one thread."""

    def __init__(self) -> None:
        self._published: Published | None = None
        self._scores: tuple[int, ...] = ()
        self._answered: int | None = None
        self._fade: tuple[str, int] | None = None
        self._changed_us: dict[int, int] = {}

    def at(self, published: Published, now_us: int, still: bool) -> Moving:
        """What moves in the frame at ``now_us``. ``still``: nothing fades."""
        if published is not self._published:
            self._take(published, now_us)
        if self._fade is not None and (still or now_us >= self._fade[1] + FADE_US):
            self._fade = None
        self._changed_us = {seat: at_us for seat, at_us in self._changed_us.items() if now_us < at_us + FRESH_US}
        if self._fade is None:
            return Moving(fresh=tuple(self._changed_us)) if self._changed_us else RESTING
        fill, from_us = self._fade
        return Moving(fill, 1000 - share(now_us - from_us), tuple(self._changed_us))

    def next_change_us(self, now_us: int) -> int | None:
        """When the frame after that of ``now_us`` is due; None: nothing moves."""
        found = [at_us + FRESH_US for at_us in self._changed_us.values()]
        step_us = None if self._fade is None else next_step_us(self._fade[1], now_us)
        if step_us is not None:
            found.append(step_us)
        return min(found, default=None)

    def _take(self, published: Published, now_us: int) -> None:
        game, setup = published.game, published.match.setup
        scores = tuple(total(setup, game, seat) for seat in range(1, len(game.seats) + 1))
        phase = game.phase
        solid = isinstance(phase, Answering) and not published.provisional and game.hold is None
        answered = phase.seat if isinstance(phase, Answering) and solid else None
        if self._published is not None:
            for seat, (old, new) in enumerate(zip(self._scores, scores, strict=False), 1):
                if old != new:
                    self._changed_us.pop(seat, None)
                    self._changed_us[seat] = now_us
            if self._answered is not None and not isinstance(phase, Answering):
                self._fade = (f"seat{1 + (self._answered - 1) % 8}", now_us)
        if isinstance(phase, Answering):
            self._fade = None
        self._published, self._scores, self._answered = published, scores, answered
