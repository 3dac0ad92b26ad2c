"""What was decided: the outcomes of the transcript, in its field order. ``at_us`` is the instant an outcome is
about.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any, ClassVar


@dataclass(frozen=True, slots=True)
class Outcome:
    event: ClassVar[str]
    at_us: int


@dataclass(frozen=True, slots=True)
class Accepted(Outcome):
    """The seat has the right to answer, until ``until_us`` or without a limit."""

    event: ClassVar[str] = "accepted"
    seat: int
    until_us: int | None


@dataclass(frozen=True, slots=True)
class Ignored(Outcome):
    event: ClassVar[str] = "ignored"
    seat: int
    why: str


@dataclass(frozen=True, slots=True)
class Fined(Outcome):
    event: ClassVar[str] = "fined"
    seat: int
    delta: int


@dataclass(frozen=True, slots=True)
class Locked(Outcome):
    event: ClassVar[str] = "locked"
    seat: int
    until_us: int


@dataclass(frozen=True, slots=True)
class WindowRuns(Outcome):
    event: ClassVar[str] = "window"
    until_us: int


@dataclass(frozen=True, slots=True)
class AnswerTimeUp(Outcome):
    event: ClassVar[str] = "answer_time_up"
    seat: int


@dataclass(frozen=True, slots=True)
class Countdown(Outcome):
    event: ClassVar[str] = "countdown"
    left_s: int


@dataclass(frozen=True, slots=True)
class VerdictGiven(Outcome):
    event: ClassVar[str] = "verdict"
    seat: int
    verdict: str
    delta: int
    total: int


@dataclass(frozen=True, slots=True)
class Closed(Outcome):
    event: ClassVar[str] = "closed"
    why: str


@dataclass(frozen=True, slots=True)
class Refused(Outcome):
    """A host's fact that makes no sense now. ``why`` is for people, but for ``other_seat`` and ``finished``."""

    event: ClassVar[str] = "refused"
    kind: str
    why: str


@dataclass(frozen=True, slots=True)
class LotDrawn(Outcome):
    event: ClassVar[str] = "lot"
    seats: tuple[int, ...]
    chosen: int


@dataclass(frozen=True, slots=True)
class Adjusted(Outcome):
    event: ClassVar[str] = "adjusted"
    seat: int
    delta: int
    total: int


@dataclass(frozen=True, slots=True)
class Rejudged(Outcome):
    """``delta`` is what the total changed by, as in every other outcome."""

    event: ClassVar[str] = "rejudged"
    question: int
    seat: int
    verdict: str
    delta: int
    total: int


@dataclass(frozen=True, slots=True)
class Voided(Outcome):
    event: ClassVar[str] = "voided"
    question: int


@dataclass(frozen=True, slots=True)
class SeatChanged(Outcome):
    event: ClassVar[str] = "seat"
    seat: int
    state: str
    total: int


@dataclass(frozen=True, slots=True)
class CheckChanged(Outcome):
    event: ClassVar[str] = "check"
    question: int
    seat: int
    open: bool


@dataclass(frozen=True, slots=True)
class Held(Outcome):
    event: ClassVar[str] = "held"
    why: str | None


@dataclass(frozen=True, slots=True)
class Resumed(Outcome):
    event: ClassVar[str] = "resumed"


@dataclass(frozen=True, slots=True)
class Undone(Outcome):
    event: ClassVar[str] = "undone"
    kind: str


@dataclass(frozen=True, slots=True)
class Result:
    """The last line: totals, places (``"2-3"`` where shared) and right answers at each value, by seat."""

    event: ClassVar[str] = "result"
    scores: dict[int, int]
    places: dict[int, str]
    counts: dict[int, dict[int, int]]


def dump_outcome(outcome: Outcome | Result) -> dict[str, Any]:
    """An outcome as a transcript object, in the transcript's order of fields."""
    if isinstance(outcome, Result):
        return {
            "event": outcome.event,
            "scores": {str(seat): score for seat, score in outcome.scores.items()},
            "places": {str(seat): place for seat, place in outcome.places.items()},
            "counts": {
                str(seat): {str(value): count for value, count in counts.items()}
                for seat, counts in outcome.counts.items()
            },
        }
    record: dict[str, Any] = {"at_us": outcome.at_us, "event": outcome.event}
    for field in fields(outcome):
        value = getattr(outcome, field.name)
        record[field.name] = list(value) if isinstance(value, tuple) else value
    return record
