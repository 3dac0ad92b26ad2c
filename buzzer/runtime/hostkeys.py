"""The host's keys, from wherever they come: one guard, one meaning, and a line in the journal for each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from buzzer.core.facts import Announce, Fact, dump_fact, parse_fact
from buzzer.core.state import Answering
from buzzer.host import VERDICTS, Command, Cursor, Do, facts_for, moved
from buzzer.runtime.ledger import Ledger
from buzzer.runtime.rolls import Rolls

MOST_THEMES = 99
_MOVES = (Do.EARLIER, Do.LATER, Do.THEME_BACK, Do.THEME_ON)
BOX_KEYS = {"next": Do.NEXT, "right": Do.RIGHT, "wrong": Do.WRONG, "undo": Do.UNDO}
"""The keys that may be wired to a box."""


class HostKeys:
    """``key``: the number of the latest key press. ``cursor``: the question that was chosen instead of the order's."""

    def __init__(self, ledger: Ledger, key: int, theme_names: tuple[str, ...], rolls: Rolls) -> None:
        self.cursor: Cursor | None = None
        self._ledger = ledger
        self._key = key
        self._theme_names = theme_names
        self._rolls = rolls

    def take(self, command: Command, at_us: int, source: Mapping[str, Any] | None = None) -> int:
        """One key; the number of its last line in the journal, 0 where it has none (an arrow).

        A key that does nothing, or a verdict too soon, is a private line; ``source`` are further fields of that line.
        """
        ledger = self._ledger
        number = self._rolls.command(command, at_us, source or {})
        if number is not None:
            return number
        if command.do in _MOVES:
            self._move(command.do)
            return 0
        if self._too_soon(command, at_us):
            ledger.say("guard")
            return self._refused(command, at_us, "guard", source)
        found = facts_for(
            ledger.setup, ledger.shown, command, at_us, self._key + 1, cursor=self.cursor, theme_names=self._theme_names
        )
        why = found if isinstance(found, str) else self._unwritable(found)
        if why is not None:
            ledger.say("nothing", why)
            return self._refused(command, at_us, why, source)
        self._key += 1
        number = 0
        assert not isinstance(found, str)
        for fact in found:
            number = ledger.take(fact)
            if isinstance(fact, Announce):
                self.cursor = None
        return number

    def _unwritable(self, found: Sequence[Fact]) -> str | None:
        """Why a fact would make a line that no reader of the journal takes; None if all may be written."""
        for fact in found:
            seat = getattr(fact, "seat", None)
            if seat is not None and not 1 <= seat <= len(self._ledger.setup.players):
                return f"there is no seat {seat}"
            try:
                parse_fact(dump_fact(fact))
            except ValueError as error:
                return str(error)
        return None

    def _too_soon(self, command: Command, at_us: int) -> bool:
        return (
            command.do in VERDICTS
            and isinstance(self._ledger.shown.phase, Answering)
            and at_us < self._ledger.guard_until_us
        )

    def _refused(self, command: Command, at_us: int, why: str, source: Mapping[str, Any] | None) -> int:
        seat = {} if command.seat is None else {"seat": command.seat}
        return self._ledger.note("x-refused", at_us, command=command.do.value, why=why, **seat, **(source or {}))

    def _move(self, do: Do) -> None:
        ledger = self._ledger
        if ledger.shown.live is None:
            themes = ledger.setup.themes or len(self._theme_names) or MOST_THEMES
            self.cursor = moved(ledger.setup, ledger.shown, self.cursor, do, themes)
