"""One table in one thread and virtual time: lamps, guard, rounds, what a box may forget."""

from __future__ import annotations

import pytest

from buzzer.core.match import fold
from buzzer.core.outcomes import Result
from buzzer.drivers.events import BoxPress
from buzzer.host import Do
from buzzer.runtime.lamps import next_round

from .conftest import MS, FakeKeeper, S, Table


def test_lamp_blinks_in_the_turn_of_the_press_and_is_steady_once_it_stands(table: Table) -> None:
    """O-05: never only after the collecting time."""
    table.question()
    table.driver.take()
    table.press(0b0010, ago_us=2 * MS)
    assert table.driver.take() == [("lamps", 0, 0b0010, 150)]
    assert (table.answering, table.published.provisional) == (2, True)
    table.press(0b0001, ago_us=2 * MS - 30)
    assert table.driver.take() == []  # 30 µs later: never lit as first
    table.pass_us(60 * MS)
    assert table.published.provisional  # an earlier stamp may still come
    table.pass_us(60 * MS)
    assert not table.published.provisional
    assert table.driver.take() == [("lamps", 0b0010, 0, 61)]  # what is left of the sound
    assert [(press.seat, press.why) for press in table.published.presses] == [(2, None), (1, "busy_grace")]


def test_earlier_stamp_that_arrives_later_takes_the_lamp(table: Table) -> None:
    table.question()
    table.press(0b0010, ago_us=2 * MS)
    table.driver.take()
    table.clock.advance(5 * MS)
    table.press(0b0001, ago_us=8 * MS)
    assert table.answering == 1
    assert table.driver.take()[0][:3] == ("lamps", 0, 0b0001)
    table.pass_us(S)
    assert table.answering == 1


def test_lamp_goes_out_with_the_question_and_each_question_has_a_round(table: Table) -> None:
    table.key(Do.NEXT)
    assert table.driver.take() == []  # a theme: buttons stay dead
    table.key(Do.NEXT)
    assert table.driver.take() == [("arm", 1, 0b1111)]
    table.pass_us(100 * MS)
    table.press(0b0100)
    table.pass_us(S)
    table.driver.take()
    table.key(Do.RIGHT)
    assert table.driver.take() == [("lamps", 0, 0, 0), ("disarm",)]
    table.key(Do.NEXT)
    assert table.driver.take() == [("arm", 2, 0b1111)]


def test_rounds_wrap_from_255_to_1_and_seats_that_are_out_are_not_armed(table: Table) -> None:
    table.key(Do.SEAT, 3, state="out")
    table.key(Do.NEXT)
    rounds = []
    for _ in range(10):
        table.key(Do.NEXT)
        rounds += [each for each in table.driver.take() if each[0] == "arm"]
        table.key(Do.UNDO)
        table.pass_us(100 * MS)
    assert rounds == [("arm", number, 0b1011) for number in range(1, 11)]
    assert [next_round(254), next_round(255)] == [255, 1]


@pytest.mark.parametrize("do", [Do.RIGHT, Do.WRONG, Do.NO_ANSWER, Do.ANNUL])
@pytest.mark.parametrize("source", ["console", "box"])
def test_verdict_within_250_ms_after_the_responder_changed_is_refused(table: Table, source: str, do: Do) -> None:
    if source == "box" and do not in (Do.RIGHT, Do.WRONG):
        do = Do.RIGHT

    def verdict() -> None:
        if source == "console":
            table.key(do, table.answering)
        else:
            table.box_key(do.value)

    table.question()
    table.press(0b0001)
    shown_us = table.at_us
    assert table.published.guard_until_us == shown_us + 250 * MS
    table.pass_us(250 * MS - 1)
    verdict()
    assert table.keeper.kinds()[-1] == "x-refused"
    assert "judge" not in table.keeper.kinds()
    assert table.said()[-1] == "guard"
    table.pass_us(1)
    verdict()
    assert table.keeper.kinds()[-1] == "judge"
    assert table.keeper.dumped()[-1]["seat"] == 1


