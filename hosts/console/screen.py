"""What the window shows and asks: one screen at a time — the match, the start. The loop serves any of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol

from hosts.console.looks import Turn
from hosts.console.view.draw import Drawing
from hosts.console.view.ui import Devices, Look


class Quit(NamedTuple):
    """The host wants the program to end."""


class FullScreen(NamedTuple):
    """``on`` None: the other way round."""

    on: bool | None


class OnDisplay(NamedTuple):
    """To another screen of the machine, from 0."""

    display: int


class Change(NamedTuple):
    """Of how the console looks and sounds."""

    turn: Turn


class Done(NamedTuple):
    """This screen has nothing more to ask: the next one's turn."""


WindowAction = Quit | FullScreen | OnDisplay | Change | Done
"""What a screen cannot do itself."""


class Screen(Protocol):
    """All of it in the window's thread, and at once. ``at_ms``: any clock that only runs forward."""

    def draw(self, size: tuple[int, int], look: Look, devices: Devices) -> Drawing:
        """What is to be seen now, in a window of ``size`` pixels."""

    def rest_us(self) -> int | None:
        """How long what was drawn last stays true by itself; None: until there is news."""

    def cues(self) -> Sequence[str]:
        """The sounds since last asked, by name."""

    def down(self, scancode: int, at_ms: int) -> Sequence[WindowAction]:
        """A key goes down."""

    def up(self, scancode: int) -> None:
        """A key goes up."""

    def typed(self, text: str) -> None:
        """Words from the keyboard, while `typing`."""

    @property
    def typing(self) -> bool:
        """Whether a text field is open."""

    def focus(self, gained: bool, at_ms: int) -> None:
        """The window gets the keyboard, or loses it."""

    def ask_quit(self) -> None:
        """The window's own close button: it asks."""

    def on_change(self, wake: Callable[[], None]) -> None:
        """Call ``wake``, from any thread, when there is news. It does not block."""
