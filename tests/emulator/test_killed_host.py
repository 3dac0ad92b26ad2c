"""The host's program dies again and again while the players press: the real firmware keeps what no disk has."""

from __future__ import annotations

from random import Random

import pytest

from buzzer.drivers.events import BoxPress, BoxUp, DriverEvent
from buzzer.drivers.serialbox import SerialBox

from .bench import Bench
from .boxsim import BoxSim
from .fixtures import MakeBox

MS = 1000
DOWN_US, UP_US = 45 * MS, 30 * MS  # a press ends when the button has been up for 25 ms


class Players:
    """Presses at the pins, one after another, each on a random button; ``count`` so far."""

    def __init__(self, bench: Bench, box: BoxSim, chance: Random) -> None:
        self._bench = bench
        self._box = box
        self._chance = chance
        self._next_us = bench.now_us() + 1_000 * MS  # a button that is down at power-up is stuck, and no press
        self.count = 0

    def press_until(self, us: int) -> None:
        """All that begin before ``us``."""
        while self._next_us < us:
            button = self._chance.randrange(6)
            self._box.button(button, True, self._bench.cycle("box", self._next_us))
            self._box.button(button, False, self._bench.cycle("box", self._next_us + DOWN_US))
            self._next_us += DOWN_US + UP_US + self._chance.randrange(60 * MS)
            self.count += 1


class Program:
    """One life of the host's program. ``disk`` outlives it; what waits for the disk in ``memory`` does not."""

    def __init__(self, bench: Bench, disk: list[BoxPress], boot: int) -> None:
        self._bench = bench
        self._disk = disk
        self.memory: list[BoxPress] = []
        self.boot = boot
        self._driver = SerialBox(
            bench.urls()[0], bench, boots={"BOX-0000": boot}, ports=bench.urls,
            wait=lambda seconds: bench.run_us(seconds * 1e6),
        )  # fmt: skip
        self._driver.attach(self._take)

    def _take(self, event: DriverEvent) -> None:
        if isinstance(event, BoxUp):
            self.boot = event.boot
        elif isinstance(event, BoxPress):
            self.memory.append(event)

    def run_until(self, us: int) -> None:
        while (before := self._bench.now_us()) < us:
            self._driver.pump()
            if self._bench.now_us() == before:
                self._bench.run_us(50)

    def sync(self) -> None:
        self._disk += self.memory
        if self.memory:
            self._driver.saved(self.memory[-1].boot, self.memory[-1].seq)
        self.memory.clear()

    def die(self) -> None:
        """As SIGKILL: the port is closed by the system, no order goes out any more."""
        self._driver._shut()


@pytest.mark.parametrize("lives", [12, pytest.param(200, marks=pytest.mark.prove)])
def test_no_press_is_lost_however_often_the_program_is_killed(bench: Bench, make_box: MakeBox, lives: int) -> None:
    box, chance = make_box(), Random(lives)
    bench.add("box", box)
    players, disk, boot = Players(bench, box, chance), list[BoxPress](), 0
    lost_with_memory = 0
    for life in range(lives):
        program = Program(bench, disk, boot)
        # Long enough to be welcomed, at times too short: a life of a second or two never is.
        end_us = bench.now_us() + chance.randrange(500 * MS, 5_000 * MS)
        while bench.now_us() < end_us:
            until_us = bench.now_us() + chance.randrange(5 * MS, 80 * MS)
            players.press_until(until_us)
            program.run_until(until_us)
            if chance.random() < 0.3:
                program.sync()
        boot = program.boot
        if life < lives - 1:
            lost_with_memory += len(program.memory)
            program.die()
    program.run_until(bench.now_us() + 6_000 * MS)
    program.sync()

    assert lost_with_memory > lives // 8, "the program never died with something in memory: nothing is shown"
    assert sorted({press.seq for press in disk}) == list(range(1, players.count + 1))
    assert len({(press.boot, press.seq) for press in disk}) == len(disk), "one record twice under one boot"
