"""The roll call with fingers on the pins: swapped wires, and seats that outlive a program that was killed."""

from __future__ import annotations

from pathlib import Path

from buzzer.core.state import Setup
from buzzer.host import Do
from buzzer.rulesets import preset
from buzzer.runtime.rolls import restored
from buzzer.storage.journal import Journal, header
from buzzer.storage.recover import resume

from .conftest import MakeHall
from .hall import MS, NAMES, Hall, S

LAMPS = 0b1111_1100
"""PD2–PD7."""


def lamps(hall: Hall) -> list[int]:
    return [(output.value & LAMPS) >> 2 for output in hall.box.outputs() if output.port == "D"]


def call(hall: Hall, button: int) -> None:
    hall.tap(button)
    hall.run_us(300 * MS)


def ask(hall: Hall) -> None:
    hall.key(Do.NEXT)
    if hall.published.game.live is None:  # that was a theme
        hall.key(Do.NEXT)
    hall.run_us(500 * MS)


def test_swapped_wires_are_mended_and_stay_so_after_a_crash(make_hall: MakeHall, tmp_path: Path) -> None:
    setup = Setup(preset("umlaut"), NAMES[:4], settle_us=60 * MS, lot_seed=5, themes=1)
    path = str(tmp_path / "match.jsonl")
    journal = Journal.create(path, header(setup, wall="2026-11-30T10:00:00+03:00"))
    hall = make_hall(keeper=journal)
    hall.key(Do.ROLL)
    lamps(hall)
    for button in (2, 1, 3, 4):
        call(hall, button)
        assert lamps(hall)[-1] == 1 << (button - 1)  # his own lamp, which he sees
    assert hall.published.roll is not None
    assert hall.published.roll.done
    hall.key(Do.NEXT)
    assert hall.published.roll is None
    hall.run_us(300 * MS)  # the lamps' message is on its way
    assert lamps(hall)[-1] == 0
    assert hall.scores() == [0, 0, 0, 0]
    ask(hall)
    call(hall, 2)
    assert hall.answering == 1
    assert lamps(hall)[-1] == 0b10
    hall.judge(Do.RIGHT, 1)

    journal.pump()
    journal.close()  # what is on disk is all that the next program has
    again = resume(path)
    seating = restored(4, again.transcript.records)
    assert seating is not None
    hall.go_on(again.journal, again.transcript, seating)
    hall.wait_for_box()
    assert hall.scores() == [10, 0, 0, 0]
    ask(hall)
    call(hall, 2)
    assert hall.answering == 1
    call(hall, 1)
    assert hall.why(2) == ["busy_grace"]


def test_stuck_button_is_told_until_it_is_let_go(make_hall: MakeHall) -> None:
    hall = make_hall()
    hall.finger(1)
    hall.run_us(500 * MS)
    hall.key(Do.ROLL)
    hall.run_us(3 * S)
    assert hall.published.roll is not None
    assert hall.published.roll.called == 1
    assert hall.published.roll.seats[0].trouble == "stuck"
    hall.finger(1, False)
    hall.run_us(500 * MS)
    assert hall.published.roll.seats[0].trouble == ""
    call(hall, 1)
    assert hall.published.roll.seats[0].checked