def test_second_verdict_key_never_lands_on_the_next_player(table: Table) -> None:
    """Wrong, and Boris presses while the host's second "wrong" is on its way."""
    table.question()
    table.press(0b0001)
    table.pass_us(S)
    table.key(Do.WRONG, 1)
    table.pass_us(20 * MS)
    table.press(0b0010)
    assert table.answering == 2
    table.pass_us(50 * MS)
    table.key(Do.WRONG, 1)
    table.pass_us(S)
    assert table.scores() == [-10, 0, 0, 0]
    assert table.answering == 2


def test_verdict_on_the_seat_that_the_host_saw_is_refused_by_the_core_for_another(table: Table) -> None:
    table.question()
    table.press(0b0010)
    table.pass_us(S)
    table.key(Do.RIGHT, 1)
    table.pass_us(100 * MS)
    assert table.keeper.kinds()[-1] == "judge"  # a fact: it is kept
    assert table.scores() == [0, 0, 0, 0]
    assert table.published.notices[-1].detail == "other_seat"


def test_next_while_a_window_runs_costs_nobody_anything(table: Table) -> None:
    """O-03: three Nexts around a press that arrives after the first of them."""
    table.question()
    table.pass_us(5 * S)
    pressed_us = table.clock.now_us() + 899_999
    table.pass_us(900 * MS)
    table.key(Do.NEXT)
    table.clock.advance(4 * MS)
    table.press(0b0001, ago_us=table.clock.now_us() - pressed_us)
    table.pass_us(46 * MS)
    table.key(Do.NEXT)
    table.pass_us(50 * MS)
    table.key(Do.NEXT)
    table.pass_us(S)
    assert (table.answering, table.scores()) == (1, [0, 0, 0, 0])
    assert table.keeper.kinds()[-4:] == ["x-refused", "press", "x-refused", "x-refused"]
    assert [each["why"] for each in table.keeper.dumped()[-2:]] == ["nothing: somebody is answering"] * 2


def test_box_may_forget_only_what_is_on_disk(table: Table) -> None:
    table.question()
    table.keeper.sync()
    table.runtime.pump()
    table.driver.take()
    table.press(0b0001)
    table.press(0b0010)
    table.pass_us(2 * S - 1)
    assert not [each for each in table.driver.take() if each[0] == "saved"]
    table.keeper.sync()
    table.runtime.poke()
    table.runtime.pump()
    assert [each for each in table.driver.take() if each[0] == "saved"] == [("saved", 1, table.seq)]


def test_play_goes_on_while_nothing_can_be_saved(table: Table) -> None:
    table.keeper.saved = table.keeper.saved.__class__(0, 0, "the disk is full")
    table.question()
    table.press(0b0001)
    table.pass_us(S)
    table.key(Do.RIGHT, 1)
    table.pass_us(S)
    assert table.scores() == [10, 0, 0, 0]
    assert table.published.saved.trouble == "the disk is full"
    assert not [each for each in table.driver.take() if each[0] == "saved"]


def test_several_buttons_in_one_record_are_presses_of_one_stamp_with_numbers_of_their_own(table: Table) -> None:
    table.question()
    table.press(0b1011, ago_us=MS)
    table.pass_us(S)
    presses = [each for each in table.keeper.dumped() if each["kind"] == "press"]
    assert [press["seat"] for press in presses] == [1, 2, 4]
    assert len({press["at_us"] for press in presses}) == 1
    assert [press["seq"] for press in presses] == [1, 1 + 2**32, 1 + 2 * 2**32]
    assert "lot" in table.said()
    assert table.answering in (1, 2, 4)
    assert len(table.published.presses) == 3


def test_history_and_buttons_without_a_seat_are_kept_and_not_played(table: Table) -> None:
    table.question()
    table.press(0b0001, history=True)
    table.box_key("right", history=True)
    table.press(0b10_0000)
    table.pass_us(S)
    assert table.answering is None
    assert table.keeper.kinds()[-3:] == ["x-history", "x-history", "x-no-seat"]
    table.driver.take()
    table.keeper.sync()
    table.runtime.pump()
    assert table.driver.take() == [("saved", 1, table.seq)]


