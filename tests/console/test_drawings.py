"""Every state as text, compared with what was accepted: the screen is a value."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from buzzer.core.state import Answering, Finished, Idle, Window
from hosts.console.sample import PACKAGE
from hosts.console.states import State, states
from hosts.console.view import view
from hosts.console.view.draw import dump
from hosts.console.view.fit import STRESS
from hosts.console.view.ui import Look

DRAWINGS = Path(__file__).parent / "drawings"
REST = ("novosibirsk-2013", "tour-de-svoyak-2007", "jeopardy")
PHASES = ("announced", "reading", "broken", "window", "naming", "answering", "time-up", "after-wrong", "right")
CASES = [("umlaut", name) for name in states()] + [(rules, name) for rules in REST for name in PHASES]


@cache
def made(rules: str) -> dict[str, State]:
    return states(rules, 3 if rules == "jeopardy" else 4)


def even(text: str, size: int, _bold: bool) -> int:
    """Every letter as wide as every other: these drawings do not depend on a face or on the library that sets it."""
    return len(text.replace(STRESS, "")) * size * 55 // 100


def drawn(state: State, lang: str = "ru") -> str:
    package = None if state.paper else PACKAGE
    where = (1280, 720)
    return dump(view(state.published, state.now_us, where, Look(lang), state.ui, measure=even, package=package))  # type: ignore[arg-type]


@pytest.mark.parametrize(("rules", "name"), CASES, ids=lambda value: value)
def test_drawing(rules: str, name: str, accept: bool) -> None:
    found = drawn(made(rules)[name])
    path = DRAWINGS / rules / f"{name}.txt"
    if accept:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(found, encoding="utf-8", newline="\n")
    assert found == path.read_text(encoding="utf-8")


def test_no_drawing_is_left_over() -> None:
    kept = {(path.parent.name, path.stem) for path in DRAWINGS.rglob("*.txt")}
    assert kept == set(CASES)


def test_the_states_are_what_they_are_called() -> None:
    """The samples come from the core: should a rule change, a drawing of the wrong phase must not pass."""
    now = made("umlaut")
    phases = {
        "start": Idle, "window": Window, "answering": Answering, "time-up": Answering, "right": Idle, "end": Finished
    }  # fmt: skip
    assert {name: type(now[name].published.game.phase) for name in phases} == phases
    assert now["answering"].published.game.phase.seat == 2  # type: ignore[union-attr]
    assert now["undone"].published.game.hold is not None
    assert now["time-up"].published.game.phase.until_g is not None  # type: ignore[union-attr]
    limitless = made("novosibirsk-2013")["answering"].published.game.phase
    assert limitless.until_g is None  # type: ignore[union-attr]
