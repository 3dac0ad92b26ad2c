"""Which source of buttons a match is played with: ``--box auto``, a port, or none."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from buzzer.clock import Clock
from buzzer.drivers.events import BoxUp, Driver, DriverEvent, Emit, PortProblem
from buzzer.drivers.problems import Lang, PortError
from buzzer.drivers.serialbox import PROBE_US, SerialBox
from buzzer.errors import InputError

SERIAL_SETTLE_US = 60_000
"""So long a press can be under way on a serial line, resends included."""
_LATER = ("udp", "gpio")
_ANSWER_S = PROBE_US / 1e6 + 3.0
"""A named port must have shown a box by then: it is asked once, and may first reset its board."""


class Early:
    """Takes a driver's events before there is a table, and hands them over when there is one. Thread-safe."""

    def __init__(self) -> None:
        self._turn = threading.Lock()
        self._kept: queue.SimpleQueue[DriverEvent] = queue.SimpleQueue()
        self._seen: list[DriverEvent] = []
        self._target: Emit | None = None

    def emit(self, event: DriverEvent) -> None:
        with self._turn:
            if self._target is None:
                self._kept.put(event)
            else:
                self._target(event)

    def first(self, timeout_s: float) -> BoxUp | PortProblem | None:
        """The first box that is up, or what is wrong with the port; None if neither comes in time."""
        while True:
            try:
                event = self._kept.get(timeout=timeout_s)
            except queue.Empty:
                return None
            self._seen.append(event)
            if isinstance(event, BoxUp | PortProblem):
                return event

    def onto(self, target: Emit) -> None:
        """From now on everything goes to ``target``, first what came until now."""
        with self._turn:
            for event in self._seen:
                target(event)
            while not self._kept.empty():
                target(self._kept.get())
            self._target = target


class Source:
    """A driver that may have been started already. None: the host gives the right by hand."""

    def __init__(self, driver: Driver | None, settle_us: int, early: Early | None = None) -> None:
        self.driver = driver
        self.settle_us = settle_us
        self.early = early

    def join(self, attach: Callable[[Driver], Emit]) -> None:
        """Let the driver's events go to a runtime; ``attach`` is the runtime's."""
        if self.driver is None:
            return
        if self.early is None:
            self.driver.start(attach(self.driver))
        else:
            self.early.onto(attach(self.driver))

    def drop(self) -> None:
        """There will be no match."""
        if self.driver is not None and self.early is not None:
            self.driver.close()


def source(box: str, clock: Clock, *, boots: Mapping[str, int], lang: Lang = "en") -> Source:
    """What ``--box`` means. A named port must show a box now; ``auto`` goes on looking during the match.

    ``lang``: of what the driver tells during the match. Errors: InputError, PortError, in English.
    """
    if not box.strip():
        raise InputError("--box: no port is named", remedy="take auto, a port, or none; see buzzer box list")
    if box == "none":
        return Source(None, 0)
    if box in _LATER:
        raise InputError(f"--box {box}: not in this version", remedy="take auto, a port, or none")
    driver = SerialBox(box, clock, boots=boots, lang=lang)
    if box == "auto":
        return Source(driver, SERIAL_SETTLE_US)
    early = Early()
    driver.start(early.emit)
    found = early.first(_ANSWER_S)
    if isinstance(found, BoxUp):
        return Source(driver, SERIAL_SETTLE_US, early)
    driver.close()
    if found is None:
        raise PortError(f"{box}: no box answers there", remedy="choose another port; see them with: buzzer box list")
    raise PortError(found.english or found.message)


def last_boots(records: Iterable[Mapping[str, Any]]) -> dict[str, int]:
    """The highest boot number that a journal knows of each box: a new program goes on behind it."""
    found: dict[str, int] = {}
    for record in records:
        box, boot = record.get("box"), record.get("boot")
        if isinstance(box, str) and isinstance(boot, int) and not isinstance(boot, bool):
            found[box] = max(boot, found.get(box, 0))
    return found
