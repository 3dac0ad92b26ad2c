"""A real window on a real X server: a whole theme under a Russian layout, played with real key strokes."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from console.xvfb import PATIENCE_S, Program, Screen, russian_screen
from hosts.console.colours import DARK

PLAYERS = "Анна, Борис, Вера"


@pytest.fixture
def screen() -> Iterator[Screen]:
    with russian_screen() as found:
        yield found


@pytest.fixture
def program(screen: Screen, tmp_path: Path) -> Iterator[Program]:
    found = Program(
        screen, tmp_path / "match.jsonl", "--rules", "umlaut", "--players", PLAYERS, "--themes", "1", "--keyboard",
        "--lang", "ru",
    )  # fmt: skip
    yield found
    found.stop()


def coloured(path: Path, token: str) -> int:
    """Points of the picture that have exactly this colour."""
    picture = pygame.image.load(str(path))
    return pygame.mask.from_threshold(picture, DARK[token], (1, 1, 1, 255)).count()


def wait_for_colour(screen: Screen, path: Path, token: str, least: int) -> None:
    """Pictures of the screen until it shows so much of a colour; each takes as long as it takes."""
    for _ in range(40):
        if coloured(screen.picture(path), token) >= least:
            return
    raise AssertionError(f"the screen never showed {token}")


def quit_it(screen: Screen) -> None:
    screen.key("Control", "keydown")
    screen.key("Q")
    screen.key("Q")
    screen.key("Control", "keyup")


def test_a_whole_theme_under_a_russian_layout(screen: Screen, program: Program, tmp_path: Path) -> None:
    assert "ru" in screen.run("setxkbmap", "-query")
    screen.focus(screen.window("buzzer"))

    assert program.expect("space", "theme")[0]["number"] == 1
    # 10: read, the first press is right
    assert program.expect("space", "announce", "read")[0]["value"] == 10
    program.expect("space", "read_end")
    assert program.expect("1", "press", "release")[0]["seat"] == 1
    assert program.expect("J", "judge")[0]["verdict"] == "correct"
    # 20: wrong in the middle of the reading; the next Space reads on; a clicker's Page Down is Space
    program.expect("Next", "announce", "read")
    program.expect("2", "press", "release")
    wait_for_colour(screen, tmp_path / "answering.png", "seat2", 40_000)
    wrong = program.expect("F", "judge")[0]
    assert (wrong["verdict"], wrong["seat"]) == ("wrong", 2)
    program.expect("space", "read_end")
    wait_for_colour(screen, tmp_path / "open.png", "live", 10_000)
    program.expect("3", "press", "release")
    assert program.expect("Return", "judge")[0]["seat"] == 3
    # 30: nobody; closing is no verdict
    program.expect("space", "announce", "read")
    program.expect("space", "read_end")
    program.expect("C", "close")
    # 40: all three wrong
    program.expect("space", "announce", "read")
    program.expect("space", "read_end")
    for seat, key in (("1", "F"), ("2", "BackSpace"), ("3", "F")):
        program.expect(seat, "press", "release")
        assert program.expect(key, "judge")[0]["seat"] == int(seat)
    # 50: an annulled press, no answer, taken back, then right
    program.expect("space", "announce", "read")
    program.expect("space", "read_end")
    program.expect("1", "press", "release")
    assert program.expect("N", "judge")[0]["verdict"] == "none"
    program.expect("2", "press", "release")
    assert program.expect("Delete", "judge")[0]["verdict"] == "no_answer"
    program.expect("U", "undo")
    program.expect("space", "resume")
    assert program.expect("J", "judge")[0]["seat"] == 2
    program.expect("space", "finish")
    quit_it(screen)
    assert str(program.journal) in program.end()

    command = [sys.executable, "-m", "buzzer", "simulate", str(program.journal)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE_S, check=True)
    result = json.loads(done.stdout.splitlines()[-1])
    assert result["scores"] == {"1": -30, "2": -10, "3": -20}
    assert result["places"] == {"1": "3", "2": "1", "3": "2"}


def test_keys_that_go_elsewhere_do_nothing_here(screen: Screen, program: Program, tmp_path: Path) -> None:
    """O-23: the warning is large, strokes meanwhile are none, and a stuck modifier is forgotten."""
    window = screen.window("buzzer")
    screen.focus(window)
    program.expect("space", "theme")
    screen.key("Control", "keydown")
    root = screen.run("xdotool", "search", "--maxdepth", "0", "").split()[0]
    screen.run("xdotool", "windowfocus", root)
    wait_for_colour(screen, tmp_path / "elsewhere.png", "live", 60_000)
    screen.key("Control", "keyup")
    screen.key("space")
    screen.key("F")
    screen.focus(window)
    found = program.expect("P", "hold")
    assert found[0]["why"] == "host"
    assert [record["kind"] for record in program.records()] == ["theme", "hold"]
    quit_it(screen)
    program.end()
