"""A fact and its place in the order of taking effect."""

from __future__ import annotations

from typing import NamedTuple

from buzzer.core.facts import Fact

HOST, RELEASE, LATE_PRESS, PRESS, MESSAGE = range(5)


class Item(NamedTuple):
    """Sorts by instant, then host (in the order of the lines), release, late press, press, message (each by seat)."""

    at_us: int
    rank: int
    seat: int
    line: int
    """Unique in a match; no comparison goes past it."""
    fact: Fact
