"""Every message of the box protocol as a frozen value, and its exact layout (``docs/protocol.md``).

``pack`` makes a frame of a message, ``unpack_from_box`` and ``unpack_from_host`` read one. A frame of a
known type whose length or values are wrong is `Malformed`; one of an unknown type is None.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

from buzzer.wire.frames import Frame

PROTOCOL = 1
BOARD_LENGTH = 8
KEYS = ("next", "right", "wrong", "undo")
"""Host keys by bit."""
KIND_ATMEGA328P, KIND_HOST, KIND_PYTHON = 1, 2, 3
_CAUSES = ((1, "power"), (2, "external"), (4, "brown-out"), (8, "watchdog"))


class Malformed(ValueError):
    """A whole frame with a right check sum that cannot be what its type says."""


@dataclass(frozen=True, slots=True)
class Hello:
    protocol: int
    build: int
    board: str
    kind: int
    cause: int
    tick_hz: int
    buttons: int
    held: int
    nonce: int


@dataclass(frozen=True, slots=True)
class Press:
    """First edges: one bit a button. ``tick`` in box ticks, 48 bits."""

    round: int
    mask: int
    tick: int
    depth: int


@dataclass(frozen=True, slots=True)
class Key:
    mask: int
    tick: int
    depth: int


@dataclass(frozen=True, slots=True)
class Release:
    mask: int
    tick: int


@dataclass(frozen=True, slots=True)
class State:
    tick: int
    round: int
    armed: int
    held: int
    stuck: int
    depth: int
    spikes: int
    lost: int
    bad: int
    noise: int


@dataclass(frozen=True, slots=True)
class Pong:
    nonce: int
    tick: int


@dataclass(frozen=True, slots=True)
class Who:
    pass


@dataclass(frozen=True, slots=True)
class Welcome:
    boot: int
    nonce: int


@dataclass(frozen=True, slots=True)
class Arm:
    round: int
    mask: int


@dataclass(frozen=True, slots=True)
class Disarm:
    pass


@dataclass(frozen=True, slots=True)
class Lamps:
    """``buzzer`` in tens of milliseconds, 0 is off."""

    on: int
    fast: int
    buzzer: int


@dataclass(frozen=True, slots=True)
class Ping:
    nonce: int


@dataclass(frozen=True, slots=True)
class Ack:
    got: int
    saved: int


@dataclass(frozen=True, slots=True)
class Board:
    id: str


FromBox = Hello | Press | Key | Release | State | Pong
FromHost = Who | Welcome | Arm | Disarm | Lamps | Ping | Ack | Board
Message = FromBox | FromHost

# Type and the widths of the fields in bytes, in the order of the dataclass's fields.
_FROM_BOX: dict[type[Any], tuple[int, tuple[int, ...]]] = {
    Hello: (0x01, (1, 4, BOARD_LENGTH, 1, 1, 4, 1, 1, 2)),
    Press: (0x02, (1, 1, 6, 1)),
    Key: (0x03, (1, 6, 1)),
    Release: (0x04, (1, 6)),
    State: (0x05, (6, 1, 1, 1, 1, 1, 2, 2, 2, 2)),
    Pong: (0x06, (4, 6)),
}
_FROM_HOST: dict[type[Any], tuple[int, tuple[int, ...]]] = {
    Who: (0x41, ()),
    Welcome: (0x42, (2, 2)),
    Arm: (0x43, (1, 1)),
    Disarm: (0x44, ()),
    Lamps: (0x45, (1, 1, 1)),
    Ping: (0x46, (4,)),
    Ack: (0x47, (2, 2)),
    Board: (0x48, (BOARD_LENGTH,)),
}
_LAYOUT = _FROM_BOX | _FROM_HOST
_TEXT = {(Hello, "board"), (Board, "id")}
_BOX_TYPES = {code: cls for cls, (code, _) in _FROM_BOX.items()}
_HOST_TYPES = {code: cls for cls, (code, _) in _FROM_HOST.items()}
RETAINED = (Press, Key)


def board_bytes(board: str) -> bytes:
    """``board`` as eight bytes; ValueError unless it has at most eight printable ASCII characters."""
    if len(board) > BOARD_LENGTH or any(not "!" <= c <= "~" for c in board):
        raise ValueError(f"board id {board!r}: at most {BOARD_LENGTH} Latin letters, digits and signs, no space")
    return board.encode("ascii").ljust(BOARD_LENGTH, b"\0")


def _board_text(raw: bytes) -> str:
    # A board whose memory was never written must still be seen, so that it can be named: it has the empty id.
    text = raw.rstrip(b"\0")
    return text.decode("ascii") if all(0x21 <= byte <= 0x7E for byte in text) else ""


def _field_bytes(value: int | str, width: int) -> bytes:
    return board_bytes(value) if isinstance(value, str) else value.to_bytes(width, "big")


def pack(message: Message, *, seq: int = 0, boot: int = 0) -> Frame:
    """``message`` as a frame.

    OverflowError if a number does not fit its field, ValueError for a wrong id.
    """
    code, widths = _LAYOUT[type(message)]
    payload = b"".join(
        _field_bytes(getattr(message, field.name), width) for field, width in zip(fields(message), widths, strict=True)
    )
    return Frame(code, seq, boot, payload)


def _unpack(frame: Frame, cls: type[Any]) -> Any:
    _, widths = _LAYOUT[cls]
    if len(frame.payload) != sum(widths):
        raise Malformed(f"{cls.__name__}: payload of {len(frame.payload)} bytes, must be {sum(widths)}")
    values: list[int | str] = []
    at = 0
    for field, width in zip(fields(cls), widths, strict=True):
        raw = frame.payload[at : at + width]
        values.append(_board_text(raw) if (cls, field.name) in _TEXT else int.from_bytes(raw, "big"))
        at += width
    return cls(*values)


def unpack_from_box(frame: Frame) -> FromBox | None:
    """The message; None for an unknown type; `Malformed`: a wrong length, a record without a number, no tick rate."""
    cls = _BOX_TYPES.get(frame.type)
    if cls is None:
        return None
    message: FromBox = _unpack(frame, cls)
    if isinstance(message, RETAINED) and frame.seq == 0:
        raise Malformed(f"{cls.__name__}: a retained record without a number")
    if isinstance(message, Hello) and message.tick_hz == 0:
        raise Malformed("Hello: a clock that stands still")
    return message


def unpack_from_host(frame: Frame) -> FromHost | None:
    """The message; None for an unknown type; `Malformed`: a wrong length, a boot or round of 0."""
    cls = _HOST_TYPES.get(frame.type)
    if cls is None:
        return None
    message: FromHost = _unpack(frame, cls)
    if isinstance(message, Welcome) and (message.boot == 0 or message.boot != frame.boot):
        raise Malformed("Welcome: boot 0, or another one than in the header")
    if isinstance(message, Arm) and message.round == 0:
        raise Malformed("Arm: round 0")
    return message


def cause_text(cause: int) -> str:
    """Reset causes: ``power``, ``external``, ``brown-out``, ``watchdog``, ``+`` between; or ``unknown``."""
    return "+".join(word for bit, word in _CAUSES if cause & bit) or "unknown"
