"""Roll call: who is called presses once, and that button is his. Pure: a value and what each event makes of it.

No thread, no clock, nothing of the match: a roll call can neither score nor fine. Where a press leaves a choice:

- the called seat's press of a button of a seat not checked yet takes it; the two seats change buttons;
- a button of a checked seat is his until Delete frees it: a press of it lights his lamp, and is told;
- two free buttons in one record could be anybody's: nothing is given, it is told, the called seat stays called;
- with all checked a press gives nothing; what belongs to nobody is told.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from typing import Literal

from buzzer.runtime.seating import Button, Seating

STUCK_US = 2_000_000
"""A button that is down so long is told as stuck: nobody presses as long when he is called."""

Trouble = Literal["", "no_button", "no_link", "stuck", "taken", "several"]


@dataclass(frozen=True, slots=True)
class RollCall:
    """``wanted``: the seats that are in the match; ``called`` None: all of them are checked. Times in microseconds."""

    seating: Seating
    wanted: frozenset[int]
    called: int | None = None
    called_us: int = 0
    checked: frozenset[int] = frozenset()
    lit: int | None = None
    """The seat whose lamp is lit: the latest whose own button was pressed."""
    down: tuple[tuple[Button, int], ...] = ()
    """Buttons that are down, each with the instant since when that is known."""
    nobody: tuple[Button, ...] = ()
    """Buttons that were pressed and belong to no seat."""
    gone: frozenset[str] = frozenset()
    """Boxes that are not up."""
    taken: int | None = None
    """The checked seat whose button was pressed while another was called."""
    several: bool = False
    swapped: tuple[int, int] | None = None
    """The seat checked last and the one that had its button until then."""

    @property
    def done(self) -> bool:
        """Whether all that are in the match have been checked."""
        return self.wanted <= self.checked

    # ------------------------------------------------------------ what boxes tell

    def pressed(self, box: str, buttons: Collection[int], at_us: int) -> RollCall:
        """First edges of one record: the numbers of a box's buttons, from 1."""
        which = [(box, button) for button in buttons]
        roll = self
        for each in which:
            roll = roll._is_down(each, at_us)
        roll = replace(roll, taken=None, several=False, swapped=None)
        free = [each for each in which if roll.seating.seat(each) not in roll.checked]
        for each in which:
            if each not in free:
                roll = roll._known_button(each)
        if roll.called is None:
            strangers = [each for each in free if roll.seating.seat(each) is None and each not in roll.nobody]
            return replace(roll, nobody=(*roll.nobody, *strangers))
        if len(free) > 1:
            return replace(roll, several=True)
        return roll._given(free[0], roll.called, at_us) if free else roll

    def released(self, box: str, buttons: Iterable[int]) -> RollCall:
        up = {(box, button) for button in buttons}
        return replace(self, down=tuple(each for each in self.down if each[0] not in up))

    def held(self, box: str, mask: int, at_us: int) -> RollCall:
        """The box's own account of what is down: a release may have been lost, a button may be stuck from the start."""
        roll = self.released(box, [bit + 1 for bit in range(8) if not mask >> bit & 1])
        for bit in range(8):
            if mask >> bit & 1:
                roll = roll._is_down((box, bit + 1), at_us)
        return roll

    def went(self, box: str, at_us: int) -> RollCall:
        """A box is lost: who sat at it has to be checked anew."""
        seats = frozenset(self.seating.of_box(box).values())
        return replace(
            self,
            checked=self.checked - seats,
            lit=None if self.lit in seats else self.lit,
            down=tuple(each for each in self.down if each[0][0] != box),
            nobody=tuple(each for each in self.nobody if each[0] != box),
            gone=self.gone | {box},
        )._calling_somebody(at_us)

    def came(self, box: str, seating: Seating, at_us: int) -> RollCall:
        """A box is up, the table seated as it is now: who has another button than before is to be checked anew."""
        moved = frozenset(seat for seat in self.checked if self.seating.place(seat) != seating.place(seat))
        return replace(
            self,
            seating=seating,
            checked=self.checked - moved,
            lit=None if self.lit in moved else self.lit,
            gone=self.gone - {box},
        )._calling_somebody(at_us)

    # ------------------------------------------------------------ the host's keys

    def call(self, seat: int, at_us: int) -> RollCall:
        """A digit: that seat is called, and checked anew."""
        lit = None if self.lit == seat else self.lit
        return replace(self._calm(), called=seat, called_us=at_us, checked=self.checked - {seat}, lit=lit)

    def free(self) -> RollCall:
        """Delete: the called seat's button belongs to nobody."""
        if self.called is None:
            return self
        return replace(self._calm(), seating=self.seating.without(self.called))

    # ------------------------------------------------------------ what is seen

    def is_down(self, seat: int) -> bool:
        place = self.seating.place(seat)
        return any(button == place for button, _ in self.down)

    def trouble(self, seat: int, now_us: int) -> Trouble:
        """What is wrong with a seat's button, the worst first."""
        place = self.seating.place(seat)
        if place is None:
            return "several" if self.several and seat == self.called else "no_button"
        if place[0] in self.gone:
            return "no_link"
        for button, since_us in self.down:
            if button == place and self._stuck(seat, since_us, now_us):
                return "stuck"
        if seat != self.called:
            return ""
        return "taken" if self.taken is not None else "several" if self.several else ""

    def stray(self, now_us: int) -> tuple[Button, ...]:
        """Buttons that were pressed, or are stuck, and belong to no seat."""
        stuck = [button for button, since_us in self.down if now_us - since_us >= STUCK_US]
        found = (*self.nobody, *stuck)
        return tuple(sorted({button for button in found if self.seating.seat(button) is None}))

    # ------------------------------------------------------------ inside

    def _stuck(self, seat: int, since_us: int, now_us: int) -> bool:
        """Down too long, or down already when the seat was called."""
        return now_us - since_us >= STUCK_US or (seat == self.called and since_us < self.called_us)

    def _is_down(self, button: Button, at_us: int) -> RollCall:
        if any(each == button for each, _ in self.down):
            return self
        return replace(self, down=(*self.down, (button, at_us)))

    def _known_button(self, button: Button) -> RollCall:
        owner = self.seating.seat(button)
        return replace(self, lit=owner, taken=None if self.called is None else owner)

    def _given(self, button: Button, seat: int, at_us: int) -> RollCall:
        before = self.seating.seat(button)
        roll = replace(
            self,
            seating=self.seating.given(button, seat),
            checked=self.checked | {seat},
            lit=seat,
            nobody=tuple(each for each in self.nobody if each != button),
            swapped=None if before is None or before == seat else (seat, before),
            called=None,
        )
        return roll._calling_somebody(at_us, seat)

    def _calling_somebody(self, at_us: int, after: int = 0) -> RollCall:
        """The next seat in the table's order that is not checked, if nobody is called."""
        if self.called is not None:
            return self
        left = sorted(self.wanted - self.checked)
        called = next((seat for seat in left if seat > after), left[0] if left else None)
        return replace(self, called=called, called_us=at_us)

    def _calm(self) -> RollCall:
        return replace(self, taken=None, several=False, swapped=None)


def begin(seating: Seating, wanted: Iterable[int], gone: Iterable[str], at_us: int) -> RollCall:
    """A roll call of ``wanted`` seats, the first one called. ``gone``: boxes that are not up."""
    return RollCall(seating, frozenset(wanted), gone=frozenset(gone))._calling_somebody(at_us)
