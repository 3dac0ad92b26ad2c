"""What the console needs of a table: `buzzer.runtime.Runtime` is one; a test may be another."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from buzzer.host import Command
from buzzer.published import Published


class Table(Protocol):
    """All of it may be called from the window's thread and returns at once."""

    @property
    def published(self) -> Published:
        """The table as it is now: one frozen value, replaced as a whole."""

    def now_us(self) -> int:
        """The table's time line, now."""

    def command(self, command: Command) -> None:
        """A key of the host's."""

    def press(self, seat: int) -> None:
        """Rehearsal: the key that plays a seat's button (from 1) goes down."""

    def release(self, seat: int) -> None:
        """Rehearsal: and up."""

    def on_change(self, wake: Callable[[], None]) -> None:
        """Call ``wake``, from any thread, whenever `published` has been replaced. It does not block."""
