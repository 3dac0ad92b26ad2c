"""The start screen on the window: the form, what is around it, and a match that is opened behind it."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Sequence

from buzzer.drivers.problems import Lang
from buzzer.errors import BuzzerError
from buzzer.opening import Opened, Wish, open_again, open_new
from buzzer.rulesets import load, names
from buzzer.settings import Settings
from hosts.console.scout import Scout
from hosts.console.screen import OnDisplay, WindowAction
from hosts.console.startform import Around, Form, Rules, form_of, settings_of, themes_played
from hosts.console.startkeys import Begin, GoOn, StartKeys
from hosts.console.startwords import sheet
from hosts.console.view import start
from hosts.console.view.draw import Drawing
from hosts.console.view.fit import Fits
from hosts.console.view.ui import Devices, Look

FIRST = ("umlaut", "novosibirsk-2013", "tour-de-svoyak-2007")
"""The regulations of sport Svoya Igra come before the others."""


class StartScreen:
    """``opened``: the match that the host has begun, or gone on with; who serves the screen takes it."""

    def __init__(
        self, settings: Settings, fits: Fits, scout: Scout, *,
        keep: Callable[[Settings], None] = lambda settings: None,
        displays: Callable[[], tuple[tuple[int, int], ...]] = lambda: ((0, 0),),
        told: str = "", focused: bool = True,
    ) -> None:  # fmt: skip
        self.opened: Opened | None = None
        self.wish = Wish()
        self._settings = settings
        self._fits = fits
        self._scout = scout
        self._keep = keep
        self._displays = displays
        self._rules = tuple(_ruleset(key) for key in _in_order(names()))
        self._lang: Lang = "ru"
        self._failed: str | None = None
        self._guard = threading.Lock()
        self._opening: threading.Thread | None = None
        self._closed = False
        self._keys = StartKeys(form_of(settings), Around(self._rules, displays=displays()), told=told, focused=focused)
        self._look_around()
        scout.start(settings.journals)

    # ------------------------------------------------------------ a screen

    @property
    def typing(self) -> bool:
        return self._keys.form.field is not None

    def draw(self, size: tuple[int, int], look: Look, devices: Devices) -> Drawing:
        self._lang = look.lang
        if self._failed is not None:
            self._keys.tell(self._failed)
            self._failed = None
            self._scout.start(self._keys.form.journals)
        self._look_around()
        words = sheet(self._keys.form, self._keys.around, self._keys.manner, look, devices)
        return start.draw(words, size, look, self._fits)

    def rest_us(self) -> int | None:
        return None

    def cues(self) -> Sequence[str]:
        return ()

    def down(self, scancode: int, at_ms: int) -> Sequence[WindowAction]:
        before = self._keys.form
        left: list[WindowAction] = []
        for action in self._keys.down(scancode, at_ms):
            if isinstance(action, Begin):
                self._begin()
            elif isinstance(action, GoOn):
                self._go_on()
            else:
                left.append(action)
        form = self._keys.form
        if form.display != before.display:
            left.append(OnDisplay(form.display))
        if form.journals != before.journals:
            self._scout.look_for_match(form.journals)
        self._look_around()
        return left

    def up(self, scancode: int) -> None:
        self._keys.up(scancode)

    def typed(self, text: str) -> None:
        self._keys.typed(text)

    def focus(self, gained: bool, at_ms: int) -> None:
        self._keys.focus(gained, at_ms)

    def ask_quit(self) -> None:
        self._keys.ask_quit()

    def on_change(self, wake: Callable[[], None]) -> None:
        self._scout.wake = wake

    # ------------------------------------------------------------ the match

    def close(self) -> None:
        """The screen is not served any more; a match that is being opened meanwhile is as if there had been none."""
        self._scout.wake = lambda: None
        self._scout.stop(wait=False)
        with self._guard:
            self._closed = True
        if self.opened is None:
            self._keep(settings_of(self._keys.form, self._settings))

    def _begin(self) -> None:
        form = self._keys.form
        self._settings = settings_of(form, self._settings)
        self._keep(self._settings)
        self._open(wish_of(form, self._keys.around, self._lang), open_new)

    def _go_on(self) -> None:
        match, form = self._keys.around.unfinished, self._keys.form
        if match is None:
            return
        keyboard = form.box == "keyboard"
        box = "auto" if keyboard else form.box
        self._open(Wish(journal=match.path, box=box, copy=form.copy or None, lang=self._lang), open_again)

    def _open(self, wish: Wish, opener: Callable[[Wish], Opened]) -> None:
        self.wish = wish
        self._keys.tell("", opening=True)
        self._opening = threading.Thread(target=self._opened_by, args=(wish, opener), name="opening", daemon=True)
        self._opening.start()

    def _opened_by(self, wish: Wish, opener: Callable[[Wish], Opened]) -> None:
        """In a thread: a named port is asked, and may first reset its board; the window goes on meanwhile."""
        try:
            self._scout.stop(wait=wish.box != "none")
            opened = opener(wish)
        except BuzzerError as error:
            self._failed = str(error)
        except Exception as error:  # a bug: told, and the host may choose otherwise
            self._failed = f"{type(error).__name__}: {error}"
        else:
            with self._guard:
                if not self._closed:
                    self.opened = opened
            if self.opened is None:
                opened.close()
                if not opened.runtime.published.match.lines:
                    opened.journal.discard()
        self._scout.wake()

    # ------------------------------------------------------------ around

    def _look_around(self) -> None:
        form = self._keys.form
        if all(each.key != form.rules for each in self._rules):
            self._rules = (*self._rules, _ruleset(form.rules))
        found = next(each.ruleset for each in self._rules if each.key == form.rules)
        if form.package and found is not None:
            self._scout.read_package(form.package, found.values)
        around = Around(
            self._rules,
            self._scout.questions if form.package else None,
            self._scout.boxes,
            self._displays(),
            self._scout.unfinished,
            tuple(each for each in (form.journals, form.copy) if each and not os.path.isdir(each)),
        )
        if around != self._keys.around:
            self._keys.look_around(around)


def wish_of(form: Form, around: Around, lang: Lang) -> Wish:
    """The form as `buzzer play` would have been told."""
    keyboard = form.box == "keyboard"
    return Wish(
        rules=form.rules, players=form.players, stage=form.stage or None,
        themes=None if form.stage else themes_played(form, around), package=form.package or None,
        box="none" if keyboard else form.box, keyboard=keyboard, folder=form.journals, copy=form.copy or None,
        lang=lang, roll=not keyboard,
    )  # fmt: skip


def _in_order(keys: list[str]) -> list[str]:
    return [*(key for key in FIRST if key in keys), *(key for key in keys if key not in FIRST)]


def _ruleset(key: str) -> Rules:
    try:
        return Rules(key, load(key))
    except BuzzerError as error:
        return Rules(key, None, str(error))
