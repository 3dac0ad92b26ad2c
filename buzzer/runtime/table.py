"""One table: the only owner of the match. What comes in is stamped, kept, folded, and shown at once.

`Runtime.pump` has no thread and takes everything that is in the inbox; `Runtime.start` puts a thread around it. For
each item: facts → journal (it never waits for the disk) → `core.step` → guard → lamps; then one published value.
"""

from __future__ import annotations

import logging
import queue
import sys
import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NamedTuple

from buzzer.clock import Clock, Reading, gap_us
from buzzer.core.facts import Fact, Press, Release, Session
from buzzer.core.history import Chain, taken_back
from buzzer.core.state import Setup
from buzzer.drivers.events import Driver, DriverEvent, Emit
from buzzer.host import Command
from buzzer.published import Published, Saved
from buzzer.runtime.boxes import Boxes
from buzzer.runtime.boxevents import BoxEvents
from buzzer.runtime.hostkeys import HostKeys
from buzzer.runtime.keeper import Keeper
from buzzer.runtime.lamps import responder
from buzzer.runtime.ledger import Ledger
from buzzer.runtime.rolls import Rolls
from buzzer.runtime.seating import Seating
from buzzer.runtime.timeline import TimeLine

IDLE_US = 250_000
"""A turn at least so often: then the gap is looked for, and the journal's state."""
SESSION_US = 1_000_000
"""A program that takes a match up goes on so long after the last stamp."""
OPEN_US = 50_000
"""While a question is open a gap begins at most so long after the last turn: by so much a clock may be set back."""
_BATCH = 256
"""Items a turn: under a flood, lamps and screen still follow."""

_log = logging.getLogger(__name__)


class _Button(NamedTuple):
    """A key that plays the button of a seat."""

    seat: int
    down: bool


class _FromBox(NamedTuple):
    driver: Driver
    event: DriverEvent


class _Item(NamedTuple):
    """``raw_us``: when it happened or arrived, on the machine's clock. ``what`` None: only a reason to take a turn."""

    raw_us: int
    what: Command | _Button | _FromBox | None = None


