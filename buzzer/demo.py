"""A match without hardware: an emulated box speaks the real protocol to the real driver.

The viewer's keys press its buttons. With ``auto`` a scripted host and scripted players play one theme and end the
match.
"""

from __future__ import annotations

import os
import tempfile
import threading
from collections.abc import Callable

from buzzer.clock import SystemClock
from buzzer.core.scoring import result
from buzzer.core.state import Answering
from buzzer.demoscript import Rehearsal, State, Tap, script
from buzzer.drivers.emulated import EmulatedBox
from buzzer.drivers.problems import Lang
from buzzer.host import Command, Do
from buzzer.locate import locate
from buzzer.opening import Opened, Wish, open_new
from buzzer.published import Published
from buzzer.runtime.ledger import GUARD_US

PLAYERS = "Анна, Борис, Вера, Глеб"
SEATS = 4
PATIENCE_S = 15.0
"""So long one step of the script may take until the demo says that it stands still."""
TRIES = 10
_LEAST_S = GUARD_US / 1e6 + 0.05
"""Every pause is longer than the guard, so that no verdict of the script is too soon."""


class Demo:
    """A `Table` for a console: keys of the seats go to the emulated box, all else to the runtime.

    ``over``: the script has come to its end, or stood still (then `failed` says at what).
    """

    def __init__(self, rules: str, lang: Lang, *, auto: bool, seconds: float) -> None:
        self.lang = lang
        self.over = False
        self.failed: str | None = None
        clock = SystemClock()
        self._folder = tempfile.TemporaryDirectory(prefix="buzzer-demo-")
        self.box = EmulatedBox(clock, SEATS)
        wish = Wish(
            rules=rules, players=_players(rules), themes=1 if auto else 2, package=str(locate("demo", "demo.txt")),
            keyboard=True, lang=lang, journal=os.path.join(self._folder.name, "demo.jsonl"),
        )  # fmt: skip
        try:
            self._opened: Opened = open_new(wish, clock=clock, driver=self.box.driver)
        except BaseException:
            self._folder.cleanup()
            raise
        self.package = self._opened.package
        self._news = threading.Condition()
        self._closing = threading.Event()
        self._seats = len(self.published.game.seats)
        self.on_change(self._changed)
        self._opened.start()
        self._script = threading.Thread(target=self._play, args=(seconds,), name="demo", daemon=True)
        if auto:
            self._script.start()

    # ------------------------------------------------------------ a table

    @property
    def published(self) -> Published:
        return self._opened.runtime.published

    def now_us(self) -> int:
        return self._opened.runtime.now_us()

    def command(self, command: Command) -> None:
        self._opened.runtime.command(command)

    def press(self, seat: int) -> None:
        if 1 <= seat <= self._seats:
            self.box.press(seat)

    def release(self, seat: int) -> None:
        if 1 <= seat <= self._seats:
            self.box.release(seat)

    def on_change(self, wake: Callable[[], None]) -> None:
        self._opened.runtime.on_change(wake)

    def _changed(self) -> None:
        with self._news:
            self._news.notify_all()

    # ------------------------------------------------------------ its end

    def wait(self) -> None:
        """Until the script has come to its end."""
        self._script.join()

    def close(self) -> list[str]:
        """Stop everything; the result in lines."""
        self._closing.set()
        self._changed()
        if self._script.is_alive():
            self._script.join(timeout=2)
        self._opened.close()
        game, setup = self.published.match.game, self.published.match.setup
        self._folder.cleanup()
        found = result(setup, game)
        order = sorted(found.scores, key=lambda seat: (-found.scores[seat], seat))
        return [f"{found.places[seat]:>5}  {setup.players[seat - 1]}  {found.scores[seat]}" for seat in order]

    # ------------------------------------------------------------ the script

    def _play(self, seconds: float) -> None:
        pace_s = seconds / sum(wait for wait in script(Rehearsal(), self._seats) if isinstance(wait, float))
        for number, wait in enumerate(script(self, self._seats), 1):
            if self._closing.is_set():
                return
            if isinstance(wait, float):
                self._closing.wait(max(wait * pace_s, _LEAST_S))
            elif not (self._tapped(wait) if isinstance(wait, Tap) else self._reached(wait)):
                if not self._closing.is_set():
                    self.failed = f"step {number} of the script"
                break
        self.over = True

    def _tapped(self, tap: Tap) -> bool:
        for _ in range(TRIES):
            self.box.tap(*tap.seats)
            if self._reached(tap.reached, PATIENCE_S / TRIES):
                return True
        return False

    def _reached(self, state: State, patience_s: float = PATIENCE_S) -> bool:
        with self._news:
            self._news.wait_for(lambda: self._closing.is_set() or state(self.published), patience_s)
            return not self._closing.is_set() and state(self.published)

    @property
    def answering(self) -> int | None:
        """Who has the right now."""
        phase = self.published.game.phase
        return phase.seat if isinstance(phase, Answering) else None

    def do(self, do: Do, seat: int | None = None) -> None:
        self.command(Command(do, seat))


def _players(rules: str) -> str:
    from buzzer.rulesets import load

    names = PLAYERS.split(", ")
    return ", ".join(names[: min(SEATS, load(rules).seats[1])])
