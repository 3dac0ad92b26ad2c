"""Whose button is whose: (box, button) to seat.

Identity is the board id and the button's number, never a port. A box that comes takes, button by button, the seats that
no other box that is up has: the first takes seats 1, 2, …, a second one those that are left, and one that replaces a
dead box takes over its seats.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace

Button = tuple[str, int]
"""A box and the number of a button of it, from 1."""


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

    def seat(self, button: Button) -> int | None:
        """Whose button it is."""
        return next((seat for place, seat in self.places if place == button), None)

    def place(self, seat: int) -> Button | None:
        """A seat's button."""
        return next((place for place, other in self.places if other == seat), None)

    def given(self, button: Button, seat: int) -> Seating:
        """With ``button`` as the seat's. Who had it gets the one that the seat had, if it had any."""
        owner, old = self.seat(button), self.place(seat)
        places = [place for place in self.places if place[0] != button and place[1] != seat]
        if owner is not None and owner != seat and old is not None:
            places.append((old, owner))
        return replace(self, places=tuple(sorted([*places, (button, seat)])))

    def without(self, seat: int) -> Seating:
        """With the seat's button as nobody's."""
        return replace(self, places=tuple(place for place in self.places if place[1] != seat))

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
