"""An evening in a real window: the start screen, a match, the next one at the same table, one that was broken off."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from buzzer.settings import read
from console.test_window import quit_it, wait_for_colour
from console.xvfb import PATIENCE_S, Screen, russian_screen


class Evening:
    """`buzzer` alone, with a home of its own; looked at through its journals."""

    def __init__(self, screen: Screen, home: Path) -> None:
        self.screen, self.home = screen, home
        environment = {**screen.environment, "BUZZER_HOME": str(home), "LC_ALL": "C.UTF-8"}
        environment.pop("LANG", None)
        self.process = subprocess.Popen(
            [sys.executable, "-m", "buzzer"], env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
        )
        screen.focus(screen.window("buzzer"))

    def journals(self) -> list[Path]:
        return sorted((self.home / "journals").glob("*.jsonl"))

    def records(self, number: int) -> list[dict[str, Any]]:
        """The whole lines of a journal (from 1); none while it is not there."""
        found = self.journals()
        text = found[number - 1].read_text("utf-8") if len(found) >= number else ""
        return [json.loads(line) for line in text.split("\n")[:-1]]

    def stroke(self, name: str, wanted: Callable[[], object]) -> None:
        """The key, again until it has done what it should: right after a change some keys are refused."""
        for _ in range(40):
            self.screen.key(name)
            for _ in range(100):
                if wanted():
                    return
                assert self.process.poll() is None, self.process.communicate()
                self.screen.run("xdotool", "getmouselocation")  # as long as a look takes
        raise AssertionError(f"{name}: nothing came of it")

    def expect(self, number: int, name: str, kind: str) -> None:
        before = len(self.records(number))
        self.stroke(name, lambda: kind in [record["kind"] for record in self.records(number)[before:]])

    def end(self) -> list[str]:
        quit_it(self.screen)
        said, _ = self.process.communicate(timeout=PATIENCE_S)
        assert self.process.returncode == 0, said.decode()
        return said.decode().splitlines()

    def stop(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait(PATIENCE_S)
        if self.process.stdout is not None:
            self.process.stdout.close()


@pytest.fixture
def screen() -> Iterator[Screen]:
    with russian_screen() as found:
        yield found


def test_an_evening(screen: Screen, tmp_path: Path) -> None:
    home = tmp_path / "home"
    evening = Evening(screen, home)
    try:
        wait_for_colour(screen, tmp_path / "start.png", "seat4", 40)
        # three names in one field, three seats, one theme, no box
        screen.key("1")
        wait_for_colour(screen, tmp_path / "field.png", "s2", 20_000)
        screen.type("Анна Ли, Борис, Вера")
        screen.key("Return")
        screen.key("Up")  # Enter went on to seat 2; two up is how many seats there are
        screen.key("Up")
        screen.key("3")  # three seats
        for _ in range(4):
            screen.key("Up")  # the stage
        screen.key("1")  # one theme
        for _ in range(8):
            screen.key("Down")  # over the seats to the buttons
        screen.key("Left")
        screen.key("Left")  # found by itself ← rehearsal ← none
        evening.stroke("space", lambda: evening.records(1))
        header = evening.records(1)[0]
        assert header["players"] == ["Анна Ли", "Борис", "Вера"]
        assert header["themes"] == 1
        evening.expect(1, "space", "theme")
        evening.expect(1, "space", "read")
        evening.expect(1, "space", "read_end")
        evening.expect(1, "2", "grant")
        evening.expect(1, "J", "judge")
        for _ in range(4):
            evening.expect(1, "space", "announce")
            evening.expect(1, "C", "close")
        evening.expect(1, "space", "finish")
        # Space leads to the next match of the same table: the start screen, filled in, and Space again
        evening.stroke("space", lambda: evening.records(2))
        assert evening.records(2)[0]["players"] == ["Анна Ли", "Борис", "Вера"]
        evening.expect(2, "space", "theme")
        evening.expect(2, "space", "read")
        assert evening.end() == [str(path) for path in evening.journals()]
    finally:
        evening.stop()
    kept, told = read(home / "settings.toml")
    assert told == ""
    assert (kept.names, kept.themes, kept.box) == (("Анна Ли", "Борис", "Вера"), 1, "none")

    again = Evening(screen, home)
    try:
        wait_for_colour(screen, tmp_path / "again.png", "seat3", 40)
        again.stroke("P", lambda: "session" in [record["kind"] for record in again.records(2)])
        again.expect(2, "space", "resume")
        assert again.end() == [str(again.journals()[1])]
        assert len(again.journals()) == 2
    finally:
        again.stop()


def test_a_package_that_is_not_there_is_told_on_the_screen(screen: Screen, tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    (home / "settings.toml").write_text(
        f'names = ["А", "Б"]\nbox = "none"\ncopy_to = {json.dumps(os.fspath(tmp_path / "gone"))}\n', encoding="utf-8"
    )
    evening = Evening(screen, home)
    try:
        wait_for_colour(screen, tmp_path / "start.png", "wrong", 100)
        screen.key("space")
        assert evening.end() == []
        assert evening.journals() == []
    finally:
        evening.stop()
