"""Whose button is whose: (box, button) to seat.

Identity is the board id and the button's number, never a port. A box that comes takes, button by button, the seats that
no other box that is up has: the first takes seats 1, 2, …, a second one those that are left, and one that replaces a
dead box takes over its seats.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Seating:
    """``places``: (box, button from 1) → seat from 1, as pairs. ``seats``: how many there are."""

    seats: int
    places: tuple[tuple[tuple[str, int], int], ...] = ()

    def joined(self, box: str, buttons: int, up: Collection[str]) -> Seating:
        """With ``box`` seated. A box that has seats keeps them; ``up``: the other boxes that are there now."""
        if self.of_box(box):
            return self
        taken = {seat for (other, _), seat in self.places if other in up}
        free = [seat for seat in range(1, self.seats + 1) if seat not in taken][:buttons]
        kept = [place for place in self.places if place[1] not in free]
        return replace(self, places=(*kept, *(((box, button), seat) for button, seat in enumerate(free, 1))))

    def of_box(self, box: str) -> dict[int, int]:
        """Button → seat of one box."""
        return {button: seat for (other, button), seat in self.places if other == box}

    def pressed(self, box: str, mask: int) -> tuple[list[tuple[int, int]], list[int]]:
        """The buttons of a mask: (button, seat) of those that have one, and the buttons that have none."""
        mine = self.of_box(box)
        buttons = [bit + 1 for bit in range(8) if mask >> bit & 1]
        return [(each, mine[each]) for each in buttons if each in mine], [each for each in buttons if each not in mine]

    def mask(self, box: str, seats: Iterable[int]) -> int:
        """The buttons of a box that belong to one of ``seats``, as a mask."""
        wanted = set(seats)
        return sum(1 << (button - 1) for button, seat in self.of_box(box).items() if seat in wanted)


RECORDS = 2**32
"""More than a box makes in one boot: at ten presses a second it would take thirteen years."""


def press_seq(seq: int, nth: int) -> int:
    """The number of the ``nth`` press (from 0) in a box's record ``seq``: unique in a boot, whatever shares one."""
    return seq + nth * RECORDS
