"""Keys to commands, by scancode: what is engraved at a place of the keyboard does not matter, so any layout works.

Pure: no pygame. Scancodes are USB usages, as SDL reports them; NumLock, CapsLock and Shift change nothing. Modifiers
are tracked here and forgotten when the window loses the keyboard, since their release then never arrives. Releases
trigger nothing but the release of a rehearsal's button. Esc never touches the match.
"""

from __future__ import annotations

from typing import NamedTuple

from buzzer.core.facts import SeatState
from buzzer.core.state import Answering, Finished, Question
from buzzer.host import VERDICTS, Command, Do
from buzzer.published import Published
from hosts.console import looks, panelkeys
from hosts.console.screen import Change, Done, FullScreen, Quit, WindowAction
from hosts.console.view.draft import Draft
from hosts.console.view.ui import Asking, Digits, Ui

ESC, CTRL_Q, F1, F11, G, V, H, E, T = 41, 20, 58, 68, 10, 25, 11, 8, 23
_CTRL = frozenset((224, 228))
_ALT = frozenset((226, 227, 230, 231))
"""Alt, and the key with a window or an apple on it."""
_SHIFT = frozenset((225, 229))
_COMMANDS: dict[int, Do] = {
    44: Do.NEXT, 78: Do.NEXT,  # Space, Page Down
    40: Do.RIGHT, 88: Do.RIGHT, 13: Do.RIGHT,  # Enter, the keypad's, J
    42: Do.WRONG, 9: Do.WRONG,  # Backspace, F
    76: Do.NO_ANSWER,  # Delete
    4: Do.NAMED, 17: Do.ANNUL, 6: Do.CLOSE, 24: Do.UNDO, 19: Do.HOLD, 14: Do.CHECK,  # A N C U P K
    21: Do.ROLL,  # R
    80: Do.EARLIER, 79: Do.LATER, 82: Do.THEME_BACK, 81: Do.THEME_ON,  # ← → ↑ ↓
}  # fmt: skip
DIGITS: dict[int, int] = {30 + index: index + 1 for index in range(8)} | {89 + index: index + 1 for index in range(8)}
"""The row above the letters and the keypad."""

_ROLL: dict[int, Do] = {
    44: Do.NEXT, 78: Do.NEXT,  # Space, Page Down
    40: Do.ROLL_END, 88: Do.ROLL_END, 76: Do.ROLL_FREE, 21: Do.ROLL,  # Enter, the keypad's, Delete, R
}  # fmt: skip
"""While a roll call is on, these and the digits are all that touches the table."""

_STATES: dict[int, SeatState] = {1: "in", 2: "out", 3: "no_show"}
_TAKES_DIGIT = ("grant", "seat", "state")
"""Questions to the host that a digit answers."""

DEAF_MS = 150
"""A key still held from another window says it goes down when this one gets the keyboard: that is no command."""

SLIP_MS = 1_000
"""A Space so soon after the one that ended the match was meant for that one: the end stays to be looked at."""


class Seen(NamedTuple):
    """What the host saw in the last frame that was drawn."""

    answering: int | None = None
    seats: int = 0
    withdrawable: bool = False
    over: bool = False
    """The match has come to its end."""
    questions: tuple[Question, ...] = ()
    roll: bool = False


class Send(NamedTuple):
    command: Command


class Button(NamedTuple):
    """The rehearsal's key of a seat."""

    seat: int
    down: bool


Action = Send | Button | WindowAction


def seen(published: Published) -> Seen:
    """What a drawing of this shows."""
    phase = published.game.phase
    return Seen(
        answering=phase.seat if isinstance(phase, Answering) else None,
        seats=len(published.game.seats),
        withdrawable=any(not question.void for question in published.game.questions),
        over=isinstance(phase, Finished),
        questions=published.game.questions,
        roll=published.roll is not None,
    )


class Modifiers:
    """Which of Ctrl and Alt are down. Shift is none: it changes no key."""

    def __init__(self) -> None:
        self._ctrl: set[int] = set()
        self._alt: set[int] = set()

    @property
    def ctrl(self) -> bool:
        return bool(self._ctrl)

    @property
    def alt(self) -> bool:
        return bool(self._alt)

    def down(self, scancode: int) -> bool:
        """A key goes down; whether it is a modifier."""
        if scancode in _CTRL:
            self._ctrl.add(scancode)
        elif scancode in _ALT:
            self._alt.add(scancode)
        return scancode in _CTRL or scancode in _ALT or scancode in _SHIFT

    def up(self, scancode: int) -> None:
        self._ctrl.discard(scancode)
        self._alt.discard(scancode)

    def forget(self) -> None:
        """The window has lost the keyboard: their release never arrives."""
        self._ctrl.clear()
        self._alt.clear()


