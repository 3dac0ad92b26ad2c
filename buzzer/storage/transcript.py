"""Reading a transcript: the header, then facts in the order in which they became known.

What is wrong is told as `InputError` with file and line. What is merely unknown (a field, a key of the header) is kept,
a field with a warning: a later program may know it.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeGuard

from buzzer.core.facts import Fact, parse_fact, unknown_fields
from buzzer.core.state import Setup
from buzzer.errors import InputError
from buzzer.rulesets import resolve
from buzzer.storage.lines import read_line

VERSION = 1
_MOST_US = 10**12
_MOST_BYTES = 256_000_000
_NEWER = "the file was written by a newer buzzer"


@dataclass(frozen=True, slots=True)
class Header:
    """Line 1. ``raw`` is the record as it stands, unknown keys included, without ``crc``."""

    raw: Mapping[str, Any]
    setup: Setup
    journal: bool


@dataclass(frozen=True, slots=True)
class Transcript:
    """A whole file. ``records`` has every line after the header as it stands; ``facts`` those that the core takes."""

    header: Header
    facts: tuple[Fact, ...]
    records: tuple[Mapping[str, Any], ...]
    warnings: tuple[str, ...] = ()


def read(path: str) -> Transcript:
    """The transcript in a file; ``-`` is standard input. Errors: InputError."""
    return parse(read_bytes(path), path)


def read_bytes(path: str) -> bytes:
    """A file's bytes; ``-`` is standard input. Errors: InputError."""
    try:
        if path == "-":
            return sys.stdin.buffer.read(_MOST_BYTES)
        with Path(path).open("rb") as file:
            data = file.read(_MOST_BYTES + 1)
    except FileNotFoundError:
        raise InputError("there is no such file", path=path, remedy="check the name") from None
    except IsADirectoryError:
        raise InputError("this is a folder", path=path, remedy="name the file in it") from None
    except (OSError, ValueError) as error:
        why = (error.strerror if isinstance(error, OSError) else None) or str(error)
        raise InputError(f"cannot be read: {why}", path=path, remedy="check the file's rights") from None
    if len(data) > _MOST_BYTES:
        raise InputError("is too large for a transcript", path=path, remedy="check the name")
    return data


def parse(data: bytes, path: str) -> Transcript:
    """The transcript in the bytes of a file called ``path``. Errors: InputError."""
    reader = Reader(path)
    lines = split_lines(data)
    for line in lines:
        try:
            reader.take(line)
        except InputError as error:
            if reader.header is not None and reader.header.journal and reader.lines + 1 == len(lines):
                error.remedy = error.remedy or "buzzer resume sets a damaged end aside"
            raise
    return reader.done()


def split_lines(data: bytes) -> list[bytes]:
    """The lines without their LF; the last may be without one."""
    lines = data.split(b"\n")
    return lines[:-1] if not lines[-1] else lines


