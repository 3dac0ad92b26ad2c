"""Frames on the wire: COBS(type, seq, boot, payload, CRC-16) and a closing zero (``docs/protocol.md``).

A frame is taken whole or not at all: a cut one never yields a number. Memory is bounded whatever arrives.
"""

from __future__ import annotations

from binascii import crc_hqx
from dataclasses import dataclass

MAX_PAYLOAD = 53
MAX_WIRE = 64
"""Longest frame with COBS overhead and closing zero, in bytes."""
_MAX_RUN = MAX_WIRE - 1
_MIN_BODY = 7  # type, seq, boot and crc, no payload
_CRC_START = 0xFFFF


@dataclass(frozen=True, slots=True)
class Frame:
    """One frame.

    ``seq`` is 0 for all that is not retained; ``boot`` is 0 until the box has been welcomed.
    """

    type: int
    seq: int
    boot: int
    payload: bytes


def crc16(data: bytes) -> int:
    """CRC-16/CCITT-FALSE, the same as avr-libc's ``_crc_xmodem_update`` from 0xFFFF."""
    return crc_hqx(data, _CRC_START)


def cobs_encode(body: bytes) -> bytes:
    """``body`` (at most 253 bytes) without zeros, one byte longer, no closing zero."""
    out = bytearray()
    for run in body.split(b"\0"):
        out.append(len(run) + 1)
        out += run
    return bytes(out)


def cobs_decode(data: bytes) -> bytes | None:
    """The inverse of `cobs_encode`, or None if ``data`` (without zeros) is not well-formed."""
    out = bytearray()
    at = 0
    while True:
        end = at + data[at]
        if end > len(data):
            return None
        out += data[at + 1 : end]
        if end == len(data):
            return bytes(out)
        out.append(0)
        at = end


def encode(frame: Frame) -> bytes:
    """The bytes of ``frame`` on the wire, closing zero included. ValueError if the payload is too long."""
    if len(frame.payload) > MAX_PAYLOAD:
        raise ValueError(f"payload of {len(frame.payload)} bytes, at most {MAX_PAYLOAD} fit in a frame")
    body = bytes([frame.type]) + frame.seq.to_bytes(2, "big") + frame.boot.to_bytes(2, "big") + frame.payload
    return cobs_encode(body + crc16(body).to_bytes(2, "big")) + b"\0"


def decode(run: bytes) -> Frame | None:
    """The frame in ``run`` (what stood between two zeros, not empty), or None if it is damaged."""
    body = cobs_decode(run) if len(run) <= _MAX_RUN else None
    # Over the body with its own crc behind it the crc is 0.
    if body is None or len(body) < _MIN_BODY or crc16(body) != 0:
        return None
    return Frame(
        type=body[0],
        seq=int.from_bytes(body[1:3], "big"),
        boot=int.from_bytes(body[3:5], "big"),
        payload=body[5:-2],
    )


class Decoder:
    """Bytes in, whole frames out. It keeps at most `MAX_WIRE` bytes between two calls."""

    __slots__ = ("_overlong", "_run", "bad")

    def __init__(self) -> None:
        self.bad = 0
        """Damaged frames so far: cut, flipped, over-long, rubbish. Two zeros in a row are no damage."""
        self._run = b""
        self._overlong = False

    def feed(self, data: bytes) -> list[Frame]:
        """The frames that ``data`` completes, in order."""
        *ended, rest = data.split(b"\0")
        frames: list[Frame] = []
        for run in ended:
            whole = self._run + run
            if self._overlong or (frame := decode(whole) if whole else None) is None:
                self.bad += bool(whole) or self._overlong
            else:
                frames.append(frame)
            self._run = b""
            self._overlong = False
        if not self._overlong:
            self._run += rest[: MAX_WIRE - len(self._run)]
            if len(self._run) > _MAX_RUN:
                self._run = b""
                self._overlong = True
        return frames