class Runtime:
    """The table. ``past``: the facts of a journal that is taken up, then a `Session` of the date ``wall`` is added.

    ``clock``: the machine's, which the drivers' stamps are of. ``read``: that clock and one that goes on while
    the machine sleeps, where there is one. Times are integers in microseconds.
    ``roll``: a new match begins with a roll call, once a box is up.
    """

    def __init__(
        self,
        setup: Setup,
        keeper: Keeper,
        clock: Clock,
        *,
        past: Sequence[Fact] | None = None,
        wall: str = "",
        seating: Seating | None = None,
        theme_names: tuple[str, ...] = (),
        rehearsal: bool = False,
        journal: str = "",
        roll: bool = False,
        read: Callable[[], Reading] | None = None,
    ) -> None:
        self._keeper = keeper
        self._clock = clock
        self._read = read or (lambda: Reading(clock.now_us(), clock.now_us()))
        self._theme_names = theme_names
        self._rehearsal = rehearsal
        self._journal = journal
        self._inbox: queue.SimpleQueue[_Item] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None
        self._closing = threading.Event()
        self._drivers: list[Driver] = []
        self._wakes: list[Callable[[], None]] = []
        self._undo: tuple[Chain, tuple[str, ...]] = (None, ())

        self._ledger = Ledger(setup, keeper)
        key = self._ledger.begin(past or ())
        self._boxes = Boxes(seating or Seating(len(setup.players)))
        self._rolls = Rolls(self._ledger, self._boxes, first=roll and past is None)
        self._keys = HostKeys(self._ledger, key, theme_names, self._rolls)
        self._events = BoxEvents(
            self._ledger, self._boxes, self._keys, self._rolls, lambda raw_us: self._timeline.table_us(raw_us)
        )
        self._turn = self._read()
        begin_us = 0 if past is None else self._ledger.known_us + SESSION_US
        self._timeline = TimeLine(self._turn.now_us - begin_us)
        if past is not None:
            self._ledger.take(Session(at_us=begin_us, wall=wall))
        self._ledger.tick(begin_us)
        self.published = self._compose(1)

    # ------------------------------------------------------------ from any thread

    def now_us(self) -> int:
        """The table's time line, now."""
        return self._timeline.table_us(self._clock.now_us())

    def command(self, command: Command) -> None:
        """A key of the host's, stamped now."""
        self._inbox.put(_Item(self._clock.now_us(), command))

    def press(self, seat: int) -> None:
        """The rehearsal's keyboard: the key that plays the button of a seat (from 1) goes down."""
        self._inbox.put(_Item(self._clock.now_us(), _Button(seat, True)))

    def release(self, seat: int) -> None:
        self._inbox.put(_Item(self._clock.now_us(), _Button(seat, False)))

    def poke(self) -> None:
        """Something outside has changed (the journal's state): take a turn."""
        self._inbox.put(_Item(self._clock.now_us()))

    def attach(self, driver: Driver) -> Emit:
        """Where this driver puts its events; who calls this runs the driver, `close` closes it."""
        self._drivers.append(driver)
        return lambda event: self._inbox.put(_Item(event.arrived_us, _FromBox(driver, event)))

    def on_change(self, wake: Callable[[], None]) -> None:
        """Call ``wake`` (in the runtime's thread; it must not block) whenever `published` has been replaced."""
        self._wakes.append(wake)

    # ------------------------------------------------------------ the thread

    def start(self, drivers: Sequence[Driver] = ()) -> None:
        """Run in a thread of its own, and start the drivers."""
        sys.setswitchinterval(0.0005)  # a window that is busy in Python must not hold up a lamp
        self._thread = threading.Thread(target=self._run, name="runtime", daemon=True)
        self._thread.start()
        for driver in drivers:
            driver.start(self.attach(driver))

    def _run(self) -> None:
        first: _Item | None = None
        while not self._closing.is_set():
            try:
                self.pump(first)
            except Exception as error:  # a match does not end because of a bug: it is told, and the next turn goes on
                _log.exception("a turn of the table failed")
                self._ledger.say("internal", f"{type(error).__name__}: {error}")
            try:
                first = self._inbox.get(timeout=self.wait_us() / 1e6)
            except queue.Empty:
                first = None

    def wait_us(self) -> int:
        """How long nothing happens by itself: until the next clock runs down, at least 1 ms."""
        most_us = IDLE_US if self._ledger.shown.live is None else OPEN_US
        due_us = self._ledger.due_us
        if due_us is None:
            return most_us
        return min(most_us, max(1_000, due_us - self.now_us()))

    def close(self) -> None:
        """Stop thread and drivers, lamps off; what is in the inbox is still taken. Who opened the journal closes it."""
        self._closing.set()
        self.poke()
        if self._thread is not None:
            self._thread.join(timeout=2)
        alone = self._thread is None or not self._thread.is_alive()
        if alone:
            self._boxes.dark()
        for driver in self._drivers:
            driver.close()
        if alone:
            self.pump()

    # ------------------------------------------------------------ one turn

    def pump(self, first: _Item | None = None) -> None:
        """Take everything that has come, let time come to now, show what has changed. One thread; not re-entrant."""
        for _ in range(_BATCH):
            item, first = first, None
            if item is None:
                try:
                    item = self._inbox.get_nowait()
                except queue.Empty:
                    break
            self._look_for_gap()
            self._take(item)
        now_us = self._look_for_gap()
        self._ledger.tick(self._timeline.table_us(now_us))
        self._boxes.show(self._ledger, self._rolls.call)
        self._boxes.saved(self._keeper.state().saved)
        self._publish()

    def _look_for_gap(self) -> int:
        """The raw instant now. What is taken next is stamped no later, so no gap slips in behind this look."""
        before, now = self._turn, self._read()
        self._turn = now
        stood_us = gap_us(before, now)
        if stood_us:
            self._timeline = self._timeline.cut(before.now_us, now.now_us)
            self._boxes.void_clocks()
        self._ledger.now_us = self._timeline.table_us(now.now_us)
        if stood_us:
            self._ledger.say("gap", f"{stood_us / 1e6:.0f}")
            self._ledger.hold("gap", self._ledger.now_us)
        return now.now_us

    def _take(self, item: _Item) -> None:
        what = item.what
        at_us = self._timeline.table_us(item.raw_us)
        match what:
            case Command():
                self._keys.take(what, at_us)
            case _Button():
                self._button(what, at_us)
            case _FromBox():
                self._events.take(what.driver, what.event)
        self._boxes.show(self._ledger, self._rolls.call)

    def _button(self, button: _Button, at_us: int) -> None:
        """A keyboard has no stamp worth the name: it counts when it is known."""
        if self._rolls.call is not None or not 1 <= button.seat <= len(self._ledger.setup.players):
            return
        at_us = max(at_us, self._ledger.known_us)
        if button.down:
            self._ledger.take(Press(at_us=at_us, seat=button.seat, held=True))
        else:
            self._ledger.take(Release(at_us=at_us, seat=button.seat))

    # ------------------------------------------------------------ published

    def _publish(self) -> None:
        old = self.published
        new = self._compose(old.version + 1)
        unchanged = replace(new, version=old.version, at_us=old.at_us, match=old.match)
        if unchanged == old and new.match.game is old.match.game:
            return
        self.published = new
        for wake in self._wakes:
            wake()

    def _saved(self) -> Saved:
        """The journal's state. Its lines begin with their headings, which a screen has in its own language."""
        saved = self._keeper.state()
        trouble = None if saved.trouble is None else saved.trouble.removeprefix("NOT SAVED: ")
        copy_trouble = None if saved.copy_trouble is None else saved.copy_trouble.removeprefix("NO COPY: ")
        return Saved(saved.known, saved.saved, trouble, copy_trouble)

    def _compose(self, version: int) -> Published:
        ledger = self._ledger
        if self._undo[0] is not ledger.match.log:
            self._undo = (ledger.match.log, tuple(fact.kind for fact in taken_back(ledger.match.log)))
        who = responder(ledger.shown)
        return Published(
            match=ledger.match,
            game=ledger.shown,
            version=version,
            at_us=ledger.known_us,
            provisional=who is not None and who != responder(ledger.match.game),
            guard_until_us=ledger.guard_until_us,
            cursor=self._keys.cursor,
            presses=ledger.presses.views(ledger.shown, who),
            undo=self._undo[1],
            boxes=self._boxes.views(),
            saved=self._saved(),
            notices=ledger.notices.views(),
            rehearsal=self._rehearsal,
            journal=self._journal,
            theme_names=self._theme_names,
            roll=self._rolls.view(max(ledger.known_us, ledger.now_us)),
        )
