"""Golden frames for C and Python. Run it to compare; ``--write`` accepts anew what the code makes."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any

from buzzer.wire import messages as m
from buzzer.wire.frames import Frame, cobs_encode, crc16, encode

PATH = Path(__file__).with_name("frames.json")
TICK_TOP = (1 << 48) - 1

MESSAGES: list[tuple[str, m.Message, int, int]] = [
    ("hello", m.Hello(1, 0xDEADBEEF, "BOX-1", 1, 1, 2_000_000, 6, 0, 0x1234), 0, 0),
    ("hello-unnamed", m.Hello(1, 0, "", 1, 0, 2_000_000, 6, 0, 0), 0, 0),
    ("hello-full-id", m.Hello(1, 0xFFFFFFFF, "ABCDEFGH", 3, 15, 2_004_000, 8, 0xFF, 0xFFFF), 0, 0xFFFF),
    ("press", m.Press(7, 0b000001, 123_456_789, 1), 1, 3),
    ("press-tie-of-four", m.Press(255, 0b001111, 0, 64), 65535, 65535),
    ("press-before-welcome", m.Press(0, 0b100000, 1, 1), 2, 0),
    ("press-at-2-to-the-32", m.Press(1, 2, 1 << 32, 2), 256, 1),
    ("press-last-tick", m.Press(1, 4, TICK_TOP, 3), 257, 256),
    ("key-next", m.Key(1, 0x0000_8000_0000, 1), 3, 1),
    ("key-undo", m.Key(8, 0x0100_0000_0001, 2), 4, 1),
    ("release", m.Release(0b010101, 0xFFFF_FFFF), 0, 1),
    ("state", m.State(2_000_000, 7, 0x3F, 0x01, 0x02, 5, 300, 0, 1, 2), 0, 1),
    ("state-saturated", m.State(TICK_TOP, 255, 255, 255, 255, 64, 65535, 65535, 65535, 65535), 0, 65535),
    ("state-of-zeros", m.State(0, 0, 0, 0, 0, 0, 0, 0, 0, 0), 0, 1),
    ("pong", m.Pong(0xCAFEBABE, 0x0000_0001_0000), 0, 1),
    ("pong-of-zeros", m.Pong(0, 0), 0, 0),
    ("who", m.Who(), 0, 0),
    ("welcome", m.Welcome(1, 0x1234), 0, 1),
    ("welcome-top", m.Welcome(65535, 0), 0, 65535),
    ("arm", m.Arm(1, 0x3F), 0, 1),
    ("arm-nobody", m.Arm(255, 0), 0, 258),
    ("disarm", m.Disarm(), 0, 1),
    ("lamps", m.Lamps(0b000010, 0b000001, 30), 0, 1),
    ("lamps-off", m.Lamps(0, 0, 0), 0, 1),
    ("ping", m.Ping(1), 0, 1),
    ("ping-at-boot-0", m.Ping(0xFFFFFFFF), 0, 0),
    ("ack", m.Ack(5, 4), 0, 1),
    ("ack-none", m.Ack(0, 0), 0, 1),
    ("ack-over-the-wrap", m.Ack(1, 65535), 0, 2),
    ("board", m.Board("TABLE-2"), 0, 1),
]
RAW = [
    ("unknown-type-empty", Frame(0x7F, 0, 0, b"")),
    ("unknown-type-longest", Frame(0x3C, 0xABCD, 0x1234, bytes(range(53)))),
    ("unknown-type-zeros", Frame(0, 0, 0, bytes(53))),
]


def _sealed(body: bytes) -> bytes:
    return cobs_encode(body + crc16(body).to_bytes(2, "big")) + b"\0"


def _bad() -> list[tuple[str, bytes]]:
    """Damaged frames: nothing is taken, the bad counter grows by one each."""
    press = encode(m.pack(m.Press(7, 1, 123_456_789, 1), seq=1, boot=3))
    flipped = bytearray(press)
    flipped[9] ^= 0x10
    return [
        ("first-half", press[:9] + b"\0"),
        ("second-half", press[9:]),
        ("a-byte-missing", press[:9] + press[10:]),
        ("a-byte-doubled", press[:9] + press[8:]),
        ("A9-inserted", press[:9] + b"\xa9" + press[9:]),
        ("a-bit-flipped", bytes(flipped)),
        ("two-bytes-swapped", press[:11] + bytes([press[12], press[11]]) + press[13:]),
        ("crc-0000-appended", cobs_encode(bytes([2, 0, 1, 0, 3, 7, 1, 0, 0, 0, 0, 0, 0, 1, 0, 0])) + b"\0"),
        ("one-byte", b"\x01\x00"),
        ("one-byte-run-past-the-end", b"\x02\x00"),
        ("cobs-run-past-the-end", b"\x20" + press[1:]),
        ("crc-only", _sealed(b"")),
        ("too-short-for-a-header", _sealed(b"\x02\x00\x01\x00")),
        ("text", b"Arduino booting...\r\n\0"),
        ("63-bytes-of-rubbish", b"U" * 63 + b"\0"),
        ("64-bytes", b"U" * 64 + b"\0"),
        ("300-bytes", b"U" * 300 + b"\0"),
        ("right-crc-but-too-long", _sealed(b"\x02\x00\x01\x00\x03" + b"U" * 56)),
        ("two-frames-without-the-zero-between", press[:-1] + press),
    ]


def _bad_length() -> list[tuple[str, str, bytes]]:
    """Whole frames of known types with a wrong length: bad too, for the side that knows the type."""
    found = []
    for name, message, seq, boot in MESSAGES:
        frame = m.pack(message, seq=seq, boot=boot)
        to = "host" if frame.type < 0x40 else "box"
        if frame.payload:
            found.append((f"{name}-short", to, _sealed(_head(frame) + frame.payload[:-1])))
        found.append((f"{name}-long", to, _sealed(_head(frame) + frame.payload + b"\x01")))
    return found


def _head(frame: Frame) -> bytes:
    return bytes([frame.type]) + frame.seq.to_bytes(2, "big") + frame.boot.to_bytes(2, "big")


def vectors() -> dict[str, Any]:
    rows: list[dict[str, Any]] = []
    for name, message, seq, boot in MESSAGES:
        frame = m.pack(message, seq=seq, boot=boot)
        meaning = {"message": type(message).__name__.lower(), "fields": asdict(message)}
        rows.append(_row(name, frame) | meaning)
    rows += [_row(name, frame) for name, frame in RAW]
    return {
        "frames": rows,
        "bad": [{"name": name, "wire": wire.hex()} for name, wire in _bad()],
        "bad_length": [{"name": name, "to": to, "wire": wire.hex()} for name, to, wire in _bad_length()],
    }


def _row(name: str, frame: Frame) -> dict[str, Any]:
    return {
        "name": name,
        "type": frame.type,
        "seq": frame.seq,
        "boot": frame.boot,
        "payload": frame.payload.hex(),
        "wire": encode(frame).hex(),
    }


def text() -> str:
    """The file: one vector a line, so that a difference can be read."""
    parts = []
    for key, rows in vectors().items():
        parts.append(f'"{key}": [\n' + ",\n".join(json.dumps(row) for row in rows) + "\n]")
    return "{" + ",\n".join(parts) + "}\n"


def main() -> int:
    if "--write" in sys.argv[1:]:
        PATH.write_text(text(), encoding="utf-8", newline="\n")
        return 0
    same = PATH.read_text(encoding="utf-8") == text()
    print("frames.json: as made" if same else "frames.json differs; --write accepts what the code makes now")
    return 0 if same else 1


if __name__ == "__main__":
    raise SystemExit(main())
