"""A clock that goes only when it is told to, with timers; no test needs to sleep."""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import AbstractContextManager
from heapq import heappop, heappush
from itertools import count
from typing import Protocol


class Timeline(Protocol):
    """A clock with timers, virtual or real. Callbacks run in the thread that waits, one at a time."""

    @property
    def lock(self) -> AbstractContextManager[object]:
        """To be held by another thread that touches what the callbacks touch."""
        ...

    def now_us(self) -> int: ...

    def call_at(self, at_us: int, callback: Callable[[], None]) -> None:
        """Call back at ``at_us``, or as soon as may be if that is past."""
        ...

    def wait(self, until_us: int, ready: Callable[[], bool]) -> None:
        """Let time pass until ``ready()``, at most until ``until_us``."""
        ...


class FakeClock:
    """Virtual time in microseconds: `advance` and `wait` jump from timer to timer."""

    def __init__(self, now_us: int = 0) -> None:
        self.lock = threading.RLock()
        self._now_us = now_us
        self._timers: list[tuple[int, int, Callable[[], None]]] = []
        self._order = count()

    def now_us(self) -> int:
        return self._now_us

    def call_at(self, at_us: int, callback: Callable[[], None]) -> None:
        heappush(self._timers, (max(at_us, self._now_us), next(self._order), callback))

    def wait(self, until_us: int, ready: Callable[[], bool]) -> None:
        while not ready():
            if not self._timers or self._timers[0][0] > until_us:
                self._now_us = max(self._now_us, until_us)
                return
            at_us, _, callback = heappop(self._timers)
            self._now_us = max(self._now_us, at_us)
            callback()

    def advance(self, us: int) -> None:
        """``us`` microseconds pass; timers that fall due run, each at its own instant."""
        self.wait(self._now_us + us, lambda: False)

    def sleep(self, seconds: float) -> None:
        """The fake of ``time.sleep``."""
        self.advance(round(seconds * 1e6))
