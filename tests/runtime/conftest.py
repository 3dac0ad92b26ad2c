"""A table without threads: the runtime's turns, a clock that goes when told to, a driver and a journal."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from buzzer.clock import Reading
from buzzer.core.facts import Fact, dump_fact
from buzzer.core.state import Answering, Setup
from buzzer.drivers.events import BoxDown, BoxKey, BoxPress, BoxRelease, BoxState, BoxUp, DriverEvent, Emit
from buzzer.host import Command, Do
from buzzer.published import Published, Saved
from buzzer.rulesets import preset
from buzzer.runtime import Runtime
from buzzer.testing.clock import FakeClock

MS = 1_000
S = 1_000_000


class FakeKeeper:
    """Takes everything; on disk is what `sync` says."""

    def __init__(self) -> None:
        self.records: list[Fact | Mapping[str, Any]] = []
        self.saved = Saved(0, 0)

    def append(self, fact: Fact | Mapping[str, Any]) -> int:
        self.records.append(fact)
        self.saved = replace(self.saved, known=len(self.records))
        return len(self.records)

    def state(self) -> Saved:
        return self.saved

    def sync(self) -> None:
        self.saved = replace(self.saved, saved=len(self.records), trouble=None)

    @property
    def facts(self) -> list[Fact]:
        return [each for each in self.records if isinstance(each, Fact)]

    def kinds(self) -> list[str]:
        return [each.kind if isinstance(each, Fact) else str(each["kind"]) for each in self.records]

    def dumped(self) -> list[dict[str, Any]]:
        return [dump_fact(each) if isinstance(each, Fact) else dict(each) for each in self.records]


class FakeDriver:
    """Remembers what it was told."""

    def __init__(self) -> None:
        self.told: list[tuple[Any, ...]] = []

    def start(self, emit: Emit) -> None:
        self.emit = emit

    def arm(self, round: int, mask: int) -> None:
        self.told.append(("arm", round, mask))

    def disarm(self) -> None:
        self.told.append(("disarm",))

    def lamps(self, on: int, fast: int = 0, buzzer_ms: int = 0) -> None:
        self.told.append(("lamps", on, fast, buzzer_ms))

    def saved(self, boot: int, seq: int) -> None:
        self.told.append(("saved", boot, seq))

    def void_clock(self) -> None:
        self.told.append(("void_clock",))

    def close(self) -> None:
        self.told.append(("close",))

    def take(self) -> list[tuple[Any, ...]]:
        told, self.told = self.told, []
        return told


class Table:
    """One table at a time that begins at 1 000 s of the machine's clock; the table's own line begins at 0."""

    ORIGIN_US = 1_000 * S

    def __init__(self, rules: str = "umlaut", seats: int = 4, settle_us: int = 60 * MS, **more: Any) -> None:
        self.clock = FakeClock(self.ORIGIN_US)
        self.keeper = more.pop("keeper", None) or FakeKeeper()
        names = ("Анна", "Борис", "Вера", "Глеб", "Дина", "Егор", "Жанна", "Зоя")[:seats]
        self.setup = Setup(preset(rules), names, settle_us=settle_us, lot_seed=7, themes=2)
        self.slept_us = 0
        self.runtime = Runtime(self.setup, self.keeper, self.clock, read=self.read, **more)
        self.driver = FakeDriver()
        self.emit = self.runtime.attach(self.driver)
        self.seq = 0

    # time

    def pass_us(self, us: int) -> None:
        """Time passes, with turns as a thread would take them."""
        end_us = self.clock.now_us() + us
        while (now_us := self.clock.now_us()) < end_us:
            self.clock.advance(min(end_us - now_us, self.runtime.wait_us()))
            self.runtime.pump()

    def read(self) -> Reading:
        return Reading(self.clock.now_us(), self.clock.now_us() + self.slept_us)

    @property
    def at_us(self) -> int:
        return self.runtime.now_us()

    # people

    def key(self, do: Do, seat: int | None = None, **more: Any) -> None:
        self.runtime.command(Command(do, seat, **more))
        self.runtime.pump()

    def box_up(
        self, box: str = "BOX-1", boot: int = 1, held: int = 0, restarted: bool = False, buttons: int = 6
    ) -> None:
        self.send(BoxUp(box, "/dev/x", boot, "00000000", buttons, held, self.clock.now_us(), restarted, "power"))

    def box_down(self, box: str = "BOX-1", why: str = "silent") -> None:
        self.send(BoxDown(box, "/dev/x", why, self.clock.now_us()))

    def press(
        self, mask: int, ago_us: int = 0, *, box: str = "BOX-1", boot: int = 1, err_us: int = 200, history: bool = False
    ) -> None:
        """A record of the buttons in ``mask``, pressed ``ago_us`` before it arrives now."""
        self.seq += 1
        now_us = self.clock.now_us()
        self.send(BoxPress(box, boot, self.seq, 1, mask, now_us - ago_us, err_us, now_us, history))

    def box_key(self, key: str, ago_us: int = 0, *, history: bool = False) -> None:
        self.seq += 1
        now_us = self.clock.now_us()
        self.send(BoxKey("BOX-1", 1, self.seq, key, now_us - ago_us, 200, now_us, history))

    def release(self, mask: int) -> None:
        now_us = self.clock.now_us()
        self.send(BoxRelease("BOX-1", mask, now_us, now_us))

    def state(self, held: int = 0, lost: int = 0) -> None:
        self.send(BoxState("BOX-1", 0, 0, held, 0, 0, lost, 0, 0, 0.0, 300, self.clock.now_us()))

    def send(self, event: DriverEvent) -> None:
        self.emit(event)
        self.runtime.pump()

    # the match

    def question(self) -> None:
        """Theme, question, read to its end: the window runs."""
        self.key(Do.NEXT)
        if self.published.game.live is None:
            self.key(Do.NEXT)
        self.pass_us(S)
        self.key(Do.NEXT)
        self.pass_us(100 * MS)

    @property
    def published(self) -> Published:
        return self.runtime.published

    @property
    def answering(self) -> int | None:
        """Who answers, as shown."""
        phase = self.published.game.phase
        return phase.seat if isinstance(phase, Answering) else None

    def scores(self) -> list[int]:
        return [seat.points for seat in self.published.game.seats]

    def said(self) -> list[str]:
        return [notice.code for notice in self.published.notices]


@pytest.fixture
def table() -> Table:
    table = Table()
    table.box_up()
    table.driver.take()
    return table