def test_late_press_goes_to_the_core_as_it_is(table: Table) -> None:
    table.question()
    table.press(0b0001, ago_us=61 * MS)
    table.pass_us(S)
    assert [(press.seat, press.why) for press in table.published.presses] == [(1, "late")]


def test_button_whose_release_was_lost_counts_again(table: Table) -> None:
    table.question()
    table.press(0b0001)
    table.pass_us(S)
    table.key(Do.RIGHT, 1)
    table.pass_us(100 * MS)
    assert table.published.game.down == {1}
    table.state(held=0b0001)
    assert table.published.game.down == {1}
    table.state(held=0)
    assert table.published.game.down == set()
    table.question()
    table.press(0b0001)
    assert table.answering == 1
    table.pass_us(MS)
    table.box_up(boot=2)
    assert table.published.game.down == set()
    table.press(0b0001, boot=2)
    table.pass_us(MS)
    table.release(0b0001)
    assert table.published.game.down == set()


def test_lost_presses_are_told_once(table: Table) -> None:
    table.state(lost=2)
    table.state(lost=2)
    assert table.said().count("lost") == 1
    assert table.published.boxes[0].lost == 2


def test_folding_the_journal_again_gives_the_same_match(table: Table) -> None:
    for verdicts in ([Do.WRONG, Do.RIGHT], [Do.ANNUL, Do.WRONG], [Do.NO_ANSWER], [Do.RIGHT, None]):
        table.question()
        for seat, verdict in enumerate(verdicts, 1):
            table.press(1 << (seat - 1), ago_us=3 * MS)
            table.pass_us(300 * MS)
            table.release(1 << (seat - 1))
            if verdict is None:
                table.key(Do.UNDO)
            else:
                table.key(verdict, table.answering)
            table.pass_us(S)
        table.key(Do.CLOSE)
        table.pass_us(8 * S)
    match, outcomes = fold(table.setup, table.keeper.facts)
    assert match.game == table.runtime.published.match.game
    assert isinstance(outcomes[-1], Result)
    assert list(outcomes[-1].scores.values()) == table.scores()
    known = [fact.at_us if fact.arrived_us is None else fact.arrived_us for fact in table.keeper.facts]
    assert known == sorted(known)


def test_console_reads_one_value_and_is_woken_when_it_is_replaced(table: Table) -> None:
    woken: list[int] = []
    table.runtime.on_change(lambda: woken.append(table.published.version))
    before = table.published
    table.pass_us(3 * S)
    assert woken == []
    assert table.published is before  # time alone changes nothing
    table.key(Do.NEXT)
    assert woken == [before.version + 1]
    assert before.game.theme is None


def test_cursor_moves_before_a_question_and_is_gone_after_it(table: Table) -> None:
    table.key(Do.LATER)
    table.key(Do.LATER)
    assert table.published.cursor == (1, 30)
    table.key(Do.NEXT)
    table.key(Do.NEXT)
    assert table.published.cursor is None
    assert table.published.game.questions[-1].value == 30
    table.key(Do.LATER)
    assert table.published.cursor is None


def test_undo_names_what_it_takes_back(table: Table) -> None:
    table.key(Do.NEXT)
    table.key(Do.NEXT)
    table.pass_us(100 * MS)
    assert table.published.undo == ("announce", "read")


def test_keyboard_counts_when_it_is_known() -> None:
    table = Table(settle_us=0, rehearsal=True)
    table.question()
    table.runtime.press(2)
    table.clock.advance(30 * MS)
    table.runtime.press(9)
    table.runtime.pump()
    assert table.answering == 2
    assert not table.published.provisional
    table.runtime.release(2)
    table.runtime.pump()
    assert table.published.game.down == set()
    assert table.published.rehearsal


