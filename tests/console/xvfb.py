"""A screen of its own for a test, and fingers on its keyboard: Xvfb, setxkbmap, xdotool."""

from __future__ import annotations

import json
import os
import select
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

PATIENCE_S = 30
KEYCODES = {
    "1": 10, "2": 11, "3": 12, "BackSpace": 22, "Q": 24, "U": 30, "P": 33, "Return": 36, "Control": 37, "F": 41,
    "J": 44, "C": 54, "N": 57, "space": 65, "Up": 111, "Left": 113, "Right": 114, "Down": 116, "Next": 117,
    "Delete": 119,
}  # fmt: skip
"""X's codes of places on the keyboard: what is sent is the place, and the layout makes of it what it will."""


class Screen:
    """One X server with a Russian keyboard."""

    def __init__(self, display: str) -> None:
        self.environment = {**os.environ, "DISPLAY": display, "SDL_VIDEODRIVER": "x11", "SDL_AUDIODRIVER": "dummy"}

    def run(self, *command: str) -> str:
        """A tool of X to its end; what it printed. Errors: CalledProcessError, TimeoutExpired."""
        done = subprocess.run(
            command, env=self.environment, capture_output=True, text=True, timeout=PATIENCE_S, check=True
        )  # fmt: skip
        return done.stdout

    def key(self, name: str, action: str = "key") -> None:
        self.run("xdotool", action, str(KEYCODES[name]))

    def window(self, kind: str) -> str:
        """The id of the window of this class, once it is there."""
        return self.run("xdotool", "search", "--sync", "--onlyvisible", "--class", kind).split()[0]

    def focus(self, window: str) -> None:
        self.run("xdotool", "windowfocus", "--sync", window)

    def type(self, text: str) -> None:
        """Words, letter by letter, as somebody would type them."""
        self.run("xdotool", "type", "--delay", "40", text)

    def picture(self, path: Path) -> Path:
        self.run("import", "-window", "root", str(path))
        return path


@contextmanager
def russian_screen(size: str = "1600x900x24") -> Iterator[Screen]:
    """An X server on a display that is free, its keyboard switched to Russian."""
    reader, writer = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writer), "-screen", "0", size, "-noreset", "-nolisten", "tcp"],
        pass_fds=(writer,), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    os.close(writer)
    try:
        assert select.select([reader], [], [], PATIENCE_S)[0], "Xvfb does not start"
        screen = Screen(f":{os.read(reader, 16).decode().strip()}")
        screen.run("setxkbmap", "ru")
        yield screen
    finally:
        os.close(reader)
        server.terminate()
        server.wait(PATIENCE_S)


class Program:
    """A console in a process of its own, looked at through the journal that it writes."""

    def __init__(self, screen: Screen, journal: Path, *arguments: str) -> None:
        self.screen = screen
        self.journal = journal
        self.taken = 0
        self.process = subprocess.Popen(
            [sys.executable, "-m", "buzzer", "play", "--journal", str(journal), *arguments],
            env={**screen.environment, "BUZZER_HOME": str(journal.parent / "home")},
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )  # fmt: skip

    def records(self) -> list[dict[str, Any]]:
        """The whole lines that are in the journal, without its header."""
        text = self.journal.read_text("utf-8") if self.journal.exists() else ""
        return [json.loads(line) for line in text.split("\n")[1:-1]]

    def pause(self, seconds: float = 0.02) -> None:
        """Until the program says something or ends, at most so long."""
        assert self.process.stdout is not None
        if select.select([self.process.stdout], [], [], seconds)[0]:
            said = os.read(self.process.stdout.fileno(), 10_000).decode()
            assert not said, f"the program said: {said}"
            raise AssertionError(f"the program has ended with {self.process.wait(PATIENCE_S)}")

    def new(self, seconds: float) -> list[dict[str, Any]]:
        """The records that have come since the last look; waits for the first, at most so long."""
        for _ in range(max(1, round(seconds / 0.02))):
            found = self.records()
            if len(found) > self.taken:
                new, self.taken = found[self.taken :], len(found)
                return new
            self.pause()
        return []

    def stroke(self, name: str, wanted: Callable[[list[dict[str, Any]]], bool]) -> list[dict[str, Any]]:
        """The key, until the journal shows what was wanted: a verdict right after a press is refused, and so is a key
        right after the window got the keyboard.
        """
        for _ in range(12):
            self.screen.key(name)
            found = self.new(2.0)
            while found and not wanted(found) and (more := self.new(0.1)):
                found += more
            if wanted(found):
                return found
            assert all(record["kind"].startswith("x-") for record in found), f"{name}: {found}"
        raise AssertionError(f"{name}: nothing came of it")

    def expect(self, name: str, *kinds: str) -> list[dict[str, Any]]:
        """The key, and exactly these facts of it, in this order."""
        found = self.stroke(name, lambda records: [r["kind"] for r in records if r["kind"][:2] != "x-"] == [*kinds])
        return [record for record in found if not record["kind"].startswith("x-")]

    def end(self) -> str:
        """What the program printed at its end; it has ended well."""
        said, _ = self.process.communicate(timeout=PATIENCE_S)
        assert self.process.returncode == 0, said.decode()
        return said.decode()

    def stop(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait(PATIENCE_S)
        if self.process.stdout is not None:
            self.process.stdout.close()
