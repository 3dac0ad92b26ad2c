"""What the host's end of a link tells its driver."""

from __future__ import annotations

from dataclasses import dataclass

from buzzer.wire.boot import Record
from buzzer.wire.messages import Hello, State


@dataclass(frozen=True, slots=True)
class Up:
    """The box has been welcomed, or is back. ``restarted``: it has started anew since it was last up."""

    boot: int
    hello: Hello
    restarted: bool
    arrived_us: int


@dataclass(frozen=True, slots=True)
class Down:
    """``why``: ``silent`` or ``clock``."""

    why: str
    at_us: int


@dataclass(frozen=True, slots=True)
class Released:
    mask: int
    at_us: int
    arrived_us: int


@dataclass(frozen=True, slots=True)
class Status:
    """The box's state, and the link's.

    Dropped frames of both ends, clock rate, error of a stamp made now.
    """

    state: State
    bad_frames: int
    lost: int
    rate_ppm: float
    err_us: int
    arrived_us: int


@dataclass(frozen=True, slots=True)
class OtherProtocol:
    """The box speaks another version."""

    version: int


@dataclass(frozen=True, slots=True)
class OtherBox:
    """Another box than the one this link is for."""

    board: str


LinkEvent = Up | Down | Record | Released | Status | OtherProtocol | OtherBox