def test_program_that_takes_a_match_up_goes_on_a_second_after_the_last_stamp(table: Table) -> None:
    table.question()
    table.press(0b0001)
    table.pass_us(S)
    last = table.keeper.facts[-1]
    last_us = last.at_us if last.arrived_us is None else last.arrived_us
    again = Table(past=table.keeper.facts, wall="2026-11-30T10:00:00+03:00")
    assert again.keeper.kinds() == ["session"]
    assert again.keeper.facts[0].at_us == last_us + S
    assert again.at_us == last_us + S
    assert again.published.game.hold is not None
    assert again.published.game.hold.why == "session"
    again.box_up(boot=2)
    again.key(Do.NEXT)
    again.key(Do.RIGHT, 1)
    again.pass_us(S)
    assert again.scores() == [10, 0, 0, 0]
    keys = [fact.key for fact in table.keeper.facts + again.keeper.facts if fact.key is not None]
    assert keys == sorted(keys)
    match, _ = fold(table.setup, table.keeper.facts + again.keeper.facts)
    assert match.game == again.published.match.game


def test_box_that_takes_the_place_of_a_dead_one_gets_its_seats(table: Table) -> None:
    table.question()
    table.box_down()
    table.box_up("BOX-2", boot=1)
    table.key(Do.NEXT)
    table.pass_us(100 * MS)
    table.press(0b0010, box="BOX-2")
    assert table.answering == 2
    table.box_up("BOX-1", boot=2)
    assert [(box.box, box.trouble) for box in table.published.boxes] == [("BOX-1", "no_seat"), ("BOX-2", None)]


def test_keeper_of_the_fixture_is_the_tables() -> None:
    keeper = FakeKeeper()
    assert Table(keeper=keeper).keeper is keeper


@pytest.mark.parametrize(
    ("do", "more", "says"),
    [
        (Do.GRANT, {"seat": 5}, "there is no seat 5"),
        (Do.SEAT, {"seat": 0, "state": "out"}, "there is no seat 0"),
        (Do.ADJUST, {"seat": 1, "delta": 10**10, "reason": "?"}, "adjust: delta"),
    ],
)
def test_key_that_no_journal_could_hold_is_refused(table: Table, do: Do, more: dict[str, object], says: str) -> None:
    table.key(do, **more)  # type: ignore[arg-type]
    assert table.keeper.kinds()[-1] == "x-refused"
    assert says in table.published.notices[-1].detail


def test_event_that_was_long_in_the_inbox_became_known_when_time_had_gone_on(table: Table) -> None:
    """The journal must find it as late as it was found here."""
    table.question()
    arrived_us = table.clock.now_us()
    table.pass_us(70 * MS)  # a turn, with the clock further on than the event's arrival
    table.send(BoxPress("BOX-1", 1, 1, 1, 1, arrived_us - MS, 200, arrived_us, False))
    table.pass_us(S)
    known = [fact.at_us if fact.arrived_us is None else fact.arrived_us for fact in table.keeper.facts]
    assert known == sorted(known)
    assert known[-1] == arrived_us - table.ORIGIN_US + 70 * MS
    assert [press.why for press in table.published.presses] == ["late"]


@pytest.mark.parametrize(("ahead_us", "err_us", "kept"), [(90 * S, 300, False), (301, 300, False), (300, 300, True)])
def test_stamp_from_the_future_does_not_wait_to_come_true(table: Table, ahead_us: int, err_us: int, kept: bool) -> None:
    table.question()
    now_us = table.at_us
    table.press(0b0001, ago_us=-ahead_us, err_us=err_us)
    assert table.keeper.facts[-1].at_us == (now_us + ahead_us if kept else now_us)
    table.pass_us(200 * MS)
    assert (table.answering, table.published.provisional) == (1, False)


def test_error_of_a_press_of_long_ago_does_not_slow_the_match_down(table: Table) -> None:
    table.question()
    table.press(0b1000, ago_us=20 * S, err_us=900 * MS)
    assert table.keeper.dumped()[-1]["err_us"] == 30 * MS
    table.press(0b0001)
    table.pass_us(100 * MS)
    assert (table.answering, table.published.provisional) == (1, False)


def test_lamps_go_out_when_the_program_ends(table: Table) -> None:
    table.question()
    table.press(0b0001, ago_us=3 * MS)
    table.pass_us(S)
    table.driver.take()
    table.runtime.close()
    assert table.driver.take() == [("lamps", 0, 0, 0), ("disarm",), ("close",)]
