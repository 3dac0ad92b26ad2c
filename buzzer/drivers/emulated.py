"""A box without hardware.

A fake box on a line, played through the real protocol and the real serial driver in real time.

For ``buzzer demo`` and for rehearsals. The driver's thread runs the box too, while it waits for bytes.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from heapq import heappop, heappush
from itertools import count

from buzzer.drivers.serialbox import HasNow, SerialBox
from buzzer.testing.box import FakeBox
from buzzer.testing.lines import FakePorts, Line, bytewise

PORT = "emulated"


class LiveTimeline:
    """Timers on a real clock. Callbacks run in the thread that waits; others hold `lock` and then `poke`."""

    def __init__(self, clock: HasNow) -> None:
        self._clock = clock
        self._changed = threading.Condition(threading.RLock())
        self._timers: list[tuple[int, int, Callable[[], None]]] = []
        self._order = count()

    @property
    def lock(self) -> threading.Condition:
        return self._changed

    def now_us(self) -> int:
        return self._clock.now_us()

    def call_at(self, at_us: int, callback: Callable[[], None]) -> None:
        with self._changed:
            heappush(self._timers, (at_us, next(self._order), callback))
            self._changed.notify_all()

    def wait(self, until_us: int, ready: Callable[[], bool]) -> None:
        with self._changed:
            while True:
                while self._timers and self._timers[0][0] <= self.now_us():
                    heappop(self._timers)[2]()
                now_us = self.now_us()
                if ready() or now_us >= until_us:
                    return
                next_us = min(until_us, self._timers[0][0]) if self._timers else until_us
                self._changed.wait(max(next_us - now_us, 1) / 1e6)


class EmulatedBox:
    """Buttons for ``seats`` players (1 … 8) that are pressed by calling `press`.

    ``driver`` is what the runtime takes.

    ``ppm``: how much the box's clock is wrong, so that a demo proves something.
    """

    def __init__(self, clock: HasNow, seats: int = 4, *, board: str = "DEMO", ppm: float = 800.0) -> None:
        """ValueError unless there are 1 to 8 seats."""
        if not 1 <= seats <= 8:
            raise ValueError(f"{seats} seats: a box has 1 to 8 buttons")
        self.seats = seats
        self.board = board
        timeline = LiveTimeline(clock)
        line = Line(timeline, to_host=bytewise(), to_box=bytewise())
        self.ports = FakePorts()
        self.ports.lines[PORT] = line
        self.box = FakeBox(timeline, line, board, ppm=ppm, buttons=seats)
        self._line = line
        self.driver = SerialBox(PORT, clock, open_port=self.ports.open, ports=self.ports.names)

    def press(self, seat: int) -> None:
        """Seat 1 … presses its button now, and holds it until `release`."""
        self.box.press(self._button(seat))

    def release(self, seat: int) -> None:
        self.box.release(self._button(seat))

    def tap(self, *seats: int) -> None:
        """Press and let go; several seats in one instant make one record, an honest tie."""
        self.box.press_mask(sum(1 << (self._button(seat) - 1) for seat in set(seats)))
        for seat in set(seats):
            self.box.release(self._button(seat))

    @property
    def lamps(self) -> tuple[int, int]:
        """Masks of the lamps that are on, and of those that blink."""
        return self.box.link.lamps.on, self.box.link.lamps.fast

    def unplug(self) -> None:
        """Pull the cable."""
        with self._line.timeline.lock:
            self._line.unplug()

    def plug(self) -> None:
        """Put it back: the box has lost its power and starts anew."""
        with self._line.timeline.lock:
            self._line.plug()
        self.box.restart()

    def _button(self, seat: int) -> int:
        if not 1 <= seat <= self.seats:
            raise ValueError(f"seat {seat}: there are {self.seats}")
        return seat
