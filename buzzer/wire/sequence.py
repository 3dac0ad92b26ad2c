"""Retained records in the order of their sequence: each once, none twice, none out of turn.

A record that comes before its turn waits here; what is missing is sent again by the box. Every record
says how many the box holds up to and with it, so that the host knows what can never come any more:
record s with depth d proves that the box holds nothing older than s − d + 1.

On the wire a number has 16 bits and comes again after 65 535 records. Here each is counted on from where the boot's
records began, so that no two of one boot ever share one: the core drops what it has seen.
"""

from __future__ import annotations

from buzzer.wire.messages import Key, Press
from buzzer.wire.ticks import seq_add, seq_diff

QUEUE = 64
"""Records that a box keeps."""


def on_wire(seq: int) -> int:
    """An unwrapped number as frames carry it: 1 … 65535, or 0 for none."""
    return seq_add(seq, 0) if seq else 0


class Sequence:
    """The records of one boot. Numbers are unwrapped, but for `take`, which is given the wire's."""

    def __init__(self) -> None:
        self.got = 0
        """The last record taken; 0 before the first."""
        self.missed = 0
        """Records that the box forgot before this host had them."""
        self.repeats = 0
        self._next: int | None = None
        self._early: dict[int, Press | Key] = {}

    def take(self, wire_seq: int, record: Press | Key) -> list[tuple[int, Press | Key]]:
        """The records whose turn has come with this one, in order, each with its number."""
        older = min(max(record.depth, 1), QUEUE) - 1
        if self._next is None:
            self._next = seq_add(wire_seq, -older)
        # The number next to the one that is awaited: a queue of 64 is far from half of the 65 535.
        seq = self._next + seq_diff(wire_seq, on_wire(self._next))
        due: list[tuple[int, Press | Key]] = []
        while self._next < seq - older:
            if self._next in self._early:
                self._advance(due)
            else:
                self.missed += 1
                self._next += 1
        if seq < self._next or seq in self._early:
            self.repeats += 1
        else:
            self._early[seq] = record
        while self._next in self._early:
            self._advance(due)
        return due

    def _advance(self, due: list[tuple[int, Press | Key]]) -> None:
        assert self._next is not None
        due.append((self._next, self._early.pop(self._next)))
        self.got = self._next
        self._next += 1
