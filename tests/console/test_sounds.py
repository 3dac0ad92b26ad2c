"""Sounds: the files are what the script makes; each thing that happens is heard once, and nothing else."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from buzzer.core import facts as f
from buzzer.published import Published, Saved
from hosts.console import sound
from hosts.console.cues import cues
from hosts.console.sample import BOX, S, at_theme_two
from hosts.console.states import states

ROOT = Path(__file__).resolve().parents[2]


def test_the_files_are_what_the_script_makes(tmp_path: Path) -> None:
    subprocess.run([sys.executable, str(ROOT / "sounds" / "make.py"), str(tmp_path)], check=True)
    made = {path.name: path.read_bytes() for path in tmp_path.glob("*.wav")}
    assert made == {path.name: path.read_bytes() for path in (ROOT / "sounds").glob("*.wav")}
    assert {f"{name}.wav" for name in sound.NAMES} <= made.keys()


def heard(*names: str) -> list[tuple[str, ...]]:
    made = states()
    shown = [replace(made[name].published, boxes=()) for name in names]
    return [cues(before, after) for before, after in pairwise(shown)]


@pytest.mark.parametrize(
    ("before", "after", "names"),
    [
        ("next", "announced", ("open",)),
        ("announced", "reading", ()),
        ("window", "answering", ("press2",)),
        ("answering", "right", ("right",)),
        ("answering", "after-wrong", ("wrong",)),
        ("window", "by-hand", ("press1",)),
        ("window", "hold", ("hold",)),
        ("answering", "hold-answering", ("hold",)),
        ("after-wrong", "undone", ("hold",)),
        ("window", "notice", ()),
        ("reading", "early-press", ("press1",)),
    ],
)
def test_what_happens_is_heard(before: str, after: str, names: tuple[str, ...]) -> None:
    assert heard(before, after) == [names]


def test_nothing_new_is_silent() -> None:
    for name, state in states().items():
        assert cues(state.published, state.published) == (), name
        assert cues(state.published, replace(state.published, version=2)) == (), name


def test_time_that_runs_out_is_heard_once() -> None:
    table = at_theme_two()
    table.put(f.Announce(at_us=260 * S, key=1, value=30), f.Read(at_us=260 * S, key=1))
    table.put(f.ReadEnd(at_us=270 * S, key=2))
    running: Published = table.settled().published()
    over = table.until(290 * S).published()
    assert cues(running, over) == ("window_over",)
    assert cues(over, table.until(291 * S).published()) == ()


def test_faults_are_heard() -> None:
    state = states()["window"].published
    gone = replace(state, boxes=(replace(BOX, up=False),))
    assert cues(state, gone) == ("link_lost",)
    assert cues(gone, state) == ()
    unsaved = replace(state, saved=Saved(20, 12, "the disk is full"))
    assert cues(state, unsaved) == ("fault",)
    assert cues(unsaved, unsaved) == ()


def test_without_a_device_the_console_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "there-is-none")
    mixer = sound.Mixer()
    assert not mixer.works
    mixer.turn(7, False)
    mixer.play("press1")
    mixer.close()


def test_with_a_device_each_sound_is_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    mixer = sound.Mixer()
    assert mixer.works
    mixer.turn(3, False)
    mixer.play("press1")
    mixer.turn(3, True)
    mixer.play("right")
    mixer.close()
