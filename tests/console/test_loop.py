"""The window's loop on a driver without a screen: keys as a Russian keyboard sends them, news, and doing nothing."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator

import pygame
import pytest

from buzzer.errors import InputError
from buzzer.host import Command, Do
from buzzer.published import Published
from hosts.console.app import run
from hosts.console.faces import Fonts
from hosts.console.keys import Keys
from hosts.console.loop import IDLE_MS, Loop, Waker, Window
from hosts.console.matchscreen import MatchScreen
from hosts.console.paint import Painter
from hosts.console.sample import PACKAGE
from hosts.console.states import states
from hosts.console.view import View
from hosts.console.view.draw import Box, Drawing
from hosts.console.view.ui import Look

SIZE = (1280, 720)


class FakeTable:
    """A table that only notes what it is asked."""

    def __init__(self, published: Published, now_us: int) -> None:
        self.published = published
        self.at_us = now_us
        self.sent: list[Command | tuple[str, int]] = []
        self.wakes: list[Callable[[], None]] = []

    def now_us(self) -> int:
        return self.at_us

    def command(self, command: Command) -> None:
        self.sent.append(command)

    def press(self, seat: int) -> None:
        self.sent.append(("press", seat))

    def release(self, seat: int) -> None:
        self.sent.append(("release", seat))

    def on_change(self, wake: Callable[[], None]) -> None:
        self.wakes.append(wake)


class Counting(Painter):
    """Counts what it paints."""

    painted = 0

    def paint(
        self, surface: pygame.Surface, drawing: Drawing, places: Iterable[Box] | None = None
    ) -> list[pygame.Rect]:
        self.painted += 1
        return super().paint(surface, drawing, places)


@pytest.fixture
def screen() -> Iterator[Fonts]:
    pygame.display.init()
    pygame.font.init()
    yield Fonts()
    pygame.display.quit()
    pygame.font.init()


def key(kind: int, scancode: int, letter: str = "") -> None:
    """As SDL sends it under a Russian layout: the key is a Cyrillic code point, only the scancode is the place."""
    pygame.event.post(pygame.event.Event(kind, key=ord(letter or "ы"), scancode=scancode, mod=0, unicode=letter))


def stroke(*scancodes: int) -> None:
    for scancode in scancodes:
        key(pygame.KEYDOWN, scancode)
        key(pygame.KEYUP, scancode)


def quit_keys() -> None:
    """Ctrl+Q twice."""
    key(pygame.KEYDOWN, pygame.KSCAN_LCTRL)
    stroke(pygame.KSCAN_Q, pygame.KSCAN_Q)


def served(name: str, screen: Fonts, keys: Keys, *, turns: int = 40) -> tuple[FakeTable, Counting]:
    """The loop over what has been posted, until it quits or has gone round so often."""
    state = states()[name]
    table = FakeTable(state.published, state.now_us)
    painter = Counting(screen)
    left = iter(range(turns))
    loop = Loop(
        MatchScreen(table, View(screen.measure, PACKAGE), keys),
        painter,
        Window(SIZE, False),
        done=lambda: next(left, None) is None,
    )
    keys.focus(True, -(10**9))
    quit_keys()
    loop.run()
    return table, painter


def test_keys_become_commands(screen: Fonts) -> None:
    Window(SIZE, False)
    pygame.event.clear()
    stroke(pygame.KSCAN_SPACE, pygame.KSCAN_F, pygame.KSCAN_J, pygame.KSCAN_U, pygame.KSCAN_F5)
    table, _ = served("answering", screen, Keys())
    assert table.sent == [Command(Do.NEXT), Command(Do.WRONG, 2), Command(Do.RIGHT, 2), Command(Do.UNDO)]


def test_digits_play_buttons_in_a_rehearsal(screen: Fonts) -> None:
    Window(SIZE, False)
    pygame.event.clear()
    stroke(pygame.KSCAN_3)
    table, _ = served("rehearsal", screen, Keys("buttons"))
    assert table.sent == [("press", 3), ("release", 3)]


def test_the_close_button_asks(screen: Fonts) -> None:
    Window(SIZE, False)
    pygame.event.clear()
    pygame.event.post(pygame.event.Event(pygame.QUIT))
    stroke(pygame.KSCAN_ESCAPE, pygame.KSCAN_P)
    table, _ = served("window", screen, Keys())
    assert table.sent == [Command(Do.HOLD)]


def test_nothing_is_painted_while_nothing_changes(screen: Fonts) -> None:
    """News that look the same (a version, a saved record less far) cost no frame."""
    state = states()["start"]
    table = FakeTable(state.published, state.now_us)
    painter = Counting(screen)
    pygame.event.clear()
    loop: Loop
    turns = iter(range(60))

    def done() -> bool:
        loop.waker()
        return next(turns, None) is None

    loop = Loop(MatchScreen(table, View(screen.measure, PACKAGE), Keys()), painter, Window(SIZE, False), done=done)
    pygame.event.clear()
    loop.run()
    assert painter.painted <= 2  # the second, if the window was exposed


def test_a_running_clock_is_painted_tenth_by_tenth(screen: Fonts) -> None:
    """Frames keep their distance, so each turn of the loop asks the table's clock, and some turns paint nothing."""
    state = states()["window"]
    table = FakeTable(state.published, state.now_us)
    painter = Counting(screen)
    turns = iter(range(400))

    def done() -> bool:
        table.at_us += 100_000
        return painter.painted >= 5 or next(turns, None) is None

    loop = Loop(MatchScreen(table, View(screen.measure, PACKAGE), Keys()), painter, Window(SIZE, False), done=done)
    loop.run()
    assert painter.painted == 5


