"""Whose buttons a box has, as the console is told."""

from __future__ import annotations

from .conftest import Table


def seats(table: Table) -> dict[str, tuple[int, ...]]:
    return {box.box: box.seats for box in table.published.boxes}


def test_a_box_that_is_gone_keeps_its_seats_until_another_takes_them(table: Table) -> None:
    everyone = tuple(range(1, len(table.published.game.seats) + 1))
    assert seats(table) == {"BOX-1": everyone}
    table.box_down()
    assert seats(table) == {"BOX-1": everyone}
    table.box_up("BOX-2", boot=1)
    assert seats(table) == {"BOX-1": (), "BOX-2": everyone}
