"""The program or the machine stood still, a cable was pulled: an open question waits for the host."""

from __future__ import annotations

import pytest

from buzzer.core.state import Window
from buzzer.drivers.events import BoxPress
from buzzer.host import Do

from .conftest import MS, S, Table


def rest_us(table: Table) -> int:
    phase, game = table.published.game.phase, table.published.game
    assert isinstance(phase, Window)
    return phase.until_g - game.clock_g(table.at_us)


@pytest.mark.parametrize("slept", [False, True], ids=["stopped", "asleep"])
def test_gap_holds_the_question_once_and_gives_nobody_the_right(table: Table, slept: bool) -> None:
    """O-09: 90 s away with 3.2 s left; three presses wait in the port's buffer."""
    table.question()
    table.pass_us(7 * S - 3_200 * MS - 100 * MS)
    left_us = rest_us(table)
    assert 3_190 * MS <= left_us <= 3_200 * MS
    table.driver.take()
    if slept:
        table.slept_us += 90 * S  # the monotonic clock stood still
        table.clock.advance(40 * MS)
    else:
        table.clock.advance(90 * S)
    now_us = table.clock.now_us()
    for seq, ago_us in ((1, 50 * S if not slept else 30 * MS), (2, 20 * MS), (3, 0)):
        table.emit(BoxPress("BOX-1", 1, seq, 1, 1 << (seq - 1), now_us - ago_us, 300, now_us, False))
    table.seq = 3
    table.runtime.pump()
    table.pass_us(10 * S)
    assert table.answering is None
    assert table.published.game.hold is not None
    assert table.published.game.hold.why == "gap"
    assert rest_us(table) == left_us
    holds = [each for each in table.keeper.dumped() if each["kind"] == "hold"]
    assert [(each["why"], each["auto"]) for each in holds] == [("gap", True)]
    assert [press.why for press in table.published.presses] == ["on_hold"] * 3
    assert ("void_clock",) in table.driver.take()
    assert "gap" in table.said()
    table.state(held=0)  # the three buttons are up
    table.key(Do.NEXT)
    table.pass_us(100 * MS)
    assert 3_000 * MS < rest_us(table) < 3_200 * MS
    table.press(0b1000)
    assert table.answering == 4


def test_press_made_before_the_gap_and_delivered_after_it_is_judged_by_its_stamp(table: Table) -> None:
    table.question()
    pressed_us = table.clock.now_us() - 10 * MS
    table.clock.advance(30 * S)
    now_us = table.clock.now_us()
    table.emit(BoxPress("BOX-1", 1, 1, 1, 1, pressed_us, 300, now_us, False))
    table.runtime.pump()
    assert table.answering == 1
    assert table.published.game.hold is not None


def test_gap_without_an_open_question_is_told_and_leaves_no_hold(table: Table) -> None:
    table.key(Do.NEXT)
    table.clock.advance(90 * S)
    table.runtime.pump()
    assert "gap" in table.said()
    assert "hold" not in table.keeper.kinds()
    before_us = table.at_us
    table.pass_us(S)
    assert table.at_us == before_us + S


def test_pause_of_less_than_two_seconds_is_no_gap(table: Table) -> None:
    table.question()
    table.clock.advance(2 * S)
    table.runtime.pump()
    assert "gap" not in table.said()
    assert table.published.game.hold is None


def test_gaps_add_up(table: Table) -> None:
    table.question()
    for _ in range(3):
        table.clock.advance(100 * S)
        table.runtime.pump()
        table.key(Do.NEXT)
        table.pass_us(S)
    assert 3 * S < table.at_us < 6 * S
    assert table.keeper.kinds().count("hold") == 3
    assert rest_us(table) > 3 * S


def test_link_lost_in_an_open_question_holds_it_and_the_host_goes_on(table: Table) -> None:
    table.question()
    table.pass_us(S)
    table.driver.take()
    table.box_down()
    assert table.published.game.hold is not None
    assert table.published.game.hold.why == "link"
    assert not table.published.boxes[0].up
    left_us = rest_us(table)
    table.pass_us(4 * S)
    table.box_up(boot=2, restarted=True)
    assert table.published.boxes[0].up
    assert table.driver.take() == [("lamps", 0, 0, 0), ("arm", 1, 0b1111)]
    assert table.published.game.hold is not None  # only the host goes on
    assert rest_us(table) == left_us
    table.key(Do.NEXT)
    table.pass_us(100 * MS)
    table.press(0b0001, boot=2)
    assert table.answering == 1


def test_cable_pulled_five_times_gives_five_holds_and_one_press_is_one_event(table: Table) -> None:
    """O-20."""
    table.question()
    for boot in range(2, 7):
        table.box_down(why="unplugged")
        table.box_down(why="unplugged")
        table.pass_us(4 * S)
        table.box_up(boot=boot, restarted=True)
        table.key(Do.NEXT)
        table.pass_us(300 * MS)
    table.press(0b0001, boot=6)
    table.pass_us(S)
    assert table.keeper.kinds().count("hold") == 5
    assert table.keeper.kinds().count("press") == 1
    assert table.answering == 1


def test_link_lost_between_questions_or_of_a_box_without_seats_holds_nothing(table: Table) -> None:
    table.box_down()
    assert "hold" not in table.keeper.kinds()
    table.box_up(boot=2)
    table.box_up("BOX-2")
    table.question()
    table.box_down("BOX-2")
    table.box_down("BOX-9")
    assert "hold" not in table.keeper.kinds()


def test_box_that_started_anew_without_being_missed_holds_the_question(table: Table) -> None:
    table.question()
    table.box_up(boot=2, restarted=True)
    assert table.published.game.hold is not None
    assert table.published.game.hold.why == "link"


def test_hold_of_the_host_is_not_held_again(table: Table) -> None:
    table.question()
    table.key(Do.HOLD)
    table.box_down()
    table.clock.advance(90 * S)
    table.runtime.pump()
    assert table.keeper.kinds().count("hold") == 1
