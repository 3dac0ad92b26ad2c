"""A whole table in virtual time and one thread: fingers on the emulated board's pins, at the other end the match.

finger → firmware → UART → pyserial's API → the real driver → runtime → core, and back to the board's lamp pins.
"""

from __future__ import annotations

from collections.abc import Sequence

from emulator.bench import Bench
from emulator.boxsim import BoxSim

from buzzer.boxchoice import last_boots
from buzzer.core.facts import Fact
from buzzer.core.state import Answering, Setup, Window
from buzzer.drivers.events import BoxPress, BoxState, DriverEvent
from buzzer.drivers.serialbox import SerialBox
from buzzer.host import Command, Do
from buzzer.published import Published
from buzzer.rulesets import preset
from buzzer.runtime import Forgetful, Keeper, Runtime, Seating
from buzzer.storage.journal import Journal
from buzzer.storage.transcript import Transcript

MS = 1_000
S = 1_000_000
PORT = "one"
NAMES = ("Анна", "Борис", "Вера", "Глеб", "Дина", "Егор")


class Hall:
    """``keeper``: a journal without threads is written to in each turn. Instants are the bench's microseconds."""

    def __init__(
        self,
        bench: Bench,
        box: BoxSim,
        rules: str,
        *,
        seats: int = 4,
        themes: int | None = 1,
        ppm: float = 900,
        keeper: Keeper | None = None,
        lot_seed: int = 5,
    ) -> None:
        self.bench, self.box = bench, box
        self.url = bench.add(PORT, box, ppm=ppm)
        self.setup = Setup(preset(rules), NAMES[:seats], settle_us=60 * MS, lot_seed=lot_seed, themes=themes)
        self.keeper = keeper or Forgetful()
        self._asked = True
        self._next_turn_us = 0
        self.events: list[DriverEvent] = []
        self.driver = self._new_driver({})
        self.new_runtime()

    def _new_driver(self, boots: dict[str, int]) -> SerialBox:
        bench = self.bench
        return SerialBox(
            self.url, bench, boots=boots, ports=bench.urls, wait=lambda seconds: bench.run_us(seconds * 1e6)
        )

    def go_on(self, journal: Journal, transcript: Transcript, seating: Seating | None = None) -> None:
        """A new program at the same table: a new driver, and the match of a journal."""
        self.keeper = journal
        self.driver = self._new_driver(last_boots(transcript.records))
        self.new_runtime(transcript.facts, seating)

    def new_runtime(self, past: Sequence[Fact] | None = None, seating: Seating | None = None) -> None:
        """A new program's match, or a new one; the board stays as it is."""
        wall = "2026-11-30T10:00:00+03:00"
        self.runtime = Runtime(self.setup, self.keeper, self.bench, past=past, wall=wall, seating=seating)
        emit = self.runtime.attach(self.driver)

        def both(event: DriverEvent) -> None:
            self.events.append(event)
            emit(event)

        self.driver.attach(both)

    # ------------------------------------------------------------ time

    def run_us(self, us: int) -> None:
        end_us = self.bench.now_us() + us
        while (before_us := self.bench.now_us()) < end_us:
            told = len(self.events)
            self.driver.pump()
            # As its thread would: when something has come, or when its wait is over.
            if len(self.events) != told or self._asked or self.bench.now_us() >= self._next_turn_us:
                self._asked = False
                self.runtime.pump()
                self._next_turn_us = self.bench.now_us() + self.runtime.wait_us()
                if isinstance(self.keeper, Journal):
                    self.keeper.pump()
            if self.bench.now_us() == before_us:
                self.bench.run_us(50)

    def wait_for_box(self) -> None:
        for _ in range(100):
            self.run_us(50 * MS)
            if any(box.up for box in self.published.boxes):
                self.run_us(300 * MS)
                return
        raise AssertionError("the box did not come up within 5 s")

    # ------------------------------------------------------------ people

    def finger(self, seat: int, down: bool = True, after_us: float = 0) -> int:
        """A level at the pin of a seat's button, ``after_us`` from now; the edge's id."""
        return self.box.button(seat - 1, down, self.bench.cycle(PORT, self.bench.now_us() + after_us))

    def tap(self, seat: int, after_us: float = 1000, for_us: int = 60 * MS) -> None:
        """Down and up again; time does not pass here."""
        self.finger(seat, True, after_us)
        self.finger(seat, False, after_us + for_us)

    def host_key(self, number: int) -> None:
        """One of the keys wired to the board (0 next, 1 right, 2 wrong, 3 undo), down for 60 ms."""
        self.box.key(number, True)
        self.run_us(60 * MS)
        self.box.key(number, False)
        self.run_us(60 * MS)

    def key(self, do: Do, seat: int | None = None) -> None:
        self.runtime.command(Command(do, seat))
        self._asked = True
        self.run_us(10 * MS)

    def judge(self, do: Do, seat: int) -> None:
        """A verdict on ``seat``, which must be answering, by a host who has seen it."""
        self.run_us(500 * MS)
        assert self.answering == seat
        assert not self.published.provisional
        self.key(do, seat)
        self.run_us(200 * MS)

    # ------------------------------------------------------------ what is seen

    @property
    def published(self) -> Published:
        return self.runtime.published

    @property
    def answering(self) -> int | None:
        phase = self.published.game.phase
        return phase.seat if isinstance(phase, Answering) else None

    def scores(self) -> list[int]:
        return [seat.points for seat in self.published.match.game.seats]

    def why(self, seat: int) -> list[str | None]:
        """What became of the seat's presses of this question."""
        return [press.why for press in self.published.presses if press.seat == seat]

    def rest_us(self) -> int:
        game = self.published.game
        assert isinstance(game.phase, Window)
        return game.phase.until_g - game.clock_g(self.runtime.now_us())

    def records(self) -> list[BoxPress]:
        return [event for event in self.events if isinstance(event, BoxPress)]

    def box_depth(self) -> int:
        """How many records the board still keeps, as it said last."""
        return [event for event in self.events if isinstance(event, BoxState)][-1].depth

    def close(self) -> None:
        self.runtime.close()
