"""Box ticks are 48 bits and records 16: both wrap. Nothing here compares them by ``<``."""

from __future__ import annotations

TICK_BITS = 48
TICK_HZ = 2_000_000
"""Nominal; a box says its own in ``hello``."""
_TICKS = 1 << TICK_BITS
_HALF = _TICKS >> 1
_SEQS = 0xFFFF  # 1 … 65535: 0 is no record


def tick_diff(later: int, earlier: int) -> int:
    """``later − earlier`` in ticks, signed.

    Right over every wrap while they are less than 2.2 years apart.
    """
    return (later - earlier + _HALF) % _TICKS - _HALF


def tick_add(tick: int, delta: int) -> int:
    return (tick + delta) % _TICKS


def seq_add(seq: int, delta: int) -> int:
    """The number ``delta`` records after ``seq`` (1 … 65535, then 1 again)."""
    return (seq - 1 + delta) % _SEQS + 1


def seq_diff(later: int, earlier: int) -> int:
    """How many records ``later`` is after ``earlier`` (both 1 … 65535), signed."""
    return (later - earlier + _SEQS // 2) % _SEQS - _SEQS // 2
