"""The start screen's keys: a key is a place, but in the open text field, whose words come as text. Pure."""

from __future__ import annotations

from typing import NamedTuple

from hosts.console import looks
from hosts.console.keys import CTRL_Q, DEAF_MS, DIGITS, ESC, F1, F11, Modifiers
from hosts.console.screen import Change, FullScreen, Quit, WindowAction
from hosts.console.startform import (
    LOOK_ROWS,
    Around,
    Form,
    cleared,
    digit,
    edited,
    entered,
    lacking,
    moved,
    opened,
    settled,
    takes_text,
    turned,
    typed,
)  # fmt: skip
from hosts.console.startwords import Manner

SPACE, PAGE_DOWN, P, BACKSPACE, DELETE = 44, 78, 19, 42, 76
ENTER = (40, 88)
UP, DOWN, LEFT, RIGHT, HOME, END = 82, 81, 80, 79, 74, 77
_EDITS = {BACKSPACE: "back", DELETE: "delete", LEFT: "left", RIGHT: "right", HOME: "home", END: "end"}


class Begin(NamedTuple):
    """A match as the form says."""


class GoOn(NamedTuple):
    """The match that is not over."""


StartAction = Begin | GoOn | WindowAction


class StartKeys:
    """The keyboard over the form. ``around`` is set by who looks at the machine."""

    def __init__(self, form: Form, around: Around, *, told: str = "", focused: bool = True) -> None:
        self.around = around
        self.form = settled(form, around)
        self.manner = Manner(told=told, focused=focused)
        self._modifiers = Modifiers()
        self._deaf_until_ms = 0

    def look_around(self, around: Around) -> None:
        """The machine has changed."""
        self.around = around
        self.form = settled(self.form, around)

    def tell(self, line: str, *, opening: bool = False) -> None:
        """A line for the host until his next key. ``opening``: a match is being opened, keys wait."""
        self.manner = self.manner._replace(told=line, opening=opening)

    def typed(self, text: str) -> None:
        if not self.manner.opening:
            self.form = typed(self.form, text)

    def focus(self, gained: bool, at_ms: int) -> None:
        self._modifiers.forget()
        if gained:
            self._deaf_until_ms = at_ms + DEAF_MS
        self.manner = self.manner._replace(focused=gained, quitting=self.manner.quitting and gained)

    def ask_quit(self) -> None:
        self.manner = self.manner._replace(quitting=True)

    def up(self, scancode: int) -> None:
        self._modifiers.up(scancode)

    def down(self, scancode: int, at_ms: int) -> list[StartAction]:
        """A key goes down."""
        if self._modifiers.down(scancode) or not self.manner.focused or at_ms < self._deaf_until_ms:
            return []
        if self._modifiers.alt:
            return []
        quitting, self.manner = self.manner.quitting, self.manner._replace(told="", quitting=False)
        if self._modifiers.ctrl:
            if scancode != CTRL_Q:
                return []
            if quitting:
                return [Quit()]
            self.ask_quit()
            return []
        if scancode == ESC and quitting:
            return []
        actions = self._everywhere(scancode)
        if actions is not None:
            return actions
        if self.manner.help:
            self.manner = self.manner._replace(help=False)
            return []
        if self.manner.opening:
            return []
        if self.form.field is not None:
            self._in_field(scancode)
            return []
        return self._outside(scancode)

    def _everywhere(self, scancode: int) -> list[StartAction] | None:
        """What a key does on every screen; None if it is none of these."""
        turn = looks.KEYS.get(scancode)
        if turn is not None:
            return [Change(turn)]
        if scancode == F11:
            return [FullScreen(None)]
        if scancode == F1:
            self.manner = self.manner._replace(help=True)
            return []
        return None

    def _in_field(self, scancode: int) -> None:
        form = self.form
        if scancode in ENTER:
            form = entered(form)
        elif scancode == ESC:
            form = form._replace(field=None)
        elif scancode in (UP, DOWN):
            form = moved(form, 1 if scancode == DOWN else -1)
        elif scancode in _EDITS:
            form = edited(form, _EDITS[scancode])
        self.form = settled(form, self.around)

    def _outside(self, scancode: int) -> list[StartAction]:
        form = self.form
        if scancode in (SPACE, PAGE_DOWN):
            return [] if lacking(form, self.around) is not None else [Begin()]
        if scancode == P:
            return [] if self.around.unfinished is None else [GoOn()]
        if scancode == looks.M:
            return [Change("muted")]
        if scancode == ESC:
            return [FullScreen(False)]
        if scancode in (LEFT, RIGHT) and form.at in LOOK_ROWS:
            return [_look_turned(form.at, scancode == RIGHT)]
        if scancode in (UP, DOWN):
            form = moved(form, 1 if scancode == DOWN else -1)
        elif scancode in (LEFT, RIGHT):
            form = turned(form, self.around, 1 if scancode == RIGHT else -1)
        elif scancode in ENTER:
            if form.at in LOOK_ROWS:
                return [_look_turned(form.at, True)]
            form = opened(form) if takes_text(form.at) else moved(form, 1)
        elif scancode in (DELETE, BACKSPACE):
            form = cleared(form)
        elif scancode in DIGITS:
            form = digit(form, DIGITS[scancode])
        self.form = settled(form, self.around)
        return []


def _look_turned(row: str, on: bool) -> Change:
    if row == "volume":
        return Change("louder" if on else "quieter")
    return Change({"lang": "lang", "light": "light", "larger": "larger", "still": "still"}[row])  # type: ignore[arg-type]
