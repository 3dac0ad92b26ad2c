"""The clock relation: what a box's tick means on the table's time line, as a bound and not as a hope.

Every exchange proves ``sent ≤ T(tick) ≤ received``. The relation is every line ``T = a + f·tick`` (|f −
1| < 1 %) that passes through the last 60 such intervals: its extremes at a tick bound the truth under
any asymmetry of the two ways, their middle is the estimate. The rate is not constant, so that an
interval is widened by what the fastest drift allowed for can have moved in the time that lies between.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from math import ceil, floor

from buzzer.wire.ticks import TICK_HZ, tick_diff

KEPT = 60
"""Exchanges that are kept: a minute at one a second."""
MAX_RATE_ERROR = 0.01
"""A ceramic resonator may be 0.2 % off (2 000 ppm); anything over 1 % is no clock."""
DRIFT_PER_S = 0.25e-6
"""The fastest change of rate allowed for, per second: a board that warms by 1.5 °C a minute."""
SILENCE_US = 10_000_000
"""Without an exchange for so long the relation is void."""
_QUANTUM_US = 1.0  # both stamps are cut to whole units: a microsecond, half a microsecond
_WIDE_US = 1e15

_Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Bound:
    """What is known of one tick.

    The truth lies in ``at_us ± err_us``; ``low_us`` and ``high_us`` are the exact extremes.
    """

    low_us: float
    high_us: float
    rate: float
    """Microseconds of the table for one nominal microsecond of the box: the middle of what is possible."""

    @property
    def at_us(self) -> int:
        return round((self.low_us + self.high_us) / 2)

    def err_us(self, at_us: int) -> int:
        """Half-width that makes ``at_us ± err`` contain the bound, rounded up."""
        return max(ceil(self.high_us) - at_us, at_us - floor(self.low_us), 0)

    @property
    def rate_ppm(self) -> float:
        """How much faster than nominal the box's clock runs, in ppm."""
        return (1 / self.rate - 1) * 1e6


class ClockRelation:
    """Exchanges in, bounds out. One for each boot of a box."""

    def __init__(self, tick_hz: int = TICK_HZ) -> None:
        """ValueError unless ``tick_hz`` is positive."""
        if tick_hz <= 0:
            raise ValueError(f"tick rate {tick_hz} Hz, must be positive")
        self._us_per_tick = 1e6 / tick_hz
        self._exchanges: deque[tuple[int, int, int]] = deque(maxlen=KEPT)

    def __len__(self) -> int:
        return len(self._exchanges)

    @property
    def last_us(self) -> int | None:
        """When the newest exchange ended."""
        return self._exchanges[-1][2] if self._exchanges else None

    def add(self, sent_us: int, tick: int, received_us: int) -> bool:
        """Take an exchange.

        False if no line is left: then the relation is void and has forgotten everything.
        """
        self._exchanges.append((sent_us, tick, received_us))
        if self.bound(tick) is None:
            self._exchanges.clear()
            return False
        return True

    def clear(self) -> None:
        """Nothing is known any more."""
        self._exchanges.clear()

    def valid(self, now_us: int) -> bool:
        """True while there is a relation and it is not older than `SILENCE_US`."""
        return self.last_us is not None and now_us - self.last_us <= SILENCE_US

    def bound(self, tick: int) -> Bound | None:
        """The bound of ``tick``; None while nothing is known."""
        if not self._exchanges:
            return None
        # All relative to the tick and to one exchange: small numbers lose nothing in floating point.
        origin_us = self._exchanges[-1][0]
        slack = 1 - MAX_RATE_ERROR, 1 + MAX_RATE_ERROR
        region: list[_Point] = [
            (slack[0], -_WIDE_US),
            (slack[1], -_WIDE_US),
            (slack[1], _WIDE_US),
            (slack[0], _WIDE_US),
        ]
        for sent_us, at_tick, received_us in reversed(self._exchanges):
            away_us = tick_diff(at_tick, tick) * self._us_per_tick
            spread = _QUANTUM_US + 0.5 * DRIFT_PER_S * (away_us / 1e6) ** 2 * 1e6
            # A line is (rate, time at `tick`); low ≤ time + rate·away ≤ high cuts the region of lines twice.
            region = _cut(region, away_us, 1.0, received_us - origin_us + spread)
            region = _cut(region, -away_us, -1.0, -(sent_us - origin_us - spread))
            if not region:
                return None
        rates = [rate for rate, _ in region]
        times = [time for _, time in region]
        return Bound(origin_us + min(times), origin_us + max(times), (min(rates) + max(rates)) / 2)


def _cut(region: list[_Point], a: float, b: float, most: float) -> list[_Point]:
    """The part of the convex polygon ``region`` where ``a·x + b·y ≤ most``."""
    left: list[_Point] = []
    excess = [a * x + b * y - most for x, y in region]
    for i, (x, y) in enumerate(region):
        over, before = excess[i], excess[i - 1]
        if (over > 0) != (before > 0):
            px, py = region[i - 1]
            part = before / (before - over)
            left.append((px + part * (x - px), py + part * (y - py)))
        if over <= 0:
            left.append((x, y))
    return left
