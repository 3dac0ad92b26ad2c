"""The window's thread: waits for keys and news, draws what has changed, decides nothing.

`pygame.event.wait` lets go of the interpreter while it waits, also while Windows drags the window; `get` and `poll`
do not while they pump, so here only `wait` pumps.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

import pygame

from hosts.console.keys import Action, Button, FullScreen, Keys, Quit, Send, seen
from hosts.console.paint import Painter
from hosts.console.table import Table
from hosts.console.view import View, next_change_us
from hosts.console.view.draw import Drawing
from hosts.console.view.words import Lang

FRAME_MS = 16
"""Frames are at least so far apart, however much news comes."""
IDLE_MS = 500
"""At the latest then it is looked whether somebody wants the window to close."""


def _now_ms() -> int:
    """Not pygame's own ticks: they stand at 0 where `pygame.init` has not been called, and here it never is."""
    return time.monotonic_ns() // 1_000_000


class Waker:
    """News from other threads as one event at a time."""

    def __init__(self) -> None:
        self.kind = pygame.event.custom_type()
        self._posted = threading.Event()

    def __call__(self) -> None:
        """From any thread; never blocks, never raises."""
        if self._posted.is_set():
            return
        self._posted.set()
        try:
            pygame.event.post(pygame.event.Event(self.kind))
        except pygame.error:  # the window is gone, or its queue is full: the next turn looks anyway
            self._posted.clear()

    def taken(self) -> None:
        self._posted.clear()


class Window:
    """The surface on the screen, in a window or over all of it."""

    def __init__(self, size: tuple[int, int], full: bool) -> None:
        self._size = size
        self.full = full
        self._open()

    def _open(self) -> None:
        if self.full:
            self.surface = pygame.display.set_mode((0, 0), pygame.FULLSCREEN)
        else:
            self.surface = pygame.display.set_mode(self._size, pygame.RESIZABLE)

    def turn(self, on: bool | None) -> None:
        """To full screen and back."""
        wanted = not self.full if on is None else on
        if wanted != self.full:
            if wanted:
                self._size = self.surface.get_size()
            self.full = wanted
            self._open()


def _changed(before: Drawing | None, after: Drawing) -> list[pygame.Rect] | None:
    """Where two drawings differ, item by item; None: anywhere. A running clock sends its figures and its bar only."""
    if before is None or len(before) != len(after):
        return None
    return [
        pygame.Rect(old.box).union(pygame.Rect(new.box))
        for old, new in zip(before, after, strict=True)
        if old is not new and old != new
    ]


class Loop:
    """One console on one table until the host quits or ``done`` says so."""

    def __init__(
        self, table: Table, view: View, painter: Painter, window: Window, keys: Keys, lang: Lang,
        done: Callable[[], bool],
    ) -> None:  # fmt: skip
        self._table = table
        self._view = view
        self._painter = painter
        self._window = window
        self._keys = keys
        self._lang = lang
        self._done = done
        self._drawn: Drawing | None = None
        self._drawn_ms = _now_ms() - FRAME_MS
        self._last = seen(table.published)
        self._quit = False
        self.waker = Waker()

    def run(self) -> None:
        """Draw, wait, take what has come, again."""
        while not self._quit and not self._done():
            event = pygame.event.wait(self._draw())
            self._take(event)
            for event in pygame.event.get(pump=False):  # what is there already; `peek` frees posted events twice
                self._take(event)

    def _draw(self) -> int:
        """Draws if anything looks different; returns for how many milliseconds nothing will."""
        since_ms = _now_ms() - self._drawn_ms
        if since_ms < FRAME_MS:
            return FRAME_MS - since_ms
        published, now_us = self._table.published, self._table.now_us()
        surface = pygame.display.get_surface() or self._window.surface
        self._window.surface = surface
        drawing = self._view(published, now_us, surface.get_size(), self._lang, self._keys.ui)
        if drawing != self._drawn:
            self._painter.paint(surface, drawing)
            changed = _changed(self._drawn, drawing)
            if changed is None:
                pygame.display.flip()
            else:
                pygame.display.update(changed)
            self._drawn, self._drawn_ms = drawing, _now_ms()
        self._last = seen(published)
        change_us = next_change_us(published, now_us)
        if change_us is None:
            return IDLE_MS
        return min(IDLE_MS, max(1, -(-(change_us - now_us) // 1000)))

    def _take(self, event: pygame.event.Event) -> None:
        keys, at_ms = self._keys, _now_ms()
        if event.type == self.waker.kind:
            self.waker.taken()
        elif event.type == pygame.KEYDOWN:
            self._do(keys.down(event.scancode, at_ms, self._last))
        elif event.type == pygame.KEYUP:
            self._do(keys.up(event.scancode))
        elif event.type == pygame.WINDOWFOCUSGAINED:
            self._do(keys.focus(True, at_ms))
        elif event.type == pygame.WINDOWFOCUSLOST:
            self._do(keys.focus(False, at_ms))
        elif event.type == pygame.QUIT:
            keys.ask_quit()
        elif event.type in (pygame.VIDEORESIZE, pygame.VIDEOEXPOSE, pygame.WINDOWEXPOSED):
            self._drawn = None

    def _do(self, actions: list[Action]) -> None:
        for action in actions:
            if isinstance(action, Send):
                self._table.command(action.command)
            elif isinstance(action, Button):
                (self._table.press if action.down else self._table.release)(action.seat)
            elif isinstance(action, FullScreen):
                self._window.turn(action.on)
                self._drawn = None
            elif isinstance(action, Quit):
                self._quit = True
