"""The window's thread: waits for keys and news, draws what has changed, decides nothing.

`pygame.event.wait` lets go of the interpreter while it waits, also while Windows drags the window; `get` and `poll`
do not while they pump, so here only `wait` pumps.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from typing import Protocol

import pygame

from hosts.console import looks
from hosts.console.paint import Painter
from hosts.console.screen import Change, Done, FullScreen, OnDisplay, Quit, Screen, WindowAction
from hosts.console.view.damage import damage
from hosts.console.view.draw import Drawing
from hosts.console.view.ui import Devices, Look

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

    def __init__(self, size: tuple[int, int], full: bool, display: int = 0) -> None:
        self._size = size
        self.full = full
        self.display = display
        self._open()

    def _open(self) -> None:
        """On the first screen where the one that is wanted is not there."""
        display = self.display if self.display < len(pygame.display.get_desktop_sizes()) else 0
        if self.full:
            self.surface = pygame.display.set_mode((0, 0), pygame.FULLSCREEN, display=display)
        else:
            self.surface = pygame.display.set_mode(self._size, pygame.RESIZABLE, display=display)

    def move(self, display: int) -> None:
        """To another screen."""
        if display != self.display:
            self.display = display
            self._open()

    def turn(self, on: bool | None) -> None:
        """To full screen and back."""
        wanted = not self.full if on is None else on
        if wanted != self.full:
            if wanted:
                self._size = self.surface.get_size()
            self.full = wanted
            self._open()


class Sound(Protocol):
    """What the loop needs of the sounds. Nothing here waits."""

    @property
    def works(self) -> bool: ...

    def turn(self, volume: int, muted: bool) -> None: ...

    def play(self, cue: str) -> None: ...


class Silence:
    """No sounds, and nobody misses them."""

    works = True

    def turn(self, volume: int, muted: bool) -> None:
        pass

    def play(self, cue: str) -> None:
        pass


class Loop:
    """One screen until it is done, the host quits, or ``done`` says so. ``on_look``: the host has changed the look."""

    def __init__(
        self, screen: Screen, painter: Painter, window: Window, look: Look = Look(),  # noqa: B008
        *, sound: Sound | None = None, done: Callable[[], bool] = lambda: False,
        on_look: Callable[[Look], None] = lambda look: None,
    ) -> None:  # fmt: skip
        self._screen = screen
        self._painter = painter
        self._window = window
        self.look = look
        self._sound = sound or Silence()
        self._done = done
        self._on_look = on_look
        self._drawn: Drawing | None = None
        self._drawn_ms = _now_ms() - FRAME_MS
        self._screens, self._counted_ms = 1, _now_ms() - IDLE_MS
        self._over = False
        self._typing = False
        self.quit = False
        """The host wants the program to end, not only this screen."""
        self.waker = Waker()

    def run(self) -> None:
        """Draw, wait, take what has come, again."""
        self._use(self.look)
        while not self._over and not self._done():
            event = pygame.event.wait(self._draw())
            self._take(event)
            for event in pygame.event.get(pump=False):  # what is there already; `peek` frees posted events twice
                self._take(event)
        self._listen(False)

    def _draw(self) -> int:
        """Draws if anything looks different; returns for how many milliseconds nothing will."""
        since_ms = _now_ms() - self._drawn_ms
        if since_ms < FRAME_MS:
            return FRAME_MS - since_ms
        surface = pygame.display.get_surface() or self._window.surface
        self._window.surface = surface
        devices = Devices(self._sound.works, self._displays())
        drawing = self._screen.draw(surface.get_size(), self.look, devices)
        for cue in self._screen.cues():
            self._sound.play(cue)
        if drawing != self._drawn:
            changed = damage(self._drawn, drawing)
            painted = self._painter.paint(surface, drawing, changed)
            if changed is None:
                pygame.display.flip()
            else:
                pygame.display.update(painted)
            self._drawn, self._drawn_ms = drawing, _now_ms()
        rest_us = self._screen.rest_us()
        if rest_us is None:
            return IDLE_MS
        return min(IDLE_MS, max(1, -(-rest_us // 1000)))

    def _listen(self, typing: bool) -> None:
        """Keys are places, but in a text field: an input method must not take them for words elsewhere."""
        if typing != self._typing:
            self._typing = typing
            (pygame.key.start_text_input if typing else pygame.key.stop_text_input)()

    def _displays(self) -> int:
        """How many screens there are, counted anew twice a second: SDL tells nobody when one comes or goes."""
        now_ms = _now_ms()
        if now_ms - self._counted_ms >= IDLE_MS:
            self._screens, self._counted_ms = len(pygame.display.get_desktop_sizes()), now_ms
        return self._screens

    def _take(self, event: pygame.event.Event) -> None:
        if self._over:  # what was meant for this screen must not reach it, and the next one has not been seen
            return
        screen, at_ms = self._screen, _now_ms()
        if event.type == self.waker.kind:
            self.waker.taken()
        elif event.type == pygame.KEYDOWN:
            self._do(screen.down(event.scancode, at_ms))
        elif event.type == pygame.KEYUP:
            screen.up(event.scancode)
        elif event.type == pygame.TEXTINPUT:
            screen.typed(event.text)
        elif event.type == pygame.WINDOWFOCUSGAINED:
            screen.focus(True, at_ms)
        elif event.type == pygame.WINDOWFOCUSLOST:
            screen.focus(False, at_ms)
        elif event.type == pygame.QUIT:
            screen.ask_quit()
        elif event.type in (pygame.VIDEORESIZE, pygame.VIDEOEXPOSE, pygame.WINDOWEXPOSED):
            self._drawn = None
        self._listen(screen.typing)

    def _do(self, actions: Sequence[WindowAction]) -> None:
        for action in actions:
            if isinstance(action, FullScreen):
                self._window.turn(action.on)
                self._drawn = None
            elif isinstance(action, OnDisplay):
                self._window.move(action.display)
                self._drawn = None
            elif isinstance(action, Change):
                self._use(looks.turned(self.look, action.turn))
                self._on_look(self.look)
            elif isinstance(action, Quit):
                self._over = self.quit = True
            elif isinstance(action, Done):
                self._over = True

    def _use(self, look: Look) -> None:
        if look.light != self.look.light:
            self._drawn = None
        self.look = look
        self._painter.use(look.light)
        self._sound.turn(look.volume, look.muted)