def test_an_idle_window_waits(screen: Fonts) -> None:
    """It asks for nothing before half a second has gone; a running clock wakes it for its next tenth."""
    for name, least, most in (("start", IDLE_MS, IDLE_MS), ("hold", IDLE_MS, IDLE_MS), ("window", 1, 100)):
        state = states()[name]
        table = FakeTable(state.published, state.now_us)
        view = View(screen.measure, PACKAGE)
        loop = Loop(MatchScreen(table, view, Keys()), Painter(screen), Window(SIZE, False), done=lambda: False)
        assert least <= loop._draw() <= most


def test_news_from_another_thread_wake_the_window_once(screen: Fonts) -> None:
    Window(SIZE, False)
    pygame.event.clear()
    waker = Waker()
    for _ in range(3):
        thread = threading.Thread(target=waker)
        thread.start()
        thread.join()
    assert len(pygame.event.get(waker.kind)) == 1
    waker.taken()
    waker()
    assert len(pygame.event.get(waker.kind)) == 1


def test_a_waker_outlives_its_window(screen: Fonts) -> None:
    waker = Waker()
    pygame.display.quit()
    waker()
    waker()


@pytest.mark.parametrize("size", [(1024, 768), (1280, 720), (1920, 1080), (300, 200)])
def test_every_state_can_be_painted(size: tuple[int, int], screen: Fonts) -> None:
    surface, painter = pygame.Surface(size), Painter(screen)
    for state in states("umlaut", 8).values():
        view = View(screen.measure, None if state.paper else PACKAGE)
        painter.paint(surface, view(state.published, state.now_us, size, Look("ru"), state.ui))
    colours = {tuple(surface.get_at((x, y))) for x in range(0, size[0], 7) for y in range(0, size[1], 7)}
    assert len(colours) > 5


def test_without_a_screen_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """SDL would fall back to a window that nobody can see, and the program would seem to hang."""
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER", "XDG_RUNTIME_DIR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(pygame.display, "get_driver", lambda: "offscreen")
    state = states()["window"]
    with pytest.raises(InputError, match="no window can be opened"):
        run(FakeTable(state.published, state.now_us), PACKAGE, done=lambda: True)
    pygame.font.init()


def test_the_program_opens_and_closes() -> None:
    state = states()["window"]
    table = FakeTable(state.published, state.now_us)
    left = iter(range(3))

    def done() -> bool:
        table.wakes[0]()
        return next(left, None) is None

    run(table, PACKAGE, done=done, size=SIZE)
    assert not pygame.display.get_init()
    pygame.font.init()
