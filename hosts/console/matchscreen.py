"""The match on the window: the table's published value drawn, the host's keys sent to the table."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from hosts.console.cues import cues
from hosts.console.keys import Action, Button, Keys, Send, seen
from hosts.console.screen import WindowAction
from hosts.console.table import Table
from hosts.console.view import View, next_change_us
from hosts.console.view.draw import Drawing
from hosts.console.view.moving import Motions
from hosts.console.view.ui import Devices, Look


class MatchScreen:
    """One table. What is judged is what was drawn last."""

    typing = False

    def __init__(self, table: Table, view: View, keys: Keys) -> None:
        self._table = table
        self._view = view
        self._keys = keys
        self._drawn = self._heard = table.published
        self._drawn_us = table.now_us()
        self._last = seen(self._drawn)
        self._motions = Motions()
        self._still = False

    def draw(self, size: tuple[int, int], look: Look, devices: Devices) -> Drawing:
        published, now_us = self._table.published, self._table.now_us()
        self._drawn, self._drawn_us, self._last = published, now_us, seen(published)
        ui = self._keys.ui
        if ui.devices != devices:
            ui = ui._replace(devices=devices)
        self._still = look.still
        moving = self._motions.at(published, now_us, look.still)
        return self._view(published, now_us, size, look, ui, moving)

    def rest_us(self) -> int | None:
        now_us = self._drawn_us
        due = (next_change_us(self._drawn, now_us, self._still), self._motions.next_change_us(now_us))
        return min((change_us - now_us for change_us in due if change_us is not None), default=None)

    def cues(self) -> Sequence[str]:
        before, self._heard = self._heard, self._drawn
        return () if before is self._heard else cues(before, self._heard)

    def down(self, scancode: int, at_ms: int) -> Sequence[WindowAction]:
        return self._done(self._keys.down(scancode, at_ms, self._last))

    def up(self, scancode: int) -> None:
        self._done(self._keys.up(scancode))

    def typed(self, text: str) -> None:
        pass

    def focus(self, gained: bool, at_ms: int) -> None:
        self._done(self._keys.focus(gained, at_ms))

    def ask_quit(self) -> None:
        self._keys.ask_quit()

    def on_change(self, wake: Callable[[], None]) -> None:
        self._table.on_change(wake)

    def _done(self, actions: Sequence[Action]) -> list[WindowAction]:
        """What concerns the table is done; the rest is the window's."""
        left: list[WindowAction] = []
        for action in actions:
            if isinstance(action, Send):
                self._table.command(action.command)
            elif isinstance(action, Button):
                (self._table.press if action.down else self._table.release)(action.seat)
            else:
                left.append(action)
        return left
