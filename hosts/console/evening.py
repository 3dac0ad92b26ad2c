"""One window for the whole evening: the start screen, a match, after its end the start screen again with its table."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Sequence
from typing import cast

from buzzer.errors import FileError
from buzzer.opening import Opened, Wish
from buzzer.rulesets import names
from buzzer.settings import MOST_SEATS, Settings
from hosts.console.app import Console
from hosts.console.memory import Memory, look_of
from hosts.console.scout import Scout
from hosts.console.startscreen import StartScreen
from hosts.console.view.fit import Fits
from hosts.console.view.ui import Digits
from hosts.console.view.words import Lang


def evening(
    settings: Settings, *, lang: Lang = "ru", told: Sequence[str] = (), opened: Opened | None = None,
    wish: Wish | None = None,
) -> None:  # fmt: skip
    """Serve the window in this thread (the main one) until the host quits.

    ``opened``: begin with this match, asked for by ``wish``, instead of with the start screen. ``lang``: where the
    settings have none. ``told``: lines for the start screen. Each match's journal is printed when it is closed.
    Errors: InputError if no window can be opened, FileError if a journal is not saved whole.
    """
    memory = Memory(settings)
    try:
        console = Console(look_of(settings, lang), display=settings.display, on_look=memory.keep_look)
    except BaseException:
        _given_up(opened)
        raise
    try:
        with console:
            _Evening(console, memory, list(told)).serve(opened, wish)
    finally:
        trouble = memory.close()
        if trouble:
            with contextlib.suppress(OSError):  # the terminal may have gone
                print(trouble, file=sys.stderr)


def _given_up(opened: Opened | None) -> None:
    """No window: a journal in which nothing has happened must not be the one to go on with."""
    if opened is not None:
        opened.close()
        if not opened.runtime.published.match.lines:
            opened.journal.discard()


class _Evening:
    def __init__(self, console: Console, memory: Memory, told: list[str]) -> None:
        self._console = console
        self._memory = memory
        self._told = told
        self._unsaved: FileError | None = None

    def serve(self, opened: Opened | None, wish: Wish | None) -> None:
        """Screens until the host quits."""
        while True:
            if opened is None:
                opened, wish = self._start()
            if opened is None or wish is None or self._play(opened, wish):
                break
            self._memory.keep(same_table(self._memory.settings, opened, wish))
            opened = None
        if self._unsaved is not None:
            raise self._unsaved

    def _start(self) -> tuple[Opened | None, Wish | None]:
        console, memory = self._console, self._memory
        screen = StartScreen(
            memory.settings, Fits(console.fonts.measure), Scout(console.look.lang), keep=self._keep,
            displays=console.displays, told=" · ".join(self._told), focused=console.focused,
        )  # fmt: skip
        self._told = []
        try:
            console.serve(screen, "buzzer", lambda: screen.opened is not None)
        finally:
            screen.close()
        return screen.opened, screen.wish

    def _keep(self, table: Settings) -> None:
        """The table's part of the settings; the look may have changed since they were given out."""
        look = {name: getattr(self._memory.settings, name) for name in _LOOK}
        self._memory.keep(table.model_copy(update=look))

    def _play(self, opened: Opened, wish: Wish) -> bool:
        """One match to its end, or to the host's: then everything is closed, and what is not saved is told."""
        for line in opened.told:
            print(line, file=sys.stderr)
        stopped: KeyboardInterrupt | SystemExit | None = None
        quits = True
        try:
            opened.start()
            quits = self._console.match(
                opened.runtime, opened.package, digits=digits_of(opened, wish), title=f"buzzer · {opened.journal.path}"
            )
        except (KeyboardInterrupt, SystemExit) as end:
            stopped = end
        except BaseException:
            opened.close()
            raise
        self._closed(opened)
        if stopped is not None:
            if self._unsaved is not None:
                raise self._unsaved
            raise stopped
        return quits

    def _closed(self, opened: Opened) -> None:
        state = opened.close()
        with contextlib.suppress(OSError):  # the terminal may have gone
            if state.copy_trouble is not None:
                print(state.copy_trouble, file=sys.stderr)
                self._told.append(state.copy_trouble)
            print(opened.journal.path, flush=True)
        if state.saved < state.known:
            lost = state.known - state.saved
            self._unsaved = FileError(
                f"{lost} of {state.known} records are not saved ({cast(str, state.trouble)})", path=opened.journal.path
            )
            self._told.append(str(self._unsaved))


_LOOK = ("lang", "light", "larger", "still", "volume", "muted")


def digits_of(opened: Opened, wish: Wish) -> Digits:
    """What the digits do: a rehearsal's buttons, the right by hand where there is no box, else nothing."""
    if opened.runtime.published.rehearsal:
        return "buttons"
    return "grant" if opened.source.driver is None else "off"


def same_table(settings: Settings, opened: Opened, wish: Wish) -> Settings:
    """The settings for the next match where this one was played."""
    setup = opened.runtime.published.match.setup
    table: dict[str, object] = {"names": setup.players[:MOST_SEATS]}
    if isinstance(wish.players, str) and wish.players:  # from the command line
        table |= {
            "rules": wish.rules, "stage": wish.stage or "", "themes": wish.themes or 0,
            "package": os.path.abspath(wish.package) if wish.package else "",
            "box": "keyboard" if wish.keyboard else wish.box,
            "copy_to": os.path.abspath(wish.copy) if wish.copy else "",
        }  # fmt: skip
    elif not wish.players and setup.rules.name in names():  # gone on with
        table["rules"] = setup.rules.name
    return settings.model_copy(update=table)
