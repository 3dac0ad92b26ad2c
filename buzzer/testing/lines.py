"""Fake serial lines.

Whole, one byte at a time, slow, noisy, scripted; with the pyserial API at the host's end.

A way (`Way`) says what becomes of bytes that are written: when which of them arrive. A line has one for
each direction.
"""

from __future__ import annotations

import errno
from collections.abc import Callable, Iterable
from random import Random

import serial

from buzzer.testing.clock import Timeline

Way = Callable[[bytes, int], Iterable[tuple[int, bytes]]]
"""``way(data, now_us)`` gives the arrivals: (at_us, bytes), in any order."""

BYTE_US = 20
"""One byte of 8N1 at 500 000 baud."""


def whole(delay_us: int = 0) -> Way:
    """All bytes of one write arrive together, ``delay_us`` later."""
    return lambda data, now_us: [(now_us + delay_us, data)]


def bytewise(byte_us: int = BYTE_US, delay_us: int = 0) -> Way:
    """One byte at a time, each ``byte_us`` after the last, as a UART (a large ``byte_us``: a slow one)."""
    free_us = 0

    def way(data: bytes, now_us: int) -> list[tuple[int, bytes]]:
        nonlocal free_us
        start = max(now_us, free_us)
        free_us = start + len(data) * byte_us
        return [(start + (i + 1) * byte_us + delay_us, data[i : i + 1]) for i in range(len(data))]

    return way


def noisy(
    seed: int, *, drop: float = 0.0, flip: float = 0.0, double: float = 0.0, delay_us: int = 0, jitter_us: int = 0
) -> Way:
    """Each byte is lost, has a bit flipped or comes twice with the given probability.

    Writes are late by chance, in order.
    """
    random = Random(seed)
    last_us = 0

    def way(data: bytes, now_us: int) -> list[tuple[int, bytes]]:
        nonlocal last_us
        out = bytearray()
        for byte in data:
            if random.random() < drop:
                continue
            if random.random() < flip:
                byte ^= 1 << random.randrange(8)
            out.append(byte)
            if random.random() < double:
                out.append(byte)
        last_us = max(last_us, now_us + delay_us + random.randint(0, jitter_us))
        return [(last_us, bytes(out))]

    return way


def shuffled(seed: int, *, lose: float = 0.0, double: float = 0.0, spread_us: int = 20_000) -> Way:
    """Whole writes are lost, come twice or overtake each other, as datagrams do."""
    random = Random(seed)

    def way(data: bytes, now_us: int) -> list[tuple[int, bytes]]:
        copies = (random.random() >= lose) + (random.random() < double)
        return [(now_us + random.randint(0, spread_us), data) for _ in range(copies)]

    return way


def scripted(changes: Iterable[bytes | None], delay_us: int = 0) -> Way:
    """The first writes arrive as the given bytes instead (None: not at all); later ones unchanged."""
    script = iter(changes)

    def way(data: bytes, now_us: int) -> list[tuple[int, bytes]]:
        changed = next(script, data)
        return [] if changed is None else [(now_us + delay_us, changed)]

    return way


class Line:
    """A line between a host's port and a box.

    ``receive`` is the box's: called with each piece that arrives.
    """

    def __init__(self, timeline: Timeline, to_host: Way | None = None, to_box: Way | None = None) -> None:
        self.timeline = timeline
        self.to_host = to_host or whole()
        self.to_box = to_box or whole()
        self.receive: Callable[[bytes], None] = lambda data: None
        self.opened: Callable[[], None] = lambda: None
        self.broken: OSError | None = None
        """What every call on the host's end raises: the cable is out."""
        self.inbox = bytearray()
        self.is_open = False

    def send(self, data: bytes) -> None:
        """The box writes."""
        for at_us, piece in self.to_host(data, self.timeline.now_us()):
            self.timeline.call_at(at_us, lambda piece=piece: self.inbox.extend(piece))  # type: ignore[misc]

    def written(self, data: bytes) -> None:
        """The host writes."""
        for at_us, piece in self.to_box(data, self.timeline.now_us()):
            self.timeline.call_at(at_us, lambda piece=piece: self.receive(piece))  # type: ignore[misc]

    def unplug(self, *, bare: bool = False) -> None:
        """The cable is pulled.

        The host's end raises SerialException, or with ``bare`` an OSError (both are seen in life).
        """
        gone = "device reports readiness to read but returned no data (device disconnected?)"
        self.broken = OSError(errno.EIO, "Input/output error") if bare else serial.SerialException(gone)
        self.inbox.clear()

    def plug(self) -> None:
        self.broken = None


class FakePort:
    """The host's end of a `Line`: what the driver needs of pyserial's API.

    Timeouts pass on the line's clock.
    """

    def __init__(self, line: Line, name: str = "fake", timeout: float | None = 0.02) -> None:
        self.port = name
        self.timeout = timeout
        self.is_open = True
        self._line = line
        line.is_open = True
        line.inbox.clear()
        line.opened()

    @property
    def in_waiting(self) -> int:
        self._check()
        with self._line.timeline.lock:
            return len(self._line.inbox)

    def read(self, size: int = 1) -> bytes:
        self._check()
        line = self._line
        end_us = line.timeline.now_us() + round((3600 if self.timeout is None else self.timeout) * 1e6)
        line.timeline.wait(end_us, lambda: len(line.inbox) >= size or line.broken is not None or not self.is_open)
        self._check()
        with line.timeline.lock:
            data = bytes(line.inbox[:size])
            del line.inbox[:size]
        return data

    def write(self, data: bytes) -> int:
        self._check()
        with self._line.timeline.lock:
            self._line.written(bytes(data))
        return len(data)

    def close(self) -> None:
        self.is_open = False
        self._line.is_open = False

    def _check(self) -> None:
        if not self.is_open:
            raise serial.PortNotOpenError
        if self._line.broken is not None:
            raise self._line.broken


class FakePorts:
    """The machine's serial ports: names to lines.

    `open` and `names` are what the driver takes for pyserial's.
    """

    def __init__(self) -> None:
        self.lines: dict[str, Line] = {}
        self.refusals: dict[str, OSError] = {}
        """Ports that cannot be opened, and why."""
        self.opens: list[str] = []
        """Every try to open, for counting."""

    def names(self) -> list[str]:
        return list(self.lines)

    def open(self, name: str) -> FakePort:
        """SerialException as pyserial raises it if the port is missing, forbidden or busy."""
        self.opens.append(name)
        if name in self.refusals:
            raise self.refusals[name]
        line = self.lines.get(name)
        if line is None or line.broken is not None:
            raise serial.SerialException(errno.ENOENT, f"could not open port {name}: No such file or directory")
        if line.is_open:
            raise serial.SerialException(errno.EAGAIN, f"Could not exclusively lock port {name}: busy")
        return FakePort(line, name)
