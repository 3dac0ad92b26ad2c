"""The core against a second implementation that knows none of its machinery, on random files."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings

from buzzer.core.facts import Fact
from buzzer.core.match import fold
from buzzer.core.outcomes import dump_outcome
from buzzer.core.state import Setup
from buzzer.storage.transcript import read

from .oracle import Oracle
from .strategies import matches

TRANSCRIPTS = sorted((Path(__file__).parents[1] / "transcripts").rglob("*.jsonl"))
PROVE = bool(os.environ.get("BUZZER_PROVE"))


def found_lines(setup: Setup, facts: list[Fact]) -> list[dict[str, Any]]:
    lines = [dump_outcome(outcome) for outcome in fold(setup, facts)[1]]
    for line in lines:
        if line["event"] == "refused" and line["why"] not in ("finished", "other_seat"):
            line["why"] = "*"
    return lines


def agree(match: tuple[Setup, list[Fact]]) -> None:
    setup, facts = match
    found, oracle = found_lines(setup, facts), Oracle(setup, facts).run()
    assert [list(line.items()) for line in found] == [list(line.items()) for line in oracle]


@given(matches())
@settings(max_examples=5000 if PROVE else 200, derandomize=not PROVE)
def test_core_and_oracle_say_the_same(match: tuple[Setup, list[Fact]]) -> None:
    agree(match)


@pytest.mark.prove
@given(matches(size=60))
@settings(max_examples=3000)
def test_core_and_oracle_say_the_same_on_long_files(match: tuple[Setup, list[Fact]]) -> None:
    agree(match)


@pytest.mark.parametrize("path", TRANSCRIPTS, ids=lambda path: path.stem)
def test_the_oracle_says_what_was_written_by_hand(path: Path) -> None:
    transcript = read(str(path))
    agree((transcript.header.setup, list(transcript.facts)))
