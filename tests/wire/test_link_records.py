"""Presses over good and bad lines: none lost, none invented, each once."""

from itertools import pairwise

import pytest
from linktable import S, Table

from buzzer.testing.lines import noisy, scripted, shuffled
from buzzer.wire.boot import Record
from buzzer.wire.linkevents import Released, Status, Up
from buzzer.wire.messages import Press


def test_a_press_from_the_finger_to_the_event() -> None:
    table = Table(ppm=1500)
    table.box.press(2, 3 * S)
    table.box.release(2, 3 * S + 60_000)
    up, press, released = table.run(4 * S)
    assert isinstance(up, Up)
    assert (up.boot, up.restarted, up.hello.board) == (1, False, "BOX-1")
    assert isinstance(press, Record)
    assert (press.boot, press.seq, press.history) == (1, 1, False)
    assert isinstance(press.message, Press)
    assert press.message.mask == 0b10
    assert abs(press.at_us - 3 * S) <= press.err_us < 1500
    assert press.arrived_us - 3 * S < 1000
    assert isinstance(released, Released)
    assert abs(released.at_us - 3 * S - 60_000) < 1500
    assert table.box.link.depth == 0, "saved, and forgotten"


def test_history_is_what_was_taken_before_the_welcome() -> None:
    table = Table(boot_us=1 * S)
    table.box.press(1, 300_000)
    table.box.press(2, 3 * S)
    table.run(4 * S)
    first, second = table.of(Record)
    assert (first.history, second.history) == (True, False)
    assert abs(first.at_us - 300_000) <= first.err_us


def test_half_of_the_acks_are_dropped_and_each_press_counts_once() -> None:
    table = Table(to_box=shuffled(3, lose=0.5, spread_us=100))
    for n in range(200):
        table.box.press(1, 3 * S + n * 100_000)
        table.box.release(1, 3 * S + n * 100_000 + 50_000)
    table.run(3 * S + 200 * 100_000 + 2 * S)
    assert [record.seq for record in table.of(Record)] == list(range(1, 201))
    assert table.link._boot is not None
    assert table.link._boot.sequence.repeats > 50, "the box had to repeat itself"
    assert table.box.link.depth == 0


def play(table: Table, presses: int, gap_us: int = 60_000) -> tuple[list[int], list[Record]]:
    """``presses`` from four mashing players; when they were made, and what came out."""
    made = [5 * S + n * gap_us for n in range(presses)]
    for n, at_us in enumerate(made):
        table.box.press(n % 4 + 1, at_us)
        table.box.release(n % 4 + 1, at_us + gap_us)
    table.run(made[-1] + 5 * S)
    return made, table.of(Record)


def none_lost_none_invented(made: list[int], records: list[Record]) -> None:
    assert [record.seq for record in records] == [n + 1 for n in range(len(made))]
    for n, (at_us, record) in enumerate(zip(made, records, strict=True)):
        assert isinstance(record.message, Press)
        assert record.message.mask == 1 << n % 4
        assert abs(record.at_us - at_us) <= record.err_us, (n, at_us, record)
    assert all(a.at_us < b.at_us for a, b in pairwise(records))


@pytest.mark.parametrize("count", [1500, pytest.param(100_000, marks=pytest.mark.prove)])
def test_a_noisy_line_loses_nothing_and_invents_nothing(count: int) -> None:
    noise = {"drop": 0.01, "flip": 0.01, "double": 0.01, "jitter_us": 2000}
    table = Table(noisy(1, **noise), noisy(2, **noise), ppm=700)
    made, records = play(table, count)
    none_lost_none_invented(made, records)
    assert table.link.bad > 100
    assert table.box.link.bad > 100
    assert table.box.link.lost == 0
    status = table.of(Status)[-1]
    assert status.state.bad + 100 < status.bad_frames <= table.link.bad + table.box.link.bad


@pytest.mark.parametrize("count", [1000, pytest.param(20_000, marks=pytest.mark.prove)])
def test_datagrams_that_overtake_each_other_lose_nothing_and_invent_nothing(count: int) -> None:
    way = {"lose": 0.2, "double": 0.2, "spread_us": 30_000}
    table = Table(shuffled(1, **way), shuffled(2, **way), ppm=-300)
    none_lost_none_invented(*play(table, count))
    assert [up.boot for up in table.of(Up)] == [1], "a late hello is no restart"


def test_numbers_go_on_over_the_wrap_of_the_wire_and_what_is_saved_is_forgotten() -> None:
    way = {"lose": 0.2, "double": 0.3, "spread_us": 40_000}
    table = Table(shuffled(5, **way), shuffled(6, **way))
    table.box.link._last_seq = 65_520  # as after so many records, all of them saved
    made, records = play(table, 60)
    assert [record.seq for record in records] == list(range(65_521, 65_521 + len(made)))
    assert table.link._boot is not None
    assert table.link._boot.sequence.repeats > 5
    assert table.box.link._last_seq == 60 - 15
    assert (table.box.link.depth, table.box.link.lost) == (0, 0)


def test_a_lost_welcome_is_given_again_with_the_same_number() -> None:
    table = Table(to_box=scripted([None]))
    (up,) = table.run(1 * S)
    assert isinstance(up, Up)
    assert up.boot == 1
    assert up.arrived_us > 200_000
