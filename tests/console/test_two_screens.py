"""O-24: the screen that the console fills is switched off in the middle of a question."""

from __future__ import annotations

import json
import re
from pathlib import Path

from console.xorg import two_screens
from console.xvfb import Program, Screen


def place(screen: Screen, window: str) -> tuple[int, int, int, int]:
    """x, y, width and height of a window in the room of both screens."""
    said = screen.run("xwininfo", "-id", window)
    found = [re.search(rf"{what}:\s+(-?\d+)", said) for what in ("left X", "left Y", "Width", "Height")]
    x, y, w, h = (int(each[1]) for each in found if each)
    return x, y, w, h


def wait_for_place(screen: Screen, program: Program, wanted: tuple[int, int, int, int]) -> None:
    for _ in range(200):
        if place(screen, screen.window("buzzer")) == wanted:
            return
        program.pause()
    raise AssertionError(f"the window is at {place(screen, screen.window('buzzer'))}, not at {wanted}")


def test_the_console_outlives_its_screen(tmp_path: Path) -> None:
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / "settings.toml").write_text("display = 1\n", "utf-8")
    with two_screens(tmp_path) as screen:
        program = Program(
            screen, tmp_path / "match.jsonl", "--rules", "umlaut", "--players", "Анна, Борис", "--themes", "1",
            "--keyboard", "--lang", "ru",
        )  # fmt: skip
        try:
            screen.focus(screen.window("buzzer"))
            program.expect("space", "theme")
            program.expect("space", "announce", "read")
            screen.run("xdotool", "key", "95")  # F11
            wait_for_place(screen, program, (1920, 0, 1280, 720))
            screen.run("xrandr", "--output", "DUMMY1", "--off")
            wait_for_place(screen, program, (0, 0, 1920, 1080))
            screen.focus(screen.window("buzzer"))
            program.expect("space", "read_end")
            assert program.expect("1", "press", "release")[0]["seat"] == 1
            program.expect("J", "judge")
            screen.run("xdotool", "key", "95")  # leaving it is what Xlib took for the end
            screen.focus(screen.window("buzzer"))
            program.expect("P", "hold")
            for action, key in (("keydown", "Control"), ("key", "Q"), ("key", "Q"), ("keyup", "Control")):
                screen.key(key, action)
            assert str(program.journal) in program.end()
            assert json.loads(program.journal.read_text("utf-8").splitlines()[0])
        finally:
            program.stop()