class Reader:
    """Takes lines one by one; a line that raises has not been taken, so that a caller may stop before it."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.header: Header | None = None
        self.facts: list[Fact] = []
        self.records: list[Mapping[str, Any]] = []
        self.warnings: list[str] = []
        self._known_us: int | None = None
        self._told: set[tuple[str, str]] = set()

    @property
    def lines(self) -> int:
        """Lines taken so far."""
        return len(self.records) + (self.header is not None)

    def take(self, line: bytes) -> None:
        """One more line, without its LF. Errors: InputError with the line's number."""
        number = self.lines + 1
        try:
            if self.header is None:
                self.header = read_header(line, self.path)
            else:
                self._fact(read_line(line, must_sum=self.header.journal), number)
        except InputError:
            raise
        except ValueError as error:
            raise InputError(str(error), path=self.path, line=number) from None

    def done(self) -> Transcript:
        """The whole file. Errors: InputError where there was no header."""
        if self.header is None:
            raise InputError("is empty: no header, no match", path=self.path, line=1, remedy="check the name")
        return Transcript(self.header, tuple(self.facts), tuple(self.records), tuple(self.warnings))

    def _fact(self, record: dict[str, Any], number: int) -> None:
        assert self.header is not None
        fact = parse_fact(record)
        if fact is not None:  # of a private kind nothing is known, not even what its times mean
            known_us = fact.at_us if fact.arrived_us is None else fact.arrived_us
            if self._known_us is not None and known_us < self._known_us:
                raise ValueError(f"became known at {known_us}, before the line above it ({self._known_us})")
            _check_seat(fact, len(self.header.setup.players))
            self._known_us = known_us
        for name in unknown_fields(record):
            if name != "kind":
                self._warn_once(str(record["kind"]), name, number)
        self.records.append(record)
        if fact is not None:
            self.facts.append(fact)

    def _warn_once(self, kind: str, name: str, number: int) -> None:
        if (kind, name) not in self._told:
            self._told.add((kind, name))
            self.warnings.append(f"{self.path}:{number}: warning: {kind} has no field {name!r}; it has no effect")


def _check_seat(fact: Fact, seats: int) -> None:
    seat = getattr(fact, "seat", None)
    if seat is not None and seat > seats:
        raise ValueError(f"{fact.kind}: seat {seat} is beyond the last of {seats} players")


# ---------------------------------------------------------------- header


def read_header(line: bytes, path: str) -> Header:
    """Line 1 to a header. Errors: InputError with the line's number."""
    try:
        raw = read_line(line)
        _check_kind(raw)
        journal = raw.get("journal", False)
        if not isinstance(journal, bool):
            raise ValueError("journal: true or false was expected")
        if journal:
            read_line(line, must_sum=True)
        return Header({name: raw[name] for name in raw if name != "crc"}, _setup(raw, path), journal)
    except InputError:
        raise
    except ValueError as error:
        raise InputError(str(error), path=path, line=1) from None


def _check_kind(raw: Mapping[str, Any]) -> None:
    if raw.get("kind") != "match":
        raise ValueError('is no transcript: its first line must be a header with "kind": "match"')
    version = raw.get("v")
    if not _is_integer(version):
        raise ValueError(f'"v": {VERSION} was expected, the format\'s number')
    if version > VERSION:
        raise ValueError(f"{_NEWER} (format {version}, this one reads {VERSION}): take that one, or update")
    if version != VERSION:
        raise ValueError(f"v: there is no format {version}, only {VERSION}")


def _setup(raw: Mapping[str, Any], path: str) -> Setup:
    override = raw.get("override")
    if override is not None and not isinstance(override, dict):
        raise ValueError("override: an object of ruleset fields was expected")
    if "rules" not in raw:
        raise ValueError("rules: a preset's name or an object is needed")
    rules = resolve(raw["rules"], override, path)
    players = raw.get("players")
    if not isinstance(players, list) or not all(isinstance(name, str) for name in players):
        raise ValueError("players: a list of names is needed, in seat order")
    least, most = rules.seats
    if not least <= len(players) <= most:
        raise ValueError(f"players: there are {len(players)}, the ruleset wants {least} to {most}")
    themes = _integer(raw, "themes", None, 1, 1000) if _is_integer(raw.get("themes")) else None
    return Setup(
        rules,
        tuple(players),
        settle_us=_integer(raw, "settle_us", 0, 0, _MOST_US) or 0,
        lot_seed=_integer(raw, "lot_seed", 0, -(10**100), 10**100) or 0,
        themes=themes,
    )


def _is_integer(value: object) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool)


def _integer(raw: Mapping[str, Any], name: str, default: int | None, least: int, most: int) -> int | None:
    if name not in raw:
        return default
    value = raw[name]
    if not _is_integer(value):
        raise ValueError(f"{name}: an integer was expected")
    if not least <= value <= most:
        raise ValueError(f"{name}: {'too small' if value < least else 'too large'}")
    return value
