"""Fixtures: the emulated board and its ports, and a table that it is plugged into."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from emulator.bench import Bench
from emulator.fixtures import MakeBox, bench, box, library, make_box

from .hall import Hall

__all__ = ["bench", "box", "library", "make_box"]

MakeHall = Callable[..., Hall]


@pytest.fixture
def make_hall(bench: Bench, make_box: MakeBox) -> Iterator[MakeHall]:
    """A function that opens a table with a board of the shipped firmware plugged in and up."""
    halls: list[Hall] = []

    def make(rules: str = "umlaut", **more: object) -> Hall:
        hall = Hall(bench, make_box(), rules, **more)  # type: ignore[arg-type]
        halls.append(hall)
        hall.wait_for_box()
        return hall

    yield make
    for hall in halls:
        hall.close()