class Keys:
    """The keyboard's state, and the window's own (`ui`). ``at_ms``: any clock that only runs forward."""

    def __init__(self, digits: Digits = "off", focused: bool = True) -> None:
        self.ui = Ui(digits=digits, focused=focused)
        self._modifiers = Modifiers()
        self._next_ms = -SLIP_MS
        self._played: dict[int, int] = {}
        self._deaf_until_ms = 0

    def down(self, scancode: int, at_ms: int, last: Seen) -> list[Action]:
        """A key goes down; ``last`` is what the host has seen."""
        if self._modifiers.down(scancode) or self._modifiers.alt or not self.ui.focused:
            return []
        if at_ms < self._deaf_until_ms:
            return []
        self._set(message=None)
        if self._modifiers.ctrl:
            return self._with_ctrl(scancode)
        if _COMMANDS.get(scancode) is Do.NEXT:
            if last.over and at_ms < self._next_ms + SLIP_MS:
                return []
            self._next_ms = at_ms
        return self._plain(scancode, last)

    def up(self, scancode: int) -> list[Action]:
        """A key goes up."""
        self._modifiers.up(scancode)
        seat = self._played.pop(scancode, None)
        return [] if seat is None else [Button(seat, False)]

    def focus(self, gained: bool, at_ms: int) -> list[Action]:
        """The window gets the keyboard, or loses it: nothing stays down."""
        self._modifiers.forget()
        released: list[Action] = [Button(seat, False) for seat in self._played.values()]
        self._played.clear()
        if gained:
            self._deaf_until_ms = at_ms + DEAF_MS
        self._set(focused=gained, asking=self.ui.asking if gained else None)
        return released

    def ask_quit(self) -> None:
        """The window's own close button: as Ctrl+Q, it asks."""
        self._set(asking="quit")

    def _set(self, **changes: object) -> None:
        self.ui = self.ui._replace(**changes)  # type: ignore[arg-type]

    def _with_ctrl(self, scancode: int) -> list[Action]:
        if scancode == panelkeys.S and self.ui.draft is not None:
            self._set(asking=None, message="corr_later")
        if scancode != CTRL_Q:
            return []
        if self.ui.asking == "quit":
            return [Quit()]
        self.ask_quit()
        return []

    def _plain(self, scancode: int, last: Seen) -> list[Action]:
        if scancode == ESC:
            return self._escape()
        turn = "muted" if scancode == looks.M else looks.KEYS.get(scancode)
        if turn is not None:
            return [Change(turn)]
        if self.ui.draft is not None and not self.ui.help:
            return self._panel(self.ui.draft, scancode, last)
        seat = DIGITS.get(scancode)
        if self.ui.digits == "buttons" and seat is not None and self.ui.asking not in _TAKES_DIGIT:
            return self._button(scancode, seat, last)
        if self.ui.help or self.ui.theme:
            self._set(help=False, theme=False)
            return []
        asked = self.ui.asking
        self._set(asking=None)
        if last.roll and (scancode in _COMMANDS or seat is not None or scancode in (V, G, E, T, H)):
            return self._roll(scancode, seat, last)
        if seat is not None:
            return self._digit(seat, asked, last)
        if scancode == V:
            return self._withdraw(asked == "withdraw", last)
        do = _COMMANDS.get(scancode)
        if do is not None:
            return self._command(do, last)
        if scancode == F11:
            return [FullScreen(None)]
        if scancode == F1:
            self._set(help=True)
        elif scancode == T:
            self._set(theme=True)
        elif scancode == G:
            self._set(asking="grant")
        elif scancode == E:
            self._set(draft=Draft(len(last.questions)))
        elif scancode == H:
            self._set(hidden=not self.ui.hidden)
        return []

    def _roll(self, scancode: int, seat: int | None, last: Seen) -> list[Action]:
        """A digit calls a seat; Enter is no verdict here."""
        if seat is not None:
            return [Send(Command(Do.ROLL_CALL, seat))] if seat <= last.seats else []
        do = _ROLL.get(scancode)
        return [] if do is None else [Send(Command(do))]

    def _escape(self) -> list[Action]:
        """Back out of one thing; the match is never touched."""
        if self.ui.asking is not None:
            self._set(asking=None)
        elif self.ui.help or self.ui.theme:
            self._set(help=False, theme=False)
        elif self.ui.draft is not None:
            self._set(draft=None)
        else:
            return [FullScreen(False)]
        return []

    def _panel(self, draft: Draft, scancode: int, last: Seen) -> list[Action]:
        """A key while the corrections are open: nothing of it reaches the match but a seat's state, asked for twice."""
        asked, number = self.ui.asking, DIGITS.get(scancode)
        self._set(asking=None)
        if asked in ("seat", "state"):
            return self._digit(number, asked, last) if number is not None else []
        if number is not None:
            self._set(draft=draft._replace(seat=number) if number <= last.seats else draft)
        elif scancode == panelkeys.S:
            self._set(asking="seat")
        elif scancode == F1:
            self._set(help=True)
        else:
            turned = panelkeys.turned(draft, scancode, last.questions)
            self._set(**({"message": turned} if isinstance(turned, str) else {"draft": turned}))
        return []

    def _digit(self, number: int, asked: Asking | None, last: Seen) -> list[Action]:
        """A seat, or what becomes of the seat that was named."""
        if asked == "state":
            state, seat = _STATES.get(number), self.ui.seat
            return [] if state is None else [Send(Command(Do.SEAT, seat, state))]
        if number > last.seats:
            return []
        if asked == "seat":
            self._set(asking="state", seat=number)
            return []
        by_hand = asked == "grant" or self.ui.digits == "grant"
        return [Send(Command(Do.GRANT, number))] if by_hand else []

    def _button(self, scancode: int, seat: int, last: Seen) -> list[Action]:
        if seat > last.seats or scancode in self._played:
            return []
        self._played[scancode] = seat
        return [Button(seat, True)]

    def _withdraw(self, confirmed: bool, last: Seen) -> list[Action]:
        if confirmed:
            return [Send(Command(Do.WITHDRAW))]
        if last.withdrawable:
            self._set(asking="withdraw")
        else:
            self._set(message="no question is open")
        return []

    def _command(self, do: Do, last: Seen) -> list[Action]:
        """A verdict, or a name, goes to whom the host saw; who came after the last frame is never judged by it."""
        if do is Do.NEXT and last.over:
            return [Done()]
        if do not in VERDICTS and do is not Do.NAMED:
            return [Send(Command(do))]
        if last.answering is None:
            self._set(message="nobody is answering")
            return []
        return [Send(Command(do, last.answering))]
