"""How fast the parts are that a press goes through. Every figure is measured here and now, none is remembered.

The match that is measured is made here too: twenty themes, a hundred questions, four players, taps on the buttons of a
box with stamps that are known ±30 µs and arrive 4 ms late, interruptions, wrong answers, locks, three slips taken back.
"""

from __future__ import annotations

import os
import statistics
import tempfile
from collections.abc import Callable
from time import perf_counter_ns, thread_time_ns

from buzzer.core import facts as f
from buzzer.core.match import fold, new_match, step
from buzzer.core.state import Setup
from buzzer.rulesets import preset
from buzzer.storage.files import OsFiles
from buzzer.storage.journal import Journal, header

_S, _MS = 1_000_000, 1_000
_SIZE = (1280, 720)
_FOLDS = 20


def setup() -> Setup:
    """Four players by the Umlaut regulation, whose questions have the most clocks; a serial box's settle time."""
    return Setup(preset("umlaut"), ("А", "Б", "В", "Г"), settle_us=60 * _MS, lot_seed=1, themes=20)


def facts_of_match(questions: int = 100) -> list[f.Fact]:
    """The facts of a match of so many questions, in the order in which they become known."""
    made: list[f.Fact] = []
    now_us = 0
    for number in range(questions):
        if number % 5 == 0:
            made.append(
                f.ThemeFact(at_us=now_us, key=len(made), number=number // 5 + 1, name=f"Тема {number // 5 + 1}")
            )
        question = _question(number, now_us + 5 * _S, len(made))
        made += question
        last = question[-1]
        now_us = (last.at_us if last.arrived_us is None else last.arrived_us) + 10 * _S
    made.append(f.Finish(at_us=now_us, key=len(made)))
    return made


def _question(number: int, at_us: int, seq: int) -> list[f.Fact]:
    """One question of four sorts in turn: interrupted and right, wrong then right, nobody, wrong taken back."""

    def press(seat: int, after_us: int) -> list[f.Fact]:
        """A tap of 120 ms, as a box reports it."""
        down = f.Press(
            at_us=at_us + after_us,
            arrived_us=at_us + after_us + 4 * _MS,
            seat=seat,
            err_us=30,
            box="A1B2",
            boot=1,
            seq=seq * 32 + after_us // _S,  # each press of a question in another second
            held=True,
        )
        up_us = at_us + after_us + 120 * _MS
        return [down, f.Release(at_us=up_us, arrived_us=up_us + 4 * _MS, seat=seat)]

    first = number % 4 + 1
    second = (number + 1) % 4 + 1
    made: list[f.Fact] = [
        f.Announce(at_us=at_us, key=seq, value=number % 5 * 10 + 10),
        f.Read(at_us=at_us, key=seq),
    ]
    sort = number % 4
    if sort == 2:
        return [*made, f.ReadEnd(at_us=at_us + 8 * _S, key=seq + 1), f.Note(at_us=at_us + 16 * _S, text="–")]
    if sort == 0:
        made += press(first, 4 * _S) + press(second, 5 * _S)
        return [*made, f.Judge(at_us=at_us + 7 * _S, key=seq + 1, verdict="correct", seat=first)]
    made += [
        f.ReadEnd(at_us=at_us + 8 * _S, key=seq + 1),
        *press(first, 9 * _S),
        *press(second, 10 * _S),
        f.Judge(at_us=at_us + 13 * _S, key=seq + 2, verdict="wrong", seat=first),
    ]
    if sort == 3 and number % 40 == 3:  # a slip: three of them in a hundred questions
        made += [
            f.Undo(at_us=at_us + 13 * _S + 500 * _MS, key=seq + 3),
            f.Judge(at_us=at_us + 14 * _S, key=seq + 4, verdict="correct", seat=first),
        ]
        return made
    made += press(second, 14 * _S) + press((number + 2) % 4 + 1, 15 * _S)
    return [*made, f.Judge(at_us=at_us + 17 * _S, key=seq + 3, verdict="correct", seat=second)]


def core() -> dict[str, float]:
    """The figures of `buzzer bench core`: ``_us`` in microseconds, ``_ms`` in milliseconds.

    All are medians of the time that passes but ``fold_100_ms``, the processor's time of a fold, mean of twenty: it is
    longer than a turn of the scheduler, so on a busy machine the time on the wall would tell of other programs.
    """
    return {**_core(), **_journal(), **_console()}


def _core() -> dict[str, float]:
    table, facts = setup(), facts_of_match()
    steps: list[int] = []
    for _ in range(3):
        match = new_match(table)
        for fact in facts:
            began = perf_counter_ns()
            match, _outcomes = step(match, fact)
            steps.append(perf_counter_ns() - began)
    began = thread_time_ns()
    for _ in range(_FOLDS):
        fold(table, facts)
    folds = thread_time_ns() - began
    return {
        "facts": len(facts),
        "step_us": statistics.median(steps) / 1e3,
        "step_p99_us": statistics.quantiles(steps, n=100)[-1] / 1e3,
        "fold_100_ms": folds / _FOLDS / 1e6,
    }


def _journal() -> dict[str, float]:
    """``journal_append_us``: until the record is on the disk. ``journal_call_us``: what the table waits for it.

    ``disk_sync_us`` is a bare write and sync of as many bytes in the same folder and run: what the disk itself takes.
    """
    facts = facts_of_match(60)
    whole, calls = [], []
    with tempfile.TemporaryDirectory() as folder:
        journal = Journal.create(os.path.join(folder, "bench.jsonl"), header(setup(), wall=""))
        for fact in facts:
            began = perf_counter_ns()
            journal.append(fact)
            called = perf_counter_ns()
            journal.pump()
            calls.append(called - began)
            whole.append(perf_counter_ns() - began)
        journal.close()
        handle = OsFiles().create(os.path.join(folder, "bare"))
        bare = []
        for _ in facts:
            began = perf_counter_ns()
            handle.write(b"x" * 120)
            handle.sync()
            bare.append(perf_counter_ns() - began)
        handle.close()
    return {
        "journal_append_us": statistics.median(whole) / 1e3,
        "journal_call_us": statistics.median(calls) / 1e3,
        "disk_sync_us": statistics.median(bare) / 1e3,
    }


def _console() -> dict[str, float]:
    """``view_us``: all frames of a whole match, news and the tenths of running clocks as they come.

    ``view_news_us``: of these the first frame of each state. ``paint_ms``: a frame while a clock runs, painted whole.
    """
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    import pygame

    from hosts.console.faces import Fonts
    from hosts.console.paint import Painter
    from hosts.console.played import frames, package
    from hosts.console.sample import PACKAGE
    from hosts.console.states import states
    from hosts.console.view import View
    from hosts.console.view.ui import Look, Ui

    pygame.font.init()
    fonts, ui = Fonts(), Ui()
    view = View(fonts.measure, package(20))
    views, news = [], []
    for frame in frames(setup(), facts_of_match()):
        began = perf_counter_ns()
        view(frame.published, frame.now_us, _SIZE, Look("ru"), ui)
        views.append(perf_counter_ns() - began)
        if frame.news:
            news.append(views[-1])
    painter, surface, paints = Painter(fonts), pygame.Surface(_SIZE), []
    for state in (states("umlaut", 4)[name] for name in ("answering", "window")):
        view = View(fonts.measure, PACKAGE)
        for count in range(60):
            drawing = view(state.published, state.now_us + count * 33_000, _SIZE, Look("ru"), state.ui)
            paints.append(_time(lambda drawing=drawing: painter.paint(surface, drawing)))  # type: ignore[misc]
    return {
        **_paint(),
        "view_us": statistics.median(views) / 1e3,
        "view_news_us": statistics.median(news) / 1e3,
        "paint_ms": statistics.median(paints) / 1e6,
    }


def _paint() -> dict[str, float]:
    """At 1920×1080. ``paint_1080_ms``: every state with four seats and with eight painted whole, the slowest in a
    hundred. ``paint_clock_ms``: the frames of running clocks over a match, of which only what has changed is painted.
    """
    import pygame

    from hosts.console.faces import Fonts
    from hosts.console.paint import Painter
    from hosts.console.played import frames, package
    from hosts.console.sample import PACKAGE
    from hosts.console.states import states
    from hosts.console.view import View
    from hosts.console.view.damage import damage
    from hosts.console.view.draw import Drawing
    from hosts.console.view.ui import Look, Ui

    size, fonts = (1920, 1080), Fonts()
    painter, surface = Painter(fonts), pygame.Surface((1920, 1080))
    view, wholes, clocks = View(fonts.measure, PACKAGE), list[int](), list[int]()
    for state in (state for seats in (4, 8) for state in states("umlaut", seats).values()):
        drawing = view(state.published, state.now_us, size, Look("ru"), state.ui)
        times = [_time(lambda drawing=drawing: painter.paint(surface, drawing)) for _ in range(6)]  # type: ignore[misc]
        wholes += times[1:]  # the first makes what is kept
    view, before = View(fonts.measure, package(20)), None
    for frame in frames(setup(), facts_of_match(12)):
        drawn: Drawing = view(frame.published, frame.now_us, size, Look("ru"), Ui())
        began = perf_counter_ns()
        painter.paint(surface, drawn, damage(before, drawn))
        if not frame.news:
            clocks.append(perf_counter_ns() - began)
        before = drawn
    return {
        "paint_1080_ms": statistics.quantiles(wholes, n=100)[-1] / 1e6,
        "paint_clock_ms": statistics.median(clocks) / 1e6,
    }


def _time(work: Callable[[], object]) -> int:
    began = perf_counter_ns()
    work()
    return perf_counter_ns() - began
