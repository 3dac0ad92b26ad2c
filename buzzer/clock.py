"""Clocks: what the table's time line is read from, and how a gap in it is noticed.

The runtime asks a `Clock` for microseconds since some instant of this run; nothing else in the program reads the time
to decide anything. On Windows the performance counter is taken: the monotonic clock ticks at 15.6 ms there before
Python 3.13.
"""

from __future__ import annotations

import sys
import time
from datetime import datetime
from typing import NamedTuple, Protocol

GAP_US = 2_000_000
"""So long without a tick, or so far behind the clock that runs through sleep, is a gap."""


class Clock(Protocol):
    """Microseconds on a line that never goes back; its zero means nothing."""

    def now_us(self) -> int: ...


class SystemClock:
    """The machine's clock. It may stand still while the machine sleeps: see `gap_us`."""

    def now_us(self) -> int:
        if sys.platform == "win32":
            return time.perf_counter_ns() // 1000
        else:  # noqa: RET505 (so that each platform's type check sees only its own half)
            return time.monotonic_ns() // 1000


class Reading(NamedTuple):
    """Two clocks read together. ``through_sleep_us``: the clock since boot, or the wall clock; it goes on in sleep."""

    now_us: int
    through_sleep_us: int


def read_both(clock: Clock) -> Reading:
    """The table's clock and the one that goes on while the machine sleeps."""
    return Reading(clock.now_us(), _through_sleep_us())


def _through_sleep_us() -> int:
    if sys.platform == "linux":
        return time.clock_gettime_ns(time.CLOCK_BOOTTIME) // 1000
    else:  # noqa: RET505
        return time.time_ns() // 1000


def gap_us(before: Reading, now: Reading, limit_us: int = GAP_US) -> int:
    """How long nobody looked between two readings of one program, 0 where that is no gap.

    A gap is more than ``limit_us`` without a reading (the process was stopped), or the clock that runs through sleep
    ahead of the other by ``limit_us`` (the machine slept). A wall clock that is set back is none.
    """
    passed_us = now.now_us - before.now_us
    through_us = now.through_sleep_us - before.through_sleep_us
    if passed_us > limit_us or through_us - passed_us >= limit_us:
        return max(passed_us, through_us)
    return 0


def wall_time() -> str:
    """The time of day here and now, with its offset, to the second: for the record, nothing is computed from it."""
    return datetime.now().astimezone().isoformat(timespec="seconds")
