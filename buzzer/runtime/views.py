"""The parts of what is published that grow with the match: presses with their reasons, and notices."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from buzzer.core.facts import Press
from buzzer.core.outcomes import Accepted, Fined, Ignored, Outcome
from buzzer.core.state import Game
from buzzer.published import Notice, PressView
from buzzer.runtime.lamps import Responder

MOST_NOTICES = 8
_MOST_PRESSES = 256
"""A player who drums through a question shall not make the list long for ever."""
PENDING = "pending"


class PressList:
    """Presses of the latest question, each with what became of it once that is decided."""

    def __init__(self) -> None:
        self._presses: deque[PressView] = deque(maxlen=_MOST_PRESSES)

    def known(self, press: Press) -> None:
        self._presses.append(PressView(press.seat, press.at_us, PENDING))

    def decided(self, outcomes: Sequence[Outcome]) -> None:
        for outcome in outcomes:
            if isinstance(outcome, Accepted):
                self._settle(outcome.seat, outcome.at_us, None)
            elif isinstance(outcome, Ignored):
                self._settle(outcome.seat, outcome.at_us, outcome.why)
            elif isinstance(outcome, Fined):
                self._settle(outcome.seat, outcome.at_us, "fined")

    def _settle(self, seat: int, at_us: int, why: str | None) -> None:
        """The first that is still open: several presses of one seat may have one stamp."""
        for index, each in enumerate(self._presses):
            if each.why == PENDING and each.seat == seat and each.at_us == at_us:
                self._presses[index] = PressView(seat, at_us, why)
                return

    def views(self, game: Game, who: Responder | None) -> tuple[PressView, ...]:
        """Those of the open or last question, by stamp. Left out: what is not decided yet, but for the responder's."""
        if not game.questions:
            return ()
        since_us = game.questions[-1].announced_us
        found = []
        for each in self._presses:
            if each.at_us < since_us:
                continue
            if each.why != PENDING:
                found.append(each)
            elif who is not None and each.seat == who.seat and each.at_us == game.wall_us(who.since_g, each.at_us):
                found.append(PressView(each.seat, each.at_us, None))
        return tuple(sorted(found, key=lambda each: (each.at_us, each.seat)))


class Notices:
    """The latest lines for the host."""

    def __init__(self) -> None:
        self._notices: deque[Notice] = deque(maxlen=MOST_NOTICES)

    def say(self, code: str, detail: str, at_us: int) -> None:
        self._notices.append(Notice(code, detail, at_us))

    def views(self) -> tuple[Notice, ...]:
        return tuple(self._notices)
