"""A fake box.

Speaks the real protocol over a `Line`, with a clock of its own that may be wrong and drift.
"""

from __future__ import annotations

from collections.abc import Callable
from math import ceil

from buzzer.testing.clock import Timeline
from buzzer.testing.lines import Line
from buzzer.wire.boxlink import BoxLink
from buzzer.wire.ticks import TICK_HZ, tick_add, tick_diff

_TICKS_PER_US = TICK_HZ / 1e6
_Timed = Callable[[int], None]


class FakeBox:
    """A box on a line.

    ``ppm``: how much its clock is fast, ``drift_ppm_s``: by how much that grows each second.

    ``resets_on_open``: opening the port starts it anew, as an Uno does; it then says nothing for
    ``boot_us`` (a bootloader).
    """

    def __init__(
        self,
        timeline: Timeline,
        line: Line,
        board: str = "BOX-1",
        *,
        ppm: float = 0.0,
        drift_ppm_s: float = 0.0,
        first_tick: int = 0,
        buttons: int = 6,
        build: int = 0x0B0C0D0E,
        resets_on_open: bool = False,
        boot_us: int = 0,
    ) -> None:
        self.board = board
        self.starts = 0
        self._timeline = timeline
        self._ppm = ppm
        self._drift_ppm_s = drift_ppm_s
        self._buttons = buttons
        self._build = build
        self._boot_us = boot_us
        self._line = line
        self._down = 0
        self._wake_us: int | None = None
        self.attach(line, resets_on_open=resets_on_open)
        self._start(cause=1, tick=first_tick)

    def attach(self, line: Line, *, resets_on_open: bool = False) -> None:
        """Plug the box into ``line``."""
        self._line.receive = lambda data: None
        self._line = line
        line.receive = self._receive
        line.opened = (lambda: self.restart(cause=2)) if resets_on_open else (lambda: None)

    # Time

    def tick(self, at_us: int) -> int:
        """What the box's clock says at ``at_us`` of the table's time."""
        since = at_us - self._zero_us
        fast = self._ppm * 1e-6 * since + 0.5 * self._drift_ppm_s * 1e-6 * since * since / 1e6
        return tick_add(self._zero_tick, int((since + fast) * _TICKS_PER_US))

    # Fingers and power

    def press(self, button: int, at_us: int | None = None) -> None:
        """Button 1 … goes down at ``at_us`` (now, if None; it may not be past)."""
        self.press_mask(1 << (button - 1), at_us)

    def press_mask(self, mask: int, at_us: int | None = None) -> None:
        """Several buttons in one instant: one record, an honest tie."""
        self._at(at_us, lambda now: self._pressed(mask, now))

    def release(self, button: int, at_us: int | None = None) -> None:
        self._at(at_us, lambda now: self._released(1 << (button - 1), now))

    def key(self, mask: int, at_us: int | None = None) -> None:
        """A host's key that is wired to the box."""
        self._at(at_us, lambda now: self.link.key(mask, self.tick(now)))

    def restart(self, cause: int = 1, at_us: int | None = None) -> None:
        """Power off and on: the clock begins at 0, every record is gone. What is held is stuck."""
        self._at(at_us, lambda now: self._start(cause, 0))

    # Inside

    def _start(self, cause: int, tick: int) -> None:
        self.starts += 1
        self._zero_us = self._timeline.now_us()
        self._zero_tick = tick
        self._silent_until_us = self._zero_us + self._boot_us
        nonce = (self.starts * 40_503 + sum(self.board.encode())) & 0xFFFF
        self.link = BoxLink(
            self.board,
            tick,
            nonce=nonce,
            buttons=self._buttons,
            build=self._build,
            cause=cause,
            held=self._down,
        )
        self._schedule()

    def _pressed(self, mask: int, now_us: int) -> None:
        self._down |= mask
        self.link.press(mask, self.tick(now_us))

    def _released(self, mask: int, now_us: int) -> None:
        self._down &= ~mask
        self.link.release(mask, self.tick(now_us))

    def _at(self, at_us: int | None, what: _Timed) -> None:
        with self._timeline.lock:
            if at_us is None:
                what(self._timeline.now_us())
                self._schedule()
            else:
                self._timeline.call_at(at_us, lambda: self._at(None, what))

    def _receive(self, data: bytes) -> None:
        now_us = self._timeline.now_us()
        if now_us >= self._silent_until_us:
            self.link.feed(data, self.tick(now_us))
            self.board = self.link.board
            self._schedule()

    def _schedule(self) -> None:
        now_us = self._timeline.now_us()
        tick = self.tick(now_us)
        ticks = tick_diff(self.link.next_tick(tick), tick)
        at_us = max(now_us + ceil(ticks / _TICKS_PER_US * 0.99), self._silent_until_us)
        if self._wake_us is None or at_us < self._wake_us or self._wake_us < now_us:
            self._wake_us = at_us
            self._timeline.call_at(at_us, lambda: self._wake(at_us))

    def _wake(self, at_us: int) -> None:
        if at_us != self._wake_us:
            return
        self._wake_us = None
        now_us = self._timeline.now_us()
        if now_us >= self._silent_until_us and (data := self.link.poll(self.tick(now_us))):
            self._line.send(data)
        self._schedule()
