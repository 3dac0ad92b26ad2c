"""A disk that fills in mid-match: play goes on, the box keeps what is not on the disk, later all of it is there."""

from __future__ import annotations

from buzzer.core.match import fold
from buzzer.core.state import Setup
from buzzer.host import Do
from buzzer.rulesets import preset
from buzzer.storage.journal import Journal, header
from buzzer.storage.recover import resume
from buzzer.testing.files import FakeFiles

from .conftest import MakeHall
from .hall import MS, NAMES, Hall, S

PATH = "match.jsonl"


def question(hall: Hall, seat: int, do: Do) -> None:
    hall.key(Do.NEXT)
    hall.run_us(300 * MS)
    hall.key(Do.NEXT)
    hall.tap(seat)
    hall.run_us(100 * MS)
    hall.judge(do, seat)
    hall.key(Do.CLOSE)
    hall.run_us(100 * MS)


def test_disk_that_fills_in_mid_match(make_hall: MakeHall) -> None:
    files = FakeFiles()
    setup = Setup(preset("umlaut"), NAMES[:4], settle_us=60 * MS, lot_seed=5, themes=1)
    journal = Journal.create(PATH, header(setup, wall="2026-11-30T10:00:00+03:00"), files=files)
    hall = make_hall(keeper=journal)
    hall.key(Do.NEXT)
    question(hall, 1, Do.RIGHT)
    hall.run_us(300 * MS)
    assert hall.box_depth() == 0
    files.room = 100  # the next record does not fit whole
    question(hall, 2, Do.WRONG)
    question(hall, 3, Do.RIGHT)
    hall.run_us(300 * MS)
    assert hall.scores() == [10, -20, 30, 0]
    saved = hall.published.saved
    assert saved.trouble == "the disk is full"
    assert saved.saved < saved.known
    assert hall.box_depth() == 2
    files.room = None
    hall.key(Do.NEXT)
    hall.run_us(S)
    assert hall.published.saved.trouble is None
    assert hall.published.saved.saved == hall.published.saved.known
    assert hall.box_depth() == 0
    hall.close()
    journal.close()
    again = resume(PATH, files=files)
    assert again.told == ()
    match, _ = fold(again.transcript.header.setup, again.transcript.facts)
    assert [seat.points for seat in match.game.seats] == [10, -20, 30, 0]
    again.journal.close()


def test_power_cut_while_the_disk_is_full_loses_nothing_that_was_acknowledged(make_hall: MakeHall) -> None:
    """The board has the presses still: a new program takes them as history and goes on where the file ends."""
    files = FakeFiles()
    setup = Setup(preset("umlaut"), NAMES[:4], settle_us=60 * MS, lot_seed=5, themes=1)
    journal = Journal.create(PATH, header(setup, wall="2026-11-30T10:00:00+03:00"), files=files)
    hall = make_hall(keeper=journal)
    hall.key(Do.NEXT)
    question(hall, 1, Do.RIGHT)
    hall.run_us(300 * MS)
    files.room = 100
    question(hall, 2, Do.WRONG)
    hall.run_us(300 * MS)
    assert hall.box_depth() == 1
    again = resume(PATH, files=files.after_power_cut())
    match, _ = fold(again.transcript.header.setup, again.transcript.facts)
    assert [seat.points for seat in match.game.seats] == [10, 0, 0, 0]
    hall.driver.close()
    hall.go_on(again.journal, again.transcript)
    hall.wait_for_box()
    hall.run_us(S)
    assert [record.history for record in hall.records()][-1]
    assert hall.answering is None
    assert hall.scores() == [10, 0, 0, 0]
    assert hall.box_depth() == 0
    question(hall, 2, Do.RIGHT)
    assert hall.scores() == [10, 20, 0, 0]
