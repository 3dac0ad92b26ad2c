"""Stamps of one boot of a box.

Two ticks get two stamps in the same order, whatever the clock relation learns in between.

The relation's estimate moves by tenths of a millisecond with each exchange. Between two boxes that is
inside the bound; on one box it could turn two presses round. So presses that are close together hang on
the first of them, and further ones are kept apart from what has been stamped before.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, replace

from buzzer.wire.clock import Bound, ClockRelation
from buzzer.wire.ticks import tick_diff

GROUP_US = 50_000
"""So close to an anchor the distance is taken from the box's own clock.

1 % of it is 0.5 ms, and it keeps the order.
"""
_REMEMBERED = 128


@dataclass(frozen=True, slots=True)
class Stamp:
    at_us: int
    err_us: int


class Stamper:
    """Ticks in, stamps out, for one boot."""

    def __init__(self, relation: ClockRelation, tick_hz: int) -> None:
        self._relation = relation
        self._us_per_tick = 1e6 / tick_hz
        self._placed: deque[tuple[int, int]] = deque(maxlen=_REMEMBERED)
        self._anchor: tuple[int, int, float] | None = None

    def place(self, tick: int, arrived_us: int) -> Stamp | None:
        """The stamp of ``tick``, which was told at ``arrived_us``; None while there is no relation."""
        bound = self._relation.bound(tick)
        if bound is None:
            return None
        if bound.low_us <= arrived_us < bound.high_us:
            bound = replace(bound, high_us=float(arrived_us))  # nothing is told before it has happened
        at_us = self._between(tick, min(self._estimate(tick, bound), arrived_us))
        self._placed.append((tick, at_us))
        return Stamp(at_us, bound.err_us(at_us))

    def look(self, tick: int) -> Stamp | None:
        """As `place`, but nothing is kept: for what decides nothing (a release, a state)."""
        bound = self._relation.bound(tick)
        return None if bound is None else Stamp(bound.at_us, bound.err_us(bound.at_us))

    def _estimate(self, tick: int, bound: Bound) -> int:
        if self._anchor is not None:
            anchor_tick, anchor_us, rate = self._anchor
            away_us = tick_diff(tick, anchor_tick) * self._us_per_tick * rate
            if abs(away_us) <= GROUP_US:
                return round(anchor_us + away_us)
        self._anchor = (tick, bound.at_us, bound.rate)
        return bound.at_us

    def _between(self, tick: int, at_us: int) -> int:
        """``at_us``, moved as little as possible so that the order of the stamps is the order of the
        ticks.
        """
        low, high = None, None
        for other, placed_us in self._placed:
            away = tick_diff(tick, other)
            if away == 0:
                return placed_us
            if away > 0 and (low is None or placed_us >= low):
                low = placed_us + 1
            elif away < 0 and (high is None or placed_us <= high):
                high = placed_us - 1
        if low is not None:
            at_us = max(at_us, low)
        # No room between two neighbours: then it is a tie with the later one, never a wrong order.
        if high is not None and at_us > high:
            at_us = high if low is None or high >= low else high + 1
        return at_us
