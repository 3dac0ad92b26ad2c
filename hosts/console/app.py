"""The console as a program: opens the window on a table and stays until the host quits."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from typing import Self

# Before pygame: it looks at some of these when it is loaded.
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
# What window managers, and tests, call the window.
os.environ.setdefault("SDL_VIDEO_X11_WMCLASS", "buzzer")
# A second screen that is pulled out, or a click on it, must not hide a console in full screen.
os.environ.setdefault("SDL_VIDEO_MINIMIZE_ON_FOCUS_LOSS", "0")
# Ctrl+C in the terminal is Python's: SDL would turn it into a question that nobody sees.
os.environ.setdefault("SDL_NO_SIGNAL_HANDLERS", "1")
# A console that is looked at and not touched must not go dark.
os.environ.setdefault("SDL_VIDEO_ALLOW_SCREENSAVER", "0")
# Windows at 125 to 200 %: real pixels, or the system shows the top left part of a window made too large.
os.environ.setdefault("SDL_WINDOWS_DPI_AWARENESS", "permonitorv2")

import pygame

from buzzer.errors import InputError
from buzzer.packages.model import Package
from hosts.console.faces import Fonts
from hosts.console.keys import Keys
from hosts.console.loop import Loop, Window
from hosts.console.matchscreen import MatchScreen
from hosts.console.paint import Painter
from hosts.console.screen import Screen
from hosts.console.sound import Mixer
from hosts.console.table import Table
from hosts.console.view import View
from hosts.console.view.ui import Digits, Look
from hosts.console.view.words import Lang
from hosts.console.xerrors import outlive

SIZE = (1280, 720)
_UNSEEN = ("dummy", "offscreen")
"""Drivers that SDL falls back to where there is no screen: nobody would see the window, or ever close it."""


class Console:
    """One window for a whole evening: it serves one screen after the other. To be closed; a context manager.

    Errors: InputError if no window can be opened.
    """

    def __init__(
        self, look: Look = Look(),  # noqa: B008
        *, size: tuple[int, int] | None = None, full: bool = False, display: int = 0,
        on_look: Callable[[Look], None] = lambda look: None,
    ) -> None:  # fmt: skip
        self.look = look
        self._on_look = on_look
        self._sound: Mixer | None = None
        if sys.platform == "linux" and not os.environ.get("WAYLAND_DISPLAY"):
            # Named, or the Wayland library complains on standard error of a session that is not there.
            os.environ.setdefault("SDL_VIDEODRIVER", "x11,kmsdrm")
        try:
            pygame.display.init()
            pygame.font.init()
            if pygame.display.get_driver() in _UNSEEN and not os.environ.get("SDL_VIDEODRIVER"):
                raise pygame.error("there is no screen")
            if pygame.display.get_driver() == "x11":
                outlive()
            self.window = Window(size or _first_size(), full, display)
        except pygame.error as error:
            self.close()
            raise InputError(
                f"no window can be opened: {error}",
                remedy="start it on a machine with a screen; buzzer --help names what works without",
            ) from None
        pygame.key.stop_text_input()  # keys are places here: an input method must not take them for words
        self.fonts = Fonts()
        self._painter = Painter(self.fonts)
        self._sound = Mixer()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        if self._sound is not None:
            self._sound.close()
        pygame.font.quit()
        pygame.display.quit()

    @property
    def focused(self) -> bool:
        """Whether the keys come here."""
        return bool(pygame.key.get_focused())

    def displays(self) -> tuple[tuple[int, int], ...]:
        """The sizes of the machine's screens."""
        return tuple((width, height) for width, height in pygame.display.get_desktop_sizes()) or ((0, 0),)

    def serve(self, screen: Screen, title: str, done: Callable[[], bool] = lambda: False) -> bool:
        """One screen until it is done, ``done()`` says so, or the host quits; whether he does."""
        pygame.display.set_caption(title)
        loop = Loop(screen, self._painter, self.window, self.look, sound=self._sound, done=done, on_look=self._looked)
        screen.on_change(loop.waker)
        loop.run()
        return loop.quit

    def match(
        self, table: Table, package: Package | None, *, digits: Digits, title: str,
        done: Callable[[], bool] = lambda: False,
    ) -> bool:  # fmt: skip
        """A match on the window; whether the host quits."""
        keys = Keys(digits, focused=self.focused)
        return self.serve(MatchScreen(table, View(self.fonts.measure, package), keys), title, done)

    def _looked(self, look: Look) -> None:
        self.look = look
        self._on_look(look)


def run(
    table: Table,
    package: Package | None = None,
    *,
    lang: Lang = "ru",
    digits: Digits = "off",
    still: bool = False,
    size: tuple[int, int] | None = None,
    full: bool = False,
    title: str = "buzzer",
    done: Callable[[], bool] | None = None,
) -> None:
    """Open a window and serve one table in this thread (the main one) until the host quits or ``done()`` is true.

    ``done`` is asked after every event and twice a second; ``digits`` says what 1–8 do;
    ``still``: nothing fades. Errors: InputError if no
    window can be opened.
    """
    with Console(Look(lang, still=still), size=size, full=full) as console:
        console.match(table, package, digits=digits, title=title, done=done or (lambda: False))


def _first_size() -> tuple[int, int]:
    """Nine tenths of a screen that is small, else `SIZE`."""
    sizes = pygame.display.get_desktop_sizes()
    if not sizes:
        return SIZE
    width, height = sizes[0]
    return min(SIZE[0], max(640, width * 9 // 10)), min(SIZE[1], max(360, height * 9 // 10))
