"""The match and its record: every fact is kept, then folded, and the preview follows at once.

Known times never decrease, ticks included: so the journal is a transcript, and folding it again finds each fact as
early or as late as it was found here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from buzzer.core.facts import Fact, Hold, HoldWhy, Press, Tick
from buzzer.core.match import new_match, next_deadline, preview, step
from buzzer.core.outcomes import LotDrawn, Outcome, Refused
from buzzer.core.state import Setup
from buzzer.runtime.keeper import Keeper
from buzzer.runtime.lamps import Responder, responder
from buzzer.runtime.views import Notices, PressList

GUARD_US = 250_000
"""A verdict so soon after the responder changed was meant for somebody else: nobody sees and decides as fast."""
SOUND_US = 150_000
"""So long a box sounds when somebody gets the right."""


class Ledger:
    """Owned by the runtime's thread. ``now_us``: the table's time, set before each item that is taken."""

    def __init__(self, setup: Setup, keeper: Keeper) -> None:
        self.setup = setup
        self.match = new_match(setup)
        self.shown = self.match.game
        """The preview: what is decided if nothing earlier is still under way."""
        self.due_us: int | None = None
        """When, on the table's time line, something will take effect by itself."""
        self.known_us = 0
        self.now_us = 0
        self.guard_until_us = 0
        self.sound_until_us = 0
        self.presses = PressList()
        self.notices = Notices()
        self._keeper = keeper
        self._responder: Responder | None = None

    def begin(self, past: Sequence[Fact]) -> int:
        """Fold what a journal has already; the latest key number in it."""
        key = 0
        for fact in past:
            self.known_us = max(self.known_us, fact.at_us if fact.arrived_us is None else fact.arrived_us)
            key = max(key, fact.key or 0)
            self._fold(fact)
        self.follow()
        return key

    def take(self, fact: Fact) -> int:
        """Keep a fact and let it count; its number in the journal. It became known no earlier than the last one."""
        known_us = max(self.known_us, fact.at_us if fact.arrived_us is None else fact.arrived_us)
        arrived_us = None if known_us == fact.at_us else known_us
        if arrived_us != fact.arrived_us:
            fact = replace(fact, arrived_us=arrived_us)
        self.known_us = known_us
        number = self._keeper.append(fact)
        self._fold(fact)
        self.follow()
        return number

    def note(self, kind: str, at_us: int, **fields: Any) -> int:
        """Keep a private line: part of the record, without effect on the match."""
        self.known_us = max(self.known_us, at_us)
        record: Mapping[str, Any] = {"at_us": at_us, "kind": kind, "arrived_us": self.known_us, **fields}
        return self._keeper.append(record)

    def hold(self, why: HoldWhy, at_us: int) -> None:
        """The program puts an open question on hold, once."""
        if self.shown.live is not None and self.shown.hold is None:
            self.take(Hold(at_us=at_us, why=why, auto=True))

    def tick(self, now_us: int) -> None:
        """Time has come to ``now_us``. Before `due_us` that changes nothing."""
        self.known_us = max(self.known_us, now_us)
        if self.due_us is not None and self.known_us >= self.due_us:
            self._step(Tick(self.known_us))
            self.follow()

    def say(self, code: str, detail: str = "") -> None:
        """A line for the host, of now."""
        self.notices.say(code, detail, max(self.known_us, self.now_us))

    def follow(self) -> None:
        """Let the preview catch up. Who answers now is shown only from now on: the guard begins, and his box sounds."""
        self.shown = preview(self.match)
        self.due_us = next_deadline(self.match)
        who = responder(self.shown)
        if who == self._responder:
            return
        self._responder = who
        if who is not None:
            shown_us = max(self.known_us, self.now_us)
            self.guard_until_us = shown_us + GUARD_US
            self.sound_until_us = shown_us + SOUND_US

    def _fold(self, fact: Fact) -> None:
        if isinstance(fact, Press):
            self.presses.known(fact)
        self._step(fact)

    def _step(self, fact: Fact | Tick) -> None:
        self.match, outcomes = step(self.match, fact)
        if outcomes:
            self._decided(outcomes)

    def _decided(self, outcomes: Sequence[Outcome]) -> None:
        self.presses.decided(outcomes)
        for outcome in outcomes:
            if isinstance(outcome, Refused):
                self.say("refused", outcome.why)
            elif isinstance(outcome, LotDrawn):
                self.say("lot", ", ".join(map(str, outcome.seats)))
