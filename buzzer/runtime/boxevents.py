"""What boxes tell, as facts: presses by seat, releases, the host's keys, links that come and go.

Every retained record of a box becomes at least one line of the journal: only what is on disk may a box forget.
"""

from __future__ import annotations

from collections.abc import Callable

from buzzer.core.facts import Press, Release
from buzzer.drivers.events import (
    BoxDown,
    BoxKey,
    BoxPress,
    BoxRelease,
    BoxState,
    BoxUp,
    Driver,
    DriverEvent,
    PortProblem,
)
from buzzer.host import Command
from buzzer.runtime.boxes import Boxes
from buzzer.runtime.hostkeys import BOX_KEYS, HostKeys
from buzzer.runtime.ledger import Ledger
from buzzer.runtime.rolls import Rolls
from buzzer.runtime.seating import press_seq


class BoxEvents:
    """``table_us``: from a driver's stamps to the table's time line."""

    def __init__(
        self, ledger: Ledger, boxes: Boxes, keys: HostKeys, rolls: Rolls, table_us: Callable[[int], int]
    ) -> None:
        self._ledger = ledger
        self._boxes = boxes
        self._keys = keys
        self._rolls = rolls
        self._table_us = table_us

    def take(self, driver: Driver, event: DriverEvent) -> None:
        arrived_us = self._table_us(event.arrived_us)
        match event:
            case BoxPress():
                number = self._press(event, self._stamp_us(event), arrived_us)
                self._boxes.keep(number, driver, event.boot, event.seq)
            case BoxKey():
                number = self._key(event, self._stamp_us(event), arrived_us)
                self._boxes.keep(number, driver, event.boot, event.seq)
            case BoxRelease():
                self._release(event, self._table_us(event.at_us), arrived_us)
            case BoxState():
                if self._boxes.told(event):
                    self._ledger.say("lost", f"{event.box}: {event.lost}")
                self._rolls.held(event.box, event.held, arrived_us)
                self._let_go(event.box, event.held, arrived_us)
            case BoxUp():
                self._up(driver, event, arrived_us)
            case BoxDown():
                had_seats = self._boxes.went(event)
                self._rolls.went(event.box, arrived_us)
                if had_seats:
                    self._ledger.say("link_lost", event.box)
                    self._ledger.hold("link", arrived_us)
            case PortProblem():
                if self._boxes.problem(event):
                    self._ledger.say("port", event.message)

    def _stamp_us(self, record: BoxPress | BoxKey) -> int:
        """Nothing happens after it became known: a stamp that says so is wrong, and must not wait to come true."""
        possible = record.at_us - record.err_us <= record.arrived_us
        return self._table_us(record.at_us if possible else record.arrived_us)

    # ------------------------------------------------------------ buttons

    def _press(self, press: BoxPress, at_us: int, arrived_us: int) -> int:
        source = {"box": press.box, "boot": press.boot, "seq": press.seq}
        if press.history:
            return self._ledger.note("x-history", arrived_us, **source, mask=press.mask, stamp_us=at_us)
        if self._rolls.takes(at_us):
            return self._rolls.pressed(press.box, press.mask, at_us, arrived_us, source)
        seated, nobody = self._boxes.seating.pressed(press.box, press.mask)
        number = 0
        for nth, (_, seat) in enumerate(seated):
            fact = Press(
                at_us=at_us, arrived_us=arrived_us, seat=seat, err_us=self._fitting(press.err_us), held=True,
                box=press.box, boot=press.boot, seq=press_seq(press.seq, nth),
            )  # fmt: skip
            number = self._ledger.take(fact)
        if nobody:
            self._ledger.say("no_seat", f"{press.box}: {', '.join(map(str, nobody))}")
            number = self._ledger.note("x-no-seat", arrived_us, **source, buttons=nobody, stamp_us=at_us)
        return number

    def _fitting(self, err_us: int) -> int:
        """At most what ``settle_us`` covers: wider is only a press of long ago, which is late by any stamp.

        It must not widen how long the match waits from then on.
        """
        settle_us = self._ledger.setup.settle_us
        return min(err_us, settle_us // 2) if settle_us else err_us

    def _release(self, release: BoxRelease, at_us: int, arrived_us: int) -> None:
        self._rolls.released(release.box, release.mask)
        if self._rolls.call is not None:
            return  # `_let_go` sees to it afterwards
        for _, seat in self._boxes.seating.pressed(release.box, release.mask)[0]:
            self._ledger.take(Release(at_us=at_us, arrived_us=arrived_us, seat=seat))

    def _let_go(self, box: str, held: int, at_us: int) -> None:
        """A button that the box says is up is up, though its release was lost on the way."""
        if self._rolls.call is not None:
            return
        for button, seat in self._boxes.seating.of_box(box).items():
            if seat in self._ledger.shown.down and not held >> (button - 1) & 1:
                self._ledger.take(Release(at_us=max(at_us, self._ledger.known_us), seat=seat, auto=True))

    def _key(self, key: BoxKey, at_us: int, arrived_us: int) -> int:
        source = {"box": key.box, "boot": key.boot, "seq": key.seq}
        if key.history:
            return self._ledger.note("x-history", arrived_us, **source, host_key=key.key, stamp_us=at_us)
        self._ledger.known_us = max(self._ledger.known_us, arrived_us)
        return self._keys.take(Command(BOX_KEYS[key.key]), at_us, source)

    # ------------------------------------------------------------ links

    def _up(self, driver: Driver, event: BoxUp, at_us: int) -> None:
        unmissed = self._boxes.is_up(event.box) and event.restarted
        self._boxes.came(driver, event)
        self._ledger.note(
            "x-box", at_us, box=event.box, boot=event.boot, port=event.port, firmware=event.firmware,
            restarted=event.restarted, cause=event.cause,
        )  # fmt: skip
        self._ledger.say("restarted" if event.restarted else "link_up", event.box)
        if unmissed and self._boxes.seating.of_box(event.box):
            self._ledger.hold("link", at_us)  # what was pressed while it started is lost
        self._rolls.came(event.box, event.held, at_us)
        self._let_go(event.box, event.held, at_us)
