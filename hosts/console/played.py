"""A whole match as a console would see it: every state that is published, and every frame of a running clock."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import NamedTuple

from buzzer.core import facts as f
from buzzer.core.state import Setup
from buzzer.packages.model import Package
from buzzer.published import Published
from hosts.console.sample import PACKAGE, Table
from hosts.console.view import next_change_us


class Frame(NamedTuple):
    """``news``: the first frame of a state, in which everything may be new."""

    published: Published
    now_us: int
    news: bool


def package(themes: int) -> Package:
    """The sample's themes over and over."""
    have = len(PACKAGE.themes)
    return replace(PACKAGE, themes=tuple(PACKAGE.themes[each % have] for each in range(themes)))


def frames(setup: Setup, facts: Sequence[f.Fact]) -> Iterator[Frame]:
    """The frames of a match; ``facts`` in the order in which they become known."""
    table = Table(setup)
    known = [max(fact.at_us, getattr(fact, "arrived_us", None) or 0) for fact in facts]
    ends = [*known[1:], known[-1] + 10 * 1_000_000]
    for fact, at_us, end_us in zip(facts, known, ends, strict=True):
        table.put(fact)
        table.at_us = max(table.at_us, at_us)
        steps = [at_us, *(each for each in (at_us + setup.settle_us + 1,) if each < end_us), end_us]
        for from_us, to_us in pairwise(steps):
            if from_us != at_us:  # what was foreseen is decided
                table.until(from_us)
            yield from _while_nothing_happens(table.published(), from_us, to_us)


def _while_nothing_happens(published: Published, from_us: int, to_us: int) -> Iterator[Frame]:
    yield Frame(published, from_us, True)
    now_us = next_change_us(published, from_us)
    while now_us is not None and now_us < to_us:
        yield Frame(published, now_us, False)
        now_us = next_change_us(published, now_us)
