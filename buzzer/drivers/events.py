"""What a driver tells the runtime, and what the runtime may ask of a driver.

A driver owns one source of buttons and one thread. It calls ``emit`` (thread-safe, never blocks) with the events below
and is steered by the methods of `Driver` (thread-safe, never block: the driver's thread does the work).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class BoxUp:
    """A box has been welcomed; ``boot`` numbers its starts as this host knows them. What was of the old one is void."""

    box: str
    """The board id: the box's identity under any port name."""
    port: str
    boot: int
    firmware: str
    buttons: int
    held: int
    """Mask of the buttons that are down."""
    arrived_us: int
    restarted: bool
    """True if the box has started anew since it was last up (its cable moved, its power failed, its watchdog bit)."""
    cause: str
    """Why it started: ``power``, ``external``, ``brown-out``, ``watchdog``, ``unknown``, joined by ``+``."""


@dataclass(frozen=True, slots=True)
class BoxDown:
    """The link is lost, ``why``: ``silent`` (three states missed), ``unplugged``, ``clock`` (relation void)."""

    box: str
    port: str
    why: str
    arrived_us: int


@dataclass(frozen=True, slots=True)
class BoxPress:
    """First edges, one per bit of ``mask`` (several: an honest tie). ``at_us ± err_us`` is the table's time."""

    box: str
    boot: int
    seq: int
    round: int
    mask: int
    at_us: int
    err_us: int
    arrived_us: int
    history: bool
    """True if the record was taken before this host welcomed the box: to be logged, not played."""


@dataclass(frozen=True, slots=True)
class BoxKey:
    """A host's key wired to the box: ``key`` is ``next``, ``right``, ``wrong`` or ``undo``."""

    box: str
    boot: int
    seq: int
    key: str
    at_us: int
    err_us: int
    arrived_us: int
    history: bool


@dataclass(frozen=True, slots=True)
class BoxRelease:
    box: str
    mask: int
    at_us: int
    arrived_us: int


@dataclass(frozen=True, slots=True)
class BoxState:
    """The box's own account, five times a second, and the link's: for the technician and the console's strip."""

    box: str
    armed: int
    round: int
    held: int
    stuck: int
    depth: int
    lost: int
    spikes: int
    bad_frames: int
    """Frames that either side had to drop."""
    rate_ppm: float
    err_us: int
    arrived_us: int


@dataclass(frozen=True, slots=True)
class PortProblem:
    """A port that cannot be used, in one line for people: missing, no permission, busy, not ours, old firmware."""

    port: str
    message: str
    arrived_us: int
    english: str = ""
    """The same for a command line, which speaks English."""


DriverEvent = BoxUp | BoxDown | BoxPress | BoxKey | BoxRelease | BoxState | PortProblem
Emit = Callable[[DriverEvent], None]


class Driver(Protocol):
    """One source of buttons."""

    def start(self, emit: Emit) -> None: ...

    def arm(self, round: int, mask: int) -> None: ...

    def disarm(self) -> None: ...

    def lamps(self, on: int, fast: int = 0, buzzer_ms: int = 0) -> None: ...

    def saved(self, boot: int, seq: int) -> None:
        """Records up to ``seq`` of ``boot`` are on disk: the box may forget them."""

    def close(self) -> None: ...
