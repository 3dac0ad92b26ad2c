"""What a console that nobody touches takes, beside a window in which there is nothing (Linux: read from /proc)."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from time import monotonic
from typing import NamedTuple

from console.xvfb import Screen

_BARE = """\
import os
os.environ["SDL_VIDEO_X11_WMCLASS"] = "bare"
import pygame
pygame.display.init()
pygame.font.init()
window = pygame.display.set_mode((1280, 720), pygame.RESIZABLE)
window.fill("black")
pygame.display.flip()
while pygame.event.wait().type != pygame.QUIT:
    pass
"""
_PLAY = ("-m", "buzzer", "play", "--players", "A, B, C, D", "--box", "none", "--lang", "en", "--journal")
_DEMO = ("-m", "buzzer", "demo", "--lang", "en")
WARM_UP_S = 4.0
WATCHED_S = 10.0


class Idle(NamedTuple):
    """``cpu_percent`` of one core over `WATCHED_S`; ``private_mb``: pages of no other process, in 10⁶ bytes."""

    cpu_percent: float
    private_mb: float


def measure(screen: Screen, folder: Path) -> dict[str, Idle]:
    """``bare``: a window of pygame's; ``console``: `buzzer play` without a box; ``demo``: with an emulated one.

    All three stand side by side on one screen and are watched in the same seconds. Errors: RuntimeError if one ends.
    """
    environment = {**screen.environment, "PYGAME_HIDE_SUPPORT_PROMPT": "1"}
    programs = {"bare": ("-c", _BARE), "console": (*_PLAY, str(folder / "idle.jsonl")), "demo": _DEMO}
    with ExitStack() as stack:
        running = {name: _start(stack, arguments, environment) for name, arguments in programs.items()}
        for kind in ("bare", "buzzer"):
            screen.window(kind)
        _live(running, WARM_UP_S)
        began, before = monotonic(), {name: _cpu_s(process.pid) for name, process in running.items()}
        _live(running, WATCHED_S)
        took_s = monotonic() - began
        return {
            name: Idle((_cpu_s(process.pid) - before[name]) / took_s * 100, _private_mb(process.pid))
            for name, process in running.items()
        }


def _start(stack: ExitStack, arguments: Sequence[str], environment: Mapping[str, str]) -> subprocess.Popen[bytes]:
    process = subprocess.Popen(
        [sys.executable, *arguments], env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    stack.enter_context(process)  # waits for its end …
    stack.callback(process.kill)  # … which comes before
    return process


def _live(running: Mapping[str, subprocess.Popen[bytes]], seconds: float) -> None:
    """Let them live so long. Errors: RuntimeError."""
    until = monotonic() + seconds
    for name, process in running.items():
        try:
            process.wait(max(0.0, until - monotonic()))
        except subprocess.TimeoutExpired:
            continue
        raise RuntimeError(f"{name} has ended with {process.returncode}")


def _cpu_s(pid: int) -> float:
    """User's and system's time of all its threads, in seconds."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _private_mb(pid: int) -> float:
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    kept = [line.split() for line in lines if line.startswith(("Private_Clean", "Private_Dirty"))]
    return sum(int(words[1]) for words in kept) * 1024 / 1e6
