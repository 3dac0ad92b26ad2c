"""A program that is told to stop comes to its end in order, whatever tells it so."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from buzzer.commands.ending import orderly
from buzzer.storage.transcript import read

ROOT = Path(__file__).parents[2]
UNIX = [number for name in ("SIGINT", "SIGTERM", "SIGHUP") if (number := getattr(signal, name, None)) is not None]
PLAYING = """
import os, signal, sys
from hosts.console import app
from buzzer.host import Command, Do
from buzzer.published import Published
import threading

# Whoever runs the tests may ignore it (nohup, the background of a script), and this program would inherit that.
number = int(sys.argv[1])
signal.signal(number, signal.default_int_handler if number == signal.SIGINT else signal.SIG_DFL)

def match(self, table, package, **more):
    themed = threading.Event()
    table.on_change(lambda: table.published.game.theme is not None and themed.set())
    table.command(Command(Do.NEXT))
    assert themed.wait(20)
    os.kill(os.getpid(), number)
    threading.Event().wait(20)
    raise AssertionError("nothing has stopped it")

app.Console.match = match
from buzzer.cli import main
sys.exit(main(sys.argv[2:]))
"""


def ended(folder: Path, number: int, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", PLAYING, str(number), *arguments],
        cwd=ROOT,
        env={
            **os.environ,
            "TMPDIR": str(folder),
            "TEMP": str(folder),
            "SDL_VIDEODRIVER": "dummy",
            "BUZZER_HOME": str(folder / "none"),
        },
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


@pytest.mark.parametrize("number", UNIX)
def test_a_match_that_is_stopped_is_closed(tmp_path: Path, number: int) -> None:
    journal = tmp_path / "m.jsonl"
    run = ended(
        tmp_path, number, "play", "--players", "А,Б", "--box", "none", "--themes", "1", "--journal", str(journal)
    )
    assert (run.returncode, run.stdout, run.stderr) == (
        130 if number == signal.SIGINT else 128 + number,
        f"{journal}\n",
        "",
    )
    assert [fact.kind for fact in read(str(journal)).facts] == ["theme"]


@pytest.mark.parametrize("number", UNIX)
def test_a_demo_that_is_stopped_leaves_nothing(tmp_path: Path, number: int) -> None:
    run = ended(tmp_path, number, "demo")
    assert (run.returncode, run.stderr) == (128 + number, "")
    assert list(tmp_path.iterdir()) == []


def test_only_the_first_signal_counts_and_handlers_come_back() -> None:
    before = signal.getsignal(signal.SIGTERM)

    @orderly()
    def stopped() -> None:
        try:
            signal.raise_signal(signal.SIGTERM)
        finally:
            signal.raise_signal(signal.SIGTERM)
            signal.raise_signal(signal.SIGINT)

    with pytest.raises(SystemExit) as caught:
        stopped()
    assert caught.value.code == 128 + signal.SIGTERM
    assert signal.getsignal(signal.SIGTERM) is before
