"""One theme by each of the regulations: fingers on the pins, scores worked out by hand, the journal folded again."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from buzzer.cli import main
from buzzer.core.scoring import places
from buzzer.core.state import Finished, Setup
from buzzer.host import Do
from buzzer.rulesets import preset
from buzzer.storage.journal import Journal, header

from .conftest import MakeHall
from .hall import MS, NAMES, Hall, S


def open_journal(rules: str, path: Path) -> Journal:
    setup = Setup(preset(rules), NAMES[:4], settle_us=60 * MS, lot_seed=5, themes=1)
    return Journal.create(str(path), header(setup, wall="2026-11-30T10:00:00+03:00"))


def begin(hall: Hall) -> None:
    """The next question: announced, and its reading begins."""
    hall.key(Do.NEXT)
    hall.run_us(500 * MS)


def read_end(hall: Hall) -> None:
    hall.key(Do.NEXT)
    hall.run_us(100 * MS)


def press(hall: Hall, seat: int) -> None:
    hall.tap(seat)
    hall.run_us(200 * MS)


def umlaut(hall: Hall) -> list[int]:
    # 10: Boris breaks in during the reading [3.3]
    begin(hall)
    press(hall, 2)
    hall.judge(Do.RIGHT, 2)
    # 20: Anna is wrong; the 7 s begin anew [3.5], and Vera comes just in time
    begin(hall)
    read_end(hall)
    hall.run_us(5 * S)
    press(hall, 1)
    hall.judge(Do.WRONG, 1)
    hall.run_us(hall.rest_us() - 200 * MS)
    press(hall, 3)
    hall.judge(Do.RIGHT, 3)
    # 30: while Gleb answers, Anna presses within 3 s, Boris after it: Boris's button is dead for 1 s [3.4]
    begin(hall)
    read_end(hall)
    press(hall, 4)
    hall.run_us(S)
    press(hall, 1)
    hall.run_us(2_500 * MS)
    press(hall, 2)
    hall.key(Do.WRONG, 4)
    hall.run_us(300 * MS)
    press(hall, 2)
    assert hall.answering is None
    assert hall.why(2) == ["busy_punished", "locked"]
    assert hall.why(1) == ["busy_grace"]
    press(hall, 1)
    hall.judge(Do.RIGHT, 1)
    # 40: nobody
    begin(hall)
    read_end(hall)
    hall.run_us(7_200 * MS)
    assert hall.published.game.questions[-1].ended == "timeout"
    press(hall, 2)
    assert hall.why(2) == ["closed"]
    # 50: everybody is wrong
    begin(hall)
    read_end(hall)
    for seat in (1, 2, 3, 4):
        press(hall, seat)
        hall.judge(Do.WRONG, seat)
    assert hall.published.game.questions[-1].ended == "all_tried"
    return [-20 + 30 - 50, 10 - 50, 20 - 50, -30 - 50]


def novosibirsk(hall: Hall) -> list[int]:
    # 10: a press before the reading is none; Anna breaks in, is wrong; the buttons live on [IV.4]
    press(hall, 2)
    assert hall.answering is None
    begin(hall)
    press(hall, 1)
    hall.judge(Do.WRONG, 1)
    read_end(hall)
    press(hall, 1)
    assert hall.why(1) == [None, "tried"]
    hall.run_us(hall.rest_us() - 200 * MS)
    press(hall, 2)
    hall.judge(Do.RIGHT, 2)
    # 20: whoever presses while another answers is ignored, and may press at once after "wrong"
    begin(hall)
    read_end(hall)
    press(hall, 3)
    hall.run_us(4 * S)
    press(hall, 4)
    hall.judge(Do.WRONG, 3)
    press(hall, 4)
    assert hall.why(4) == ["busy", None]
    hall.judge(Do.RIGHT, 4)
    # 30: 5 s and no more
    begin(hall)
    read_end(hall)
    hall.finger(1, True, hall.rest_us() + 5 * MS)
    hall.run_us(6 * S)
    hall.finger(1, False)
    hall.run_us(100 * MS)
    assert hall.published.game.questions[-1].ended == "timeout"
    assert hall.why(1) == ["closed"]
    # 40: a false contact is annulled, the attempt is not used
    begin(hall)
    read_end(hall)
    press(hall, 2)
    hall.judge(Do.ANNUL, 2)
    press(hall, 2)
    hall.judge(Do.RIGHT, 2)
    # 50: taken back, and judged the other way round after the hold
    begin(hall)
    read_end(hall)
    press(hall, 1)
    hall.judge(Do.WRONG, 1)
    hall.key(Do.UNDO)
    hall.run_us(200 * MS)
    assert hall.published.match.game.hold is not None
    hall.key(Do.NEXT)
    hall.judge(Do.RIGHT, 1)
    return [-10 + 50, 10 + 40, -20, 20]


def tour(hall: Hall) -> list[int]:
    # 10: buttons open after the reading [3.3]; a press during it is none, and costs nothing
    begin(hall)
    press(hall, 2)
    assert hall.why(2) == ["not_open"]
    read_end(hall)
    hall.run_us(hall.rest_us() - 200 * MS)
    press(hall, 1)
    hall.judge(Do.RIGHT, 1)
    # 20: after a wrong answer 5 s
    begin(hall)
    read_end(hall)
    press(hall, 2)
    hall.judge(Do.NO_ANSWER, 2)
    assert 4 * S < hall.rest_us() < 5 * S
    press(hall, 3)
    hall.judge(Do.RIGHT, 3)
    # 30: 10 s, then the "0"
    begin(hall)
    read_end(hall)
    hall.run_us(10_200 * MS)
    assert hall.published.game.questions[-1].ended == "timeout"
    # 40: the host closes it
    begin(hall)
    read_end(hall)
    hall.key(Do.CLOSE)
    hall.run_us(100 * MS)
    # 50: two in one instant, the lot decides
    begin(hall)
    read_end(hall)
    at = hall.bench.cycle("one", hall.bench.now_us() + 1000)
    for seat in (4, 1):
        hall.box.button(seat - 1, True, at)
    hall.run_us(200 * MS)
    winner = hall.answering
    assert winner in (1, 4)
    for seat in (4, 1):
        hall.finger(seat, False)
    hall.judge(Do.RIGHT, winner)
    return [10 + (50 if winner == 1 else 0), -20, 20, 50 if winner == 4 else 0]


@pytest.mark.parametrize(
    ("rules", "play"), [("umlaut", umlaut), ("novosibirsk-2013", novosibirsk), ("tour-de-svoyak-2007", tour)]
)
def test_theme_is_played_from_the_pins_to_the_journal(
    make_hall: MakeHall, tmp_path: Path, capsys: pytest.CaptureFixture[str], rules: str, play: object
) -> None:
    path = tmp_path / "match.jsonl"
    journal = open_journal(rules, path)
    hall = make_hall(rules, keeper=journal)
    hall.key(Do.NEXT)
    hall.run_us(200 * MS)
    assert callable(play)
    wanted = play(hall)
    hall.run_us(300 * MS)
    assert hall.scores() == wanted
    hall.key(Do.NEXT)
    hall.run_us(200 * MS)
    assert isinstance(hall.published.match.game.phase, Finished)
    assert hall.published.saved.saved == hall.published.saved.known
    hall.run_us(500 * MS)
    assert hall.box_depth() == 0, "the box has forgotten what is on the disk"
    hall.close()
    journal.close()
    assert main(["simulate", str(path)]) == 0
    result = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert list(result["scores"].values()) == wanted
    assert {int(seat): place for seat, place in result["places"].items()} == places(
        hall.setup, hall.published.match.game
    )
