"""The real threads: nothing that decides hangs on the window's thread or on the disk."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

from buzzer.clock import SystemClock
from buzzer.core.match import fold
from buzzer.core.state import Answering, Setup
from buzzer.drivers.emulated import EmulatedBox
from buzzer.host import Command, Do
from buzzer.published import Published
from buzzer.rulesets import preset
from buzzer.runtime import Runtime
from buzzer.storage.journal import Journal, header
from buzzer.storage.transcript import read

BUSY_US = 2_000_000
State = Callable[[Published], bool]


class Live:
    """A table with its threads, an emulated box on a line, and a journal on the disk."""

    def __init__(self, path: Path, settle_us: int) -> None:
        self.clock = SystemClock()
        self.box = EmulatedBox(self.clock, 4)
        setup = Setup(preset("umlaut"), ("А", "Б", "В", "Г"), settle_us=settle_us, themes=1)
        self.journal = Journal.create(str(path), header(setup, wall="2026-11-30T10:00:00+03:00"))
        self.runtime = Runtime(setup, self.journal, self.clock)
        self.journal.on_saved = lambda number: self.runtime.poke()
        self.news = threading.Condition()
        self.runtime.on_change(self.changed)
        self.journal.start()
        self.runtime.start([self.box.driver])

    def changed(self) -> None:
        with self.news:
            self.news.notify_all()

    def reached(self, state: State, patience_s: float = 20) -> bool:
        with self.news:
            return self.news.wait_for(lambda: state(self.runtime.published), patience_s)

    def until(self, state: State) -> None:
        assert self.reached(state)

    def next(self, state: State) -> None:
        self.runtime.command(Command(Do.NEXT))
        self.until(state)

    def question(self) -> None:
        self.until(lambda now: any(box.up for box in now.boxes))
        self.next(lambda now: now.game.theme is not None)
        self.next(lambda now: now.game.live is not None)

    def close(self) -> None:
        self.runtime.close()
        self.journal.close()


def answering(now: Published) -> int | None:
    return now.game.phase.seat if isinstance(now.game.phase, Answering) else None


def test_main_thread_that_is_busy_for_two_seconds_changes_nothing(tmp_path: Path) -> None:
    live = Live(tmp_path / "match.jsonl", settle_us=3_000_000)  # however slow this machine is now, no press is late
    try:
        live.question()
        end_us = live.clock.now_us() + BUSY_US
        live.box.box.press(3, end_us - 1_900_000)
        live.box.box.press(2, end_us - 1_899_900)
        lit_us = None
        while (now_us := live.clock.now_us()) < end_us:  # busy, and holding the interpreter
            sum(range(2_000))
            if lit_us is None and live.box.lamps != (0, 0):
                lit_us = now_us
        assert lit_us is not None  # while the main thread was busy
        assert answering(live.runtime.published) == 3
    finally:
        live.close()


def test_every_record_is_in_the_journal_and_folds_to_the_same_match(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    live = Live(path, settle_us=100_000)
    try:
        live.question()
        for _ in range(20):  # a press may be late where the machine is
            live.box.tap(1)
            if live.reached(lambda now: answering(now) == 1 and not now.provisional, 1):
                break
        guard_us = live.runtime.published.guard_until_us
        with live.news:
            live.news.wait_for(
                lambda: live.runtime.now_us() >= guard_us, (guard_us - live.runtime.now_us()) / 1e6 + 0.01
            )
        live.runtime.command(Command(Do.RIGHT, 1))
        live.until(lambda now: now.match.game.seats[0].points == 10)
        live.until(lambda now: now.saved.saved == now.saved.known)
    finally:
        live.close()
    transcript = read(str(path))
    match, _ = fold(transcript.header.setup, transcript.facts)
    assert match.game == live.runtime.published.match.game
    kinds = [fact.kind for fact in transcript.facts if fact.kind not in ("press", "release")]
    assert kinds == ["theme", "announce", "read", "judge"]
    assert [fact for fact in transcript.facts if fact.kind == "press"]
