"""What the oracle keeps: places of facts, the open question, the questions asked."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from buzzer.core import facts as f

Line = dict[str, Any]
SECOND_US = 1_000_000


@dataclass
class Place:
    """A fact and when it takes effect."""

    at: int
    rank: int
    seat: int
    line: int
    fact: f.Fact

    def order(self) -> tuple[int, int, int, int]:
        return self.at, self.rank, self.seat, self.line


@dataclass
class Open:
    """The open question."""

    opened: bool
    phase: str = "announced"
    begun: bool = False
    over: bool = False
    seat: int = 0
    since: int = 0
    named: int | None = None
    answer_end: int | None = None
    window_end: int = 0
    rest: int = 0
    calls: list[int] = field(default_factory=list)
    locks: dict[int, int] = field(default_factory=dict)
    marks: set[int] = field(default_factory=set)
    out: set[int] = field(default_factory=set)

    def push(self, by: int) -> None:
        """All clocks have stood still for so long."""
        self.since += by
        self.window_end += by
        self.named = None if self.named is None else self.named + by
        self.answer_end = None if self.answer_end is None else self.answer_end + by
        self.locks = {seat: end + by for seat, end in self.locks.items()}


@dataclass
class Asked:
    value: int
    replaces: int | None
    verdicts: list[list[Any]] = field(default_factory=list)
    fines: list[int] = field(default_factory=list)
    closed: bool = False
    void: bool = False


def sure(one: Place, other: Place) -> bool:
    """Whether one press certainly precedes another."""
    assert isinstance(one.fact, f.Press)
    assert isinstance(other.fact, f.Press)
    if one.fact.box == other.fact.box:
        return one.at < other.at
    return one.at + one.fact.err_us < other.at - other.fact.err_us
