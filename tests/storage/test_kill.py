"""A hundred programs are killed while they write, at random points: every acknowledged record is found."""

import os
import random
import signal
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path

import pytest

from buzzer.storage.recover import resume

KILLED = Path(__file__).with_name("killed.py")


def kill_one(writers: "subprocess.Popen[str]", path: Path, acknowledgements: int) -> int:
    """Let a program write until it has acknowledged so often, kill it, return the last number that it acknowledged."""
    assert writers.stdin is not None
    assert writers.stdout is not None
    writers.stdin.write(f"{path}\n")
    writers.stdin.flush()
    child = int(writers.stdout.readline())
    last = read = 0
    while read < acknowledgements:
        last, read = int(writers.stdout.readline()), read + 1
    os.kill(child, signal.SIGKILL)
    while (line := writers.stdout.readline()) != "end\n":
        last = int(line)
    return last


def rounds(folder: Path, journals: int, kills: int) -> list[int]:
    """Each journal is taken up again after each kill. Returns how many records each had in the end."""
    dice = random.Random(20261130)
    found = []
    with (
        subprocess.Popen(
            [sys.executable, str(KILLED)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
        ) as writers,
        ExitStack() as stack,
    ):
        stack.callback(writers.kill)  # also if a test fails: nothing may be left writing
        for number in range(journals):
            path = folder / f"{number}.jsonl"
            saved = count = 0
            for kill in range(kills):
                # The first of all is killed only after an acknowledgement: before it there may be no whole header.
                saved = max(saved, kill_one(writers, path, dice.randint(0 if kill else 1, 12)))
                taken_up = resume(str(path))
                facts = taken_up.transcript.facts
                taken_up.journal.close()
                assert taken_up.journal.state().trouble is None
                count = len(facts)
                assert count >= saved
                assert [fact.at_us for fact in facts] == list(range(1, count + 1))
            found.append(count)
    return found


def test_a_hundred_kills_lose_nothing_that_was_acknowledged(tmp_path: Path) -> None:
    assert min(rounds(tmp_path, journals=20, kills=5)) > 0


@pytest.mark.prove
def test_a_thousand_kills_lose_nothing_that_was_acknowledged(tmp_path: Path) -> None:
    assert min(rounds(tmp_path, journals=100, kills=10)) > 0
