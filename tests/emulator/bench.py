"""Several emulated boxes on one time line, as pyserial ports named ``boxsim://NAME``.

Time passes only in `Bench.run_us` and while a port is read with a timeout, for all boxes alike; a box's
own clock may be fast or slow against it. One thread drives everything.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from types import TracebackType
from typing import Self

import serial

from .boxsim import CYCLES_US, EXTERNAL, BoxSim

Mangle = Callable[[bytes], bytes]


@dataclass
class Place:
    """A box at its port."""

    box: BoxSim
    zero_us: int
    zero_cycle: int
    rate: float
    resets_on_open: bool
    mangle: Mangle
    plugged: bool = True

    def cycle(self, us: float) -> int:
        return self.zero_cycle + round((us - self.zero_us) * CYCLES_US * self.rate)

    def us(self, cycle: int) -> float:
        return self.zero_us + (cycle - self.zero_cycle) / (CYCLES_US * self.rate)


class Bench:
    """A clock (`now_us`) and the ports of this test process. A context manager: one at a time is in use."""

    current: Bench | None = None

    def __init__(self) -> None:
        self.places: dict[str, Place] = {}
        self._now_us = 0.0

    def __enter__(self) -> Self:
        """Make the ports known to pyserial. Raises `RuntimeError` if another bench is in use."""
        if Bench.current is not None:
            raise RuntimeError("another bench is in use")
        package = __package__ or ""
        if package not in serial.protocol_handler_packages:
            serial.protocol_handler_packages.append(package)
        Bench.current = self
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        Bench.current = None

    # --- boxes and cables ---

    def add(
        self, name: str, box: BoxSim, *, ppm: float = 0, resets_on_open: bool = False, mangle: Mangle = bytes
    ) -> str:
        """Plug a box in; the URL of its port.

        ``ppm``: how much its clock is fast; ``resets_on_open``: opening the port restarts it, as on an Uno;
        ``mangle``: what the line does to bytes of either direction.
        """
        self.places[name] = Place(box, round(self._now_us), box.now, 1 + ppm / 1e6, resets_on_open, mangle)
        return f"boxsim://{name}"

    def unplug(self, name: str) -> None:
        """Pull the cable: the open port fails, the box goes on (it has its own power)."""
        self.places[name].plugged = False

    def plug(self, name: str, new_name: str) -> str:
        """Plug it in again under another name; the URL of its port."""
        place = self.places.pop(name)
        place.box.read()
        place.plugged = True
        self.places[new_name] = place
        return f"boxsim://{new_name}"

    def urls(self) -> list[str]:
        """What a list of the machine's ports would show."""
        return [f"boxsim://{name}" for name, place in self.places.items() if place.plugged]

    # --- time ---

    def now_us(self) -> int:
        return int(self._now_us)

    def run_until_us(self, us: float) -> None:
        for place in self.places.values():
            place.box.run_until(place.cycle(us))
        self._now_us = max(self._now_us, us)

    def run_us(self, us: float) -> None:
        self.run_until_us(self._now_us + us)

    def wait_for_byte(self, name: str, until_us: float) -> None:
        """Until a byte has come at this port, or to an instant."""
        place = self.places[name]
        if place.box.run_until_sent(place.cycle(until_us)):
            # a whole microsecond on: what has come must not seem to come before it was sent
            until_us = int(place.us(place.box.now)) + 1
        self.run_until_us(max(until_us, self._now_us))

    def cycle(self, name: str, us: float) -> int:
        """The processor cycle of a box at an instant of the bench."""
        return self.places[name].cycle(us)

    def us(self, name: str, cycle: int) -> float:
        """The instant of the bench at a processor cycle of a box."""
        return self.places[name].us(cycle)

    def restart(self, name: str) -> None:
        self.places[name].box.reset(EXTERNAL)
