"""A box, ports and the driver in virtual time, from one thread."""

from __future__ import annotations

from typing import Any, TypeVar

from buzzer.drivers.events import BoxState, DriverEvent
from buzzer.drivers.serialbox import SerialBox
from buzzer.testing.box import FakeBox
from buzzer.testing.clock import FakeClock
from buzzer.testing.lines import FakePorts, Line, Way, bytewise

S = 1_000_000
T = TypeVar("T")


class Rig:
    """One box on port ``A`` and a driver for it."""

    def __init__(
        self,
        port: str = "A",
        *,
        to_host: Way | None = None,
        to_box: Way | None = None,
        driver: dict[str, Any] | None = None,
        **box: Any,
    ) -> None:
        self.clock = FakeClock()
        self.ports = FakePorts()
        self.line = Line(self.clock, to_host or bytewise(), to_box or bytewise())
        self.ports.lines["A"] = self.line
        self.box = FakeBox(self.clock, self.line, **box)
        self.driver = SerialBox(
            port, self.clock, open_port=self.ports.open, ports=self.ports.names, wait=self.clock.sleep, **(driver or {})
        )
        self.events: list[DriverEvent] = []
        self.driver.attach(self.events.append)

    def run(self, until_us: int) -> list[DriverEvent]:
        """Let time pass; the events of it, states left out."""
        start = len(self.events)
        while self.clock.now_us() < until_us:
            self.driver.pump()
        return [event for event in self.events[start:] if not isinstance(event, BoxState)]

    def of(self, kind: type[T]) -> list[T]:
        return [event for event in self.events if isinstance(event, kind)]

    def another(self, name: str, board: str | None = None, **box: Any) -> Line:
        """A further port, with a box on it if ``board`` is given."""
        line = Line(self.clock, bytewise(), bytewise())
        self.ports.lines[name] = line
        if board is not None:
            FakeBox(self.clock, line, board, **box)
        return line

    def move(self, name: str) -> None:
        """The unplugged box is plugged in again as ``name``: it starts anew."""
        for old in [old for old, line in self.ports.lines.items() if line is self.line]:
            del self.ports.lines[old]
        self.line = self.another(name)
        self.box.attach(self.line)
        self.box.restart()
