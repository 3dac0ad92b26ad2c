"""The boxes of one table as the runtime knows them: who is up, what each shows, what each may forget.

Commands to a box are idempotent, and only changes are sent; a box that comes (back) is told everything anew.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from buzzer.drivers.events import BoxDown, BoxState, BoxUp, Driver, PortProblem
from buzzer.published import BoxView
from buzzer.runtime.lamps import Signal, called_signal, next_round, signal
from buzzer.runtime.ledger import Ledger
from buzzer.runtime.rollcall import RollCall
from buzzer.runtime.seating import Seating

ERR_STEP_US = 100
"""The published error moves in such steps, so that a screen is not redrawn for nothing."""


@dataclass(slots=True)
class _Box:
    driver: Driver
    view: BoxView
    boot: int
    signal: Signal | None = None
    """What it was told last; None: nothing since it came (back)."""


class Boxes:
    """Owned by the runtime's thread."""

    def __init__(self, seating: Seating) -> None:
        self.seating = seating
        self._boxes: dict[str, _Box] = {}
        self._problems: dict[str, str] = {}
        self._round = self._question = 0
        self._unsaved: list[tuple[int, Driver, int, int]] = []

    # ------------------------------------------------------------ what boxes say

    def came(self, driver: Driver, event: BoxUp) -> None:
        up = [name for name, box in self._boxes.items() if box.view.up and name != event.box]
        self.seating = self.seating.joined(event.box, event.buttons, up)
        self._problems.clear()
        view = BoxView(event.box, event.port, True)
        self._boxes[event.box] = _Box(driver, view, event.boot)
        self.reseat(self.seating)  # a box that is gone may have lost its seats to this one

    def reseat(self, seating: Seating) -> None:
        """Who sits where from now on."""
        self.seating = seating
        for name, box in self._boxes.items():
            seats = tuple(sorted(seating.of_box(name).values()))
            trouble = box.view.trouble
            if box.view.up:
                trouble = None if seats else "no_seat"
            box.view = replace(box.view, seats=seats, trouble=trouble)

    def went(self, event: BoxDown) -> bool:
        """Whether a box with seats was up until now."""
        box = self._boxes.get(event.box)
        if box is None or not box.view.up:
            return False
        box.view = replace(box.view, up=False, trouble=event.why)
        return bool(self.seating.of_box(event.box))

    def told(self, event: BoxState) -> bool:
        """Its account; True if it has lost presses that were not known to be lost."""
        box = self._boxes.get(event.box)
        if box is None:
            return False
        more = event.lost > box.view.lost
        err_us = -(-event.err_us // ERR_STEP_US) * ERR_STEP_US
        box.view = replace(box.view, lost=max(event.lost, box.view.lost), err_us=err_us)
        return more

    def problem(self, event: PortProblem) -> bool:
        """A port that cannot be used; True if that is news."""
        if self._problems.get(event.port) == event.message:
            return False
        self._problems[event.port] = event.message
        return True

    def views(self) -> tuple[BoxView, ...]:
        known = [box.view for box in self._boxes.values()]
        return (*known, *(BoxView("", port, False, message) for port, message in self._problems.items()))

    def is_up(self, box: str) -> bool:
        return box in self._boxes and self._boxes[box].view.up

    def any_up(self) -> bool:
        return any(box.view.up for box in self._boxes.values())

    def gone(self) -> tuple[str, ...]:
        """Boxes that have seats and are not up."""
        return tuple(sorted({name for (name, _), _ in self.seating.places if not self.is_up(name)}))

    # ------------------------------------------------------------ what boxes are told

    def show(self, ledger: Ledger, called: RollCall | None = None) -> None:
        """Lamps and arming of every box that is up, a new round for each question that opens.

        ``called``: a roll call; its lamp is lit, and nothing is armed.
        """
        question = ledger.shown.open
        number = 0 if question is None else question.number
        if number and number != self._question:
            self._round = next_round(self._round)
        self._question = number
        sound_us = max(0, ledger.sound_until_us - max(ledger.known_us, ledger.now_us))
        for name, box in self._boxes.items():
            if not box.view.up:
                continue
            wanted = (
                signal(self.seating, name, ledger.shown, ledger.match.game, self._round)
                if called is None
                else called_signal(self.seating, name, called)
            )
            before, box.signal = box.signal, wanted
            if before is None or wanted[2:] != before[2:]:
                lit = wanted.on | wanted.fast
                box.driver.lamps(wanted.on, wanted.fast, sound_us // 1000 if lit else 0)
            if before is None or wanted[:2] != before[:2]:
                if wanted.round:
                    box.driver.arm(wanted.round, wanted.armed)
                else:
                    box.driver.disarm()

    def dark(self) -> None:
        """The program ends: no lamp of a match that nobody hosts stays lit."""
        for box in self._boxes.values():
            if box.view.up:
                box.driver.lamps(0)
                box.driver.disarm()

    def void_clocks(self) -> None:
        """The machine has slept or stood still: no clock relation holds any more."""
        for driver in {id(box.driver): box.driver for box in self._boxes.values()}.values():
            void: Callable[[], None] | None = getattr(driver, "void_clock", None)
            if void is not None:  # a driver whose stamps come from this machine's clock has none
                void()

    def keep(self, number: int, driver: Driver, boot: int, seq: int) -> None:
        """The box's record ``seq`` is the journal's record ``number``."""
        self._unsaved.append((number, driver, boot, seq))

    def saved(self, number: int) -> None:
        """The journal is on disk up to ``number``: each box is told the latest record that it may forget."""
        done = [each for each in self._unsaved if each[0] <= number]
        if not done:
            return
        self._unsaved = [each for each in self._unsaved if each[0] > number]
        latest: dict[tuple[int, int], tuple[Driver, int]] = {}
        for _, driver, boot, seq in done:
            latest[id(driver), boot] = (driver, seq)
        for (_, boot), (driver, seq) in latest.items():
            driver.saved(boot, seq)
