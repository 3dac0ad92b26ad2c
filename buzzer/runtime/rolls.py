"""The roll call at a table: presses and keys that belong to it, its private lines in the journal, the seats it gives.

Each line of it that changes who sits where holds all places, so that a match that is taken up finds its seats.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from buzzer.core.state import Finished
from buzzer.host import Command, Do
from buzzer.published import RollSeat, RollView
from buzzer.runtime import rollcall
from buzzer.runtime.boxes import Boxes
from buzzer.runtime.ledger import Ledger
from buzzer.runtime.rollcall import RollCall
from buzzer.runtime.seating import Seating

KIND = "x-roll"
_KEYS = (Do.ROLL, Do.ROLL_CALL, Do.ROLL_FREE, Do.ROLL_END)
_MOVES = (Do.EARLIER, Do.LATER, Do.THEME_BACK, Do.THEME_ON)


class Rolls:
    """Owned by the runtime's thread. ``first``: the roll call begins by itself with the first box of a new match."""

    def __init__(self, ledger: Ledger, boxes: Boxes, first: bool = False) -> None:
        self.call: RollCall | None = None
        self._began_us = 0
        self._first = first
        self._ledger = ledger
        self._boxes = boxes

    # ------------------------------------------------------------ keys

    def command(self, command: Command, at_us: int, source: Mapping[str, Any]) -> int | None:
        """A key of the host's; its number in the journal, or None if it is none of the roll call's."""
        do = command.do
        if do is Do.ROLL:
            why = self._why_not()
            return self._begin(at_us) if why is None else self._refused(command, at_us, why, source)
        if self.call is None:
            return self._refused(command, at_us, "roll_none", source) if do in _KEYS else None
        if do in _MOVES:
            return 0
        if do is Do.ROLL_END or (do is Do.NEXT and self.call.done):
            self.call = None
            return self._ledger.note(KIND, at_us, do="end", **source)
        if do is Do.ROLL_CALL and command.seat is not None and 1 <= command.seat <= self._boxes.seating.seats:
            self.call = self.call.call(command.seat, at_us)
            return self._ledger.note(KIND, at_us, do="call", seat=command.seat, **source)
        if do is Do.ROLL_FREE and self.call.called is not None:
            seat = self.call.called
            self.call = self.call.free()
            return self._ledger.note(KIND, at_us, do="free", seat=seat, **self._seated(), **source)
        return self._refused(command, at_us, "roll_unchecked" if do is Do.NEXT else "roll_on", source)

    def _why_not(self) -> str | None:
        """Why no roll call can begin now, by its code."""
        ledger = self._ledger
        if ledger.shown.live is not None or ledger.match.game.live is not None:
            return "roll_question"
        if isinstance(ledger.shown.phase, Finished):
            return "roll_over"
        return None if self._boxes.any_up() else "roll_no_box"

    def _begin(self, at_us: int) -> int:
        seats_in = (seat for seat, sitting in enumerate(self._ledger.shown.seats, 1) if sitting.state == "in")
        self._first = False
        self._began_us = at_us
        self.call = rollcall.begin(self._boxes.seating, seats_in, self._boxes.gone(), at_us)
        return self._ledger.note(KIND, at_us, do="begin", **self._seated())

    def _refused(self, command: Command, at_us: int, why: str, source: Mapping[str, Any]) -> int:
        self._ledger.say("nothing", why)
        return self._ledger.note("x-refused", at_us, command=command.do.value, why=why, **source)

    # ------------------------------------------------------------ boxes

    def takes(self, at_us: int) -> bool:
        """Whether a press of that instant is the roll call's; one made before it began is the match's."""
        return self.call is not None and at_us >= self._began_us

    def pressed(self, box: str, mask: int, at_us: int, arrived_us: int, source: Mapping[str, Any]) -> int:
        """A record of a box; its number in the journal."""
        assert self.call is not None
        called, before = self.call.called, self.call.seating
        buttons = [bit + 1 for bit in range(8) if mask >> bit & 1]
        self.call = self.call.pressed(box, buttons, at_us)
        seat = {"seat": called} if called is not None and called in self.call.checked else {}
        seated = self._seated() if self.call.seating != before else {}
        return self._ledger.note(KIND, arrived_us, **source, buttons=buttons, stamp_us=at_us, **seat, **seated)

    def released(self, box: str, mask: int) -> None:
        if self.call is not None:
            self.call = self.call.released(box, [bit + 1 for bit in range(8) if mask >> bit & 1])

    def held(self, box: str, mask: int, at_us: int) -> None:
        if self.call is not None:
            self.call = self.call.held(box, mask, at_us)

    def came(self, box: str, held: int, at_us: int) -> None:
        """A box is up, and has been seated."""
        if self._first and not self._ledger.match.lines and self._why_not() is None:
            self._begin(at_us)
        self._first = self._first and not self._ledger.match.lines
        if self.call is not None:
            self.call = self.call.came(box, self._boxes.seating, at_us).held(box, held, at_us)

    def went(self, box: str, at_us: int) -> None:
        if self.call is not None:
            self.call = self.call.went(box, at_us)

    def _seated(self) -> dict[str, Any]:
        """The seats as the roll call has them are the table's; the fields of a line that say so."""
        assert self.call is not None
        if self._boxes.seating != self.call.seating:
            self._boxes.reseat(self.call.seating)
        return {"places": [[box, button, seat] for (box, button), seat in self.call.seating.places]}

    # ------------------------------------------------------------ seen

    def view(self, now_us: int) -> RollView | None:
        roll = self.call
        if roll is None:
            return None
        seats = []
        for seat in range(1, roll.seating.seats + 1):
            box, button = roll.seating.place(seat) or ("", 0)
            trouble = roll.trouble(seat, now_us)
            other = roll.taken if trouble == "taken" else None
            if roll.swapped is not None and roll.swapped[0] == seat:
                other = roll.swapped[1]
            seats.append(
                RollSeat(
                    box, button, seat in roll.wanted, seat in roll.checked, roll.lit == seat, roll.is_down(seat),
                    trouble, other,
                )
            )  # fmt: skip
        return RollView(roll.called, tuple(seats), roll.stray(now_us), roll.done)


def restored(seats: int, records: Iterable[Mapping[str, Any]]) -> Seating | None:
    """Who sits where by the latest line of a roll call in a journal; None if it has none that can be read."""
    found = None
    for record in records:
        if record.get("kind") == KIND and isinstance(record.get("places"), list):
            found = _seating(seats, record["places"]) or found
    return found


def _seating(seats: int, places: list[Any]) -> Seating | None:
    """A journal may have been written by another program: what makes no sense is left alone."""
    made: dict[tuple[str, int], int] = {}
    for place in places:
        if not isinstance(place, list) or len(place) != 3:
            return None
        box, button, seat = place
        if not isinstance(box, str) or type(button) is not int or type(seat) is not int:
            return None
        if not 1 <= button <= 8 or not 1 <= seat <= seats or seat in made.values() or (box, button) in made:
            return None
        made[box, button] = seat
    return Seating(seats, tuple(made.items()))
