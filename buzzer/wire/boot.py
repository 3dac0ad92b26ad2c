"""All that holds for one boot of a box and for no other: its number, records, clock relation.

A new boot gets a new one.
"""

from __future__ import annotations

from dataclasses import dataclass

from buzzer.wire.clock import SILENCE_US, ClockRelation
from buzzer.wire.messages import Hello, Key, Press
from buzzer.wire.sequence import Sequence
from buzzer.wire.stamps import Stamp, Stamper
from buzzer.wire.ticks import tick_diff

UNPLACED_ERR_US = SILENCE_US
"""Declared for a record whose boot ended before its clock was known: to be logged, it decides nothing."""


@dataclass(frozen=True, slots=True)
class Record:
    """A press or a host's key, each once, in the order of its sequence, on the table's time line.

    ``seq`` goes on counting where the 16 bits of the wire begin anew. ``history``: taken before this host welcomed the
    box.
    """

    boot: int
    seq: int
    message: Press | Key
    at_us: int
    err_us: int
    arrived_us: int
    history: bool


class Boot:
    """One boot as this host numbers it."""

    def __init__(self, number: int, hello: Hello, *, restarted: bool, now_us: int) -> None:
        self.number = number
        self.hello = hello
        self.restarted = restarted
        self.confirmed = False
        """True since the box has used the number."""
        self.saved = 0
        """The last record on disk, unwrapped as `Record.seq`; 0 before the first."""
        self.sequence = Sequence()
        self.relation = ClockRelation(hello.tick_hz)
        self.stamper = Stamper(self.relation, hello.tick_hz)
        self._since_us = now_us
        self._welcomed_tick: int | None = None
        self._waiting: list[tuple[int, Press | Key, int]] = []

    def state_tick(self, tick: int) -> None:
        """A state's tick; the first one is the answer to the welcome."""
        if self._welcomed_tick is None:
            self._welcomed_tick = tick

    def exchange(self, sent_us: int, tick: int, received_us: int) -> bool:
        """False if the clock relation became void by it."""
        if self.relation.add(sent_us, tick, received_us):
            return True
        self.void_clock(received_us)
        return False

    def clock_void(self, now_us: int) -> bool:
        """True if there has been no exchange for ten seconds."""
        last_us = self.relation.last_us
        return now_us - (self._since_us if last_us is None else last_us) > SILENCE_US

    def void_clock(self, now_us: int) -> None:
        """Forget the relation: a step of the host's clock, or a machine that slept."""
        self._since_us = now_us
        self.relation.clear()
        self.stamper = Stamper(self.relation, self.hello.tick_hz)

    def take(self, seq: int, message: Press | Key, arrived_us: int) -> None:
        self._waiting += [(s, m, arrived_us) for s, m in self.sequence.take(seq, message)]

    def placed(self, now_us: int) -> list[Record]:
        """The records that can be stamped now; the others wait for the clock relation."""
        if not self._waiting or self._welcomed_tick is None or not self.relation.valid(now_us):
            return []
        records = [
            self._record(seq, message, arrived_us, self.stamper.place(message.tick, arrived_us))
            for seq, message, arrived_us in self._waiting
        ]
        self._waiting.clear()
        return records

    def rest(self) -> list[Record]:
        """What waits still when the boot is over, as history."""
        records = [self._record(seq, message, arrived_us, None) for seq, message, arrived_us in self._waiting]
        self._waiting.clear()
        return records

    def _record(self, seq: int, message: Press | Key, arrived_us: int, stamp: Stamp | None) -> Record:
        if stamp is None:
            return Record(self.number, seq, message, arrived_us, UNPLACED_ERR_US, arrived_us, True)
        history = self._welcomed_tick is not None and tick_diff(message.tick, self._welcomed_tick) < 0
        return Record(self.number, seq, message, stamp.at_us, stamp.err_us, arrived_us, history)
