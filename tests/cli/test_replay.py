"""`buzzer replay`."""

import io
import sys
from pathlib import Path

import pytest

from buzzer.cli import main
from buzzer.commands.replay import _pacer, clock

TRANSCRIPTS = Path(__file__).parents[1] / "transcripts"
ONE = TRANSCRIPTS / "umlaut" / "u08-press-3-000001-s-into-the-answer-punished-dead-u.jsonl"
Said = pytest.CaptureFixture[str]


def test_facts_and_what_was_decided_line_by_line(capfd: Said) -> None:
    assert main(["replay", str(ONE)]) == 0
    lines = capfd.readouterr().out.splitlines()
    assert "00:06.000001  press  [2 B]" in lines
    assert "00:06.000001    → ignored  [2 B]  why busy_punished" in lines
    assert lines[-4:] == ["    1     30  2 B", "  2-3      0  3 C", "  2-3      0  4 D", "    4    -30  1 A"]


@pytest.mark.parametrize("path", sorted(TRANSCRIPTS.rglob("*.jsonl")), ids=lambda path: path.stem[:20])
def test_every_transcript_can_be_replayed(path: Path, capfd: Said) -> None:
    assert main(["replay", str(path)]) == 0
    golden = path.with_suffix(".expect").read_text(encoding="utf-8").count("\n") - 1  # but for the result
    assert sum("→" in line for line in capfd.readouterr().out.splitlines()) == golden


def test_step_waits_for_a_key_before_each_fact(capfd: Said, monkeypatch: pytest.MonkeyPatch) -> None:
    keys = io.StringIO("\n" * 100)
    monkeypatch.setattr(sys, "stdin", keys)
    assert main(["replay", str(ONE), "--step"]) == 0
    assert keys.tell() == ONE.read_text().count("\n") - 1  # one a fact


def test_speed_is_the_time_between_facts() -> None:
    waits: list[float] = []
    pause = _pacer(10, waits.append)
    for at_us in (5_000_000, 6_000_000, 6_000_000, 5_900_000, 7_000_000):
        pause(at_us)
    assert waits == pytest.approx([0.1, 0, 0, 0.11])
    all_at_once = _pacer(0, waits.append)
    all_at_once(1)
    all_at_once(10**9)
    assert len(waits) == 4


def test_step_and_standard_input_do_not_go_together(capfd: Said) -> None:
    assert main(["replay", "-", "--step"]) == 2
    assert "--step needs the keyboard" in capfd.readouterr().err


@pytest.mark.parametrize(
    ("at_us", "text"),
    [
        (0, "00:00.000000"),
        (425_000_120, "07:05.000120"),
        (8_640_000_000_001, "144000:00.000001"),
        (-1, "-00:00.000001"),
    ],
)
def test_clock(at_us: int, text: str) -> None:
    assert clock(at_us) == text
