"""When to ping, and which pong answers which ping. A burst of 8 on connect, then one a second."""

from __future__ import annotations

BURST = 8
BURST_GAP_US = 20_000
PERIOD_US = 1_000_000
_MOST_IN_BURST = 3 * BURST
"""A burst goes on until 8 were answered, but a dead line is not pinged for ever."""
_REMEMBERED = 16


class Pings:
    def __init__(self) -> None:
        self.sent = 0
        self.answers = 0
        self._nonce = 0
        self._sent: dict[int, int] = {}
        self._left = 0
        self._tries = 0
        self.next_us: int | None = None
        """When the next ping is due; None before the first burst."""

    def burst(self, now_us: int) -> None:
        self._left, self._tries = BURST, _MOST_IN_BURST
        self._sent.clear()
        self.next_us = now_us

    def stop(self) -> None:
        self._sent.clear()
        self.next_us = None

    def due(self, now_us: int) -> int | None:
        """The nonce to send now, if one is due; it counts as sent at ``now_us``."""
        if self.next_us is None or now_us < self.next_us:
            return None
        self._nonce = self._nonce % 0xFFFFFFFF + 1
        self._sent[self._nonce] = now_us
        self.sent += 1
        if len(self._sent) > _REMEMBERED:
            del self._sent[next(iter(self._sent))]
        self._tries -= 1
        bursting = self._left > 0 and self._tries > 0
        self.next_us = now_us + (BURST_GAP_US if bursting else PERIOD_US)
        return self._nonce

    def answered(self, nonce: int) -> int | None:
        """When the ping with ``nonce`` was sent; None if it was not, or has been answered."""
        sent_us = self._sent.pop(nonce, None)
        if sent_us is not None:
            self._left -= 1
            self.answers += 1
        return sent_us
