"""What happened: facts with time stamps, exactly the kinds of the transcript.

All times are integers in microseconds on one time line. ``arrived_us`` is when a fact became known (None: at its
stamp). Seats count from 1. A fact is checked for its shape where it is read (`parse_fact`), not where it is made.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Annotated, Any, ClassVar, Literal

from pydantic import ConfigDict, Field, StrictBool, StrictInt, TypeAdapter, ValidationError

Verdict = Literal["correct", "wrong", "no_answer", "none"]
SeatState = Literal["in", "out", "no_show"]
HoldWhy = Literal["host", "gap", "link", "session"]
_Time = Annotated[StrictInt, Field(ge=-(2**62), le=2**62)]
_Seat = Annotated[StrictInt, Field(ge=1, le=1000)]
_Number = Annotated[StrictInt, Field(ge=1, le=10**6)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """What all facts carry. ``key``: facts of one key press share it. ``auto``: the program did it by itself."""

    __pydantic_config__: ClassVar[ConfigDict] = ConfigDict(extra="ignore")
    kind: ClassVar[str]

    at_us: _Time
    arrived_us: _Time | None = None
    key: StrictInt | None = None
    auto: StrictBool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ThemeFact(Fact):
    kind: ClassVar[str] = "theme"
    number: _Number
    name: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Announce(Fact):
    kind: ClassVar[str] = "announce"
    value: Annotated[StrictInt, Field(gt=0, le=10**9)]
    replaces: _Number | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Read(Fact):
    kind: ClassVar[str] = "read"


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadEnd(Fact):
    kind: ClassVar[str] = "read_end"


@dataclass(frozen=True, slots=True, kw_only=True)
class Named(Fact):
    kind: ClassVar[str] = "named"


@dataclass(frozen=True, slots=True, kw_only=True)
class Judge(Fact):
    kind: ClassVar[str] = "judge"
    verdict: Verdict
    seat: _Seat | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Grant(Fact):
    kind: ClassVar[str] = "grant"
    seat: _Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Close(Fact):
    kind: ClassVar[str] = "close"


@dataclass(frozen=True, slots=True, kw_only=True)
class Void(Fact):
    kind: ClassVar[str] = "void"
    question: _Number | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Rejudge(Fact):
    kind: ClassVar[str] = "rejudge"
    question: _Number
    seat: _Seat
    verdict: Verdict


@dataclass(frozen=True, slots=True, kw_only=True)
class Adjust(Fact):
    kind: ClassVar[str] = "adjust"
    seat: _Seat
    delta: Annotated[StrictInt, Field(ge=-(10**9), le=10**9)]
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatFact(Fact):
    kind: ClassVar[str] = "seat"
    seat: _Seat
    state: SeatState
    name: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Check(Fact):
    kind: ClassVar[str] = "check"
    question: _Number
    seat: _Seat
    open: StrictBool


@dataclass(frozen=True, slots=True, kw_only=True)
class Hold(Fact):
    kind: ClassVar[str] = "hold"
    why: HoldWhy | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Resume(Fact):
    kind: ClassVar[str] = "resume"
    why: HoldWhy | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Undo(Fact):
    kind: ClassVar[str] = "undo"


@dataclass(frozen=True, slots=True, kw_only=True)
class Note(Fact):
    kind: ClassVar[str] = "note"
    text: str
    seat: _Seat | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Session(Fact):
    kind: ClassVar[str] = "session"
    wall: str
    boxes: Any = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Finish(Fact):
    kind: ClassVar[str] = "finish"


@dataclass(frozen=True, slots=True, kw_only=True)
class Press(Fact):
    """A button's first edge. ``err_us``: half-width of the stamp's error. (``box``, ``boot``, ``seq``) names a record
    once.
    """

    kind: ClassVar[str] = "press"
    seat: _Seat
    err_us: Annotated[StrictInt, Field(ge=0, le=10**12)] = 0
    box: str | None = None
    boot: StrictInt | None = None
    seq: StrictInt | None = None
    held: StrictBool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Release(Fact):
    kind: ClassVar[str] = "release"
    seat: _Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Message(Fact):
    kind: ClassVar[str] = "message"
    seat: _Seat


@dataclass(frozen=True, slots=True)
class Tick:
    """Time has come to ``at_us`` and nothing else happened. Never written down: ticks change nothing but when things
    are noticed.
    """

    at_us: int


HOST_KINDS: tuple[type[Fact], ...] = (
    ThemeFact, Announce, Read, ReadEnd, Named, Judge, Grant, Close, Void, Rejudge,
    Adjust, SeatFact, Check, Hold, Resume, Undo, Note, Session, Finish,
)  # fmt: skip
PLAYER_KINDS: tuple[type[Fact], ...] = (Press, Release, Message)
KINDS: dict[str, type[Fact]] = {kind.kind: kind for kind in HOST_KINDS + PLAYER_KINDS}

_ADAPTERS = {name: TypeAdapter(kind) for name, kind in KINDS.items()}
_NEVER_AUTO = ("announce", "grant", "judge")


def parse_fact(record: Mapping[str, Any]) -> Fact | None:
    """One transcript object to a fact; None for a kind that begins with ``x-``. Errors: ValueError in one line."""
    kind = record.get("kind")
    if not isinstance(kind, str):
        raise ValueError("a fact needs a kind, a text")
    if kind.startswith("x-"):
        return None
    adapter = _ADAPTERS.get(kind)
    if adapter is None:
        raise ValueError(f"unknown kind {kind!r}")
    try:
        fact: Fact = adapter.validate_python(dict(record))
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        where = ".".join(str(part) for part in first["loc"])
        raise ValueError(f"{kind}: {where}: {first['msg'].lower()}") from None
    if fact.auto and kind in _NEVER_AUTO:
        raise ValueError(f"{kind}: auto: the program never does this by itself")
    return fact


def unknown_fields(record: Mapping[str, Any]) -> list[str]:
    """Fields of a transcript object that its kind does not have: kept by a reader, and without effect."""
    kind = KINDS.get(str(record.get("kind")))
    if kind is None:
        return []
    known = {field.name for field in fields(kind)} | {"kind", "crc"}
    return [name for name in record if name not in known]


def dump_fact(fact: Fact) -> dict[str, Any]:
    """A fact as a transcript object: ``at_us`` and ``kind`` first, nothing that stands at its default."""
    record: dict[str, Any] = {"at_us": fact.at_us, "kind": fact.kind}
    for field in fields(fact):
        value = getattr(fact, field.name)
        if field.name not in record and value != field.default:
            record[field.name] = value
    return record
