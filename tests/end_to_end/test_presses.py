"""Edges at the pins of the real firmware, verdicts out of the core."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from emulator.boxsim import CYCLES_US

from buzzer.host import Do
from buzzer.published import Saved
from buzzer.runtime import Forgetful
from buzzer.runtime.table import OPEN_US

from .conftest import MakeHall
from .hall import MS, PORT, Hall, S

LAMPS = 0b1111_1100
"""PD2–PD7."""
LAMP_US = 5 * MS
"""From a finger to its lamp, at most; the issue's bound is for the command on the wire, which comes before."""


def lamps(hall: Hall) -> list[tuple[float, int]]:
    """(instant, mask of seats' lamps) of each change of the lamp pins since the last call."""
    return [
        (hall.bench.us(PORT, output.at), (output.value & LAMPS) >> 2)
        for output in hall.box.outputs()
        if output.port == "D"
    ]


def question(hall: Hall) -> None:
    """The theme, if none is announced; a question; it is read to its end."""
    if hall.published.game.theme is None:
        hall.key(Do.NEXT)
    hall.key(Do.NEXT)
    hall.run_us(300 * MS)
    hall.key(Do.NEXT)
    hall.run_us(100 * MS)


@pytest.mark.parametrize("seat", [1, 4])
def test_lamp_is_lit_within_5_ms_of_the_finger_and_steady_later(make_hall: MakeHall, seat: int) -> None:
    hall = make_hall()
    question(hall)
    lamps(hall)
    pressed = hall.finger(seat, after_us=500)
    hall.run_us(20 * MS)
    edge_us = hall.bench.us(PORT, hall.box.edges()[pressed].injected)
    first_us, mask = lamps(hall)[0]
    assert mask == 1 << (seat - 1)
    assert 0 < first_us - edge_us <= LAMP_US
    assert hall.published.provisional
    hall.run_us(150 * MS)
    assert not hall.published.provisional
    lamps(hall)
    hall.run_us(S)
    assert lamps(hall) == []  # steady
    hall.key(Do.RIGHT, seat)
    assert lamps(hall)[-1][1] == 0


def test_finger_to_lamp_over_a_hundred_presses(
    make_hall: MakeHall, record_property: Callable[[str, object], None]
) -> None:
    """At any place of the box's and the driver's rounds."""
    hall = make_hall(themes=None)
    chance = Random(3)
    took_us = []
    for number in range(100):
        seat = 1 + number % 4
        hall.key(Do.NEXT)
        if hall.published.game.live is None:  # that was a theme
            hall.key(Do.NEXT)
        hall.run_us(chance.randrange(50 * MS))
        lamps(hall)
        pressed = hall.finger(seat, after_us=500)
        hall.run_us(20 * MS)
        took_us.append(lamps(hall)[0][0] - hall.bench.us(PORT, hall.box.edges()[pressed].injected))
        hall.finger(seat, False)
        hall.key(Do.WITHDRAW)
        hall.run_us(60 * MS)
    took_us.sort()
    record_property("figure", f"finger to lamp, ms: median {took_us[50] / 1000:.2f}, most {took_us[-1] / 1000:.2f}")
    assert took_us[-1] <= LAMP_US


def test_one_record_of_all_buttons_is_a_lot(make_hall: MakeHall) -> None:
    hall = make_hall(seats=4)
    question(hall)
    at = hall.bench.cycle(PORT, hall.bench.now_us() + 1000)
    for seat in (4, 2, 3, 1):
        hall.box.button(seat - 1, True, at)
    hall.run_us(300 * MS)
    assert [record.mask for record in hall.records()] == [0b1111]
    assert hall.published.notices[-1].code == "lot"
    winner = hall.answering
    assert winner is not None
    assert lamps(hall)[-1][1] == 1 << (winner - 1)
    assert sorted(press.why or "" for press in hall.published.presses) == ["", *["busy_grace"] * 3]


def test_button_held_over_the_announcement_is_no_press(make_hall: MakeHall) -> None:
    hall = make_hall()
    hall.key(Do.NEXT)
    hall.finger(2)
    hall.run_us(200 * MS)
    hall.key(Do.NEXT)
    hall.run_us(500 * MS)
    assert hall.answering is None
    hall.finger(2, False)
    hall.run_us(100 * MS)
    hall.finger(2)
    hall.run_us(100 * MS)
    assert hall.answering == 2


def test_bounce_of_5_ms_is_one_press_at_its_first_edge(make_hall: MakeHall) -> None:
    hall = make_hall()
    question(hall)
    first = hall.finger(1, True, 1000)
    for ms in range(5):
        hall.finger(1, False, 1000 + ms * 1000 + 400)
        hall.finger(1, True, 1000 + (ms + 1) * 1000)
    hall.run_us(300 * MS)
    edge_us = hall.bench.us(PORT, hall.box.edges()[first].injected)
    [record] = hall.records()
    assert abs(record.at_us - edge_us) <= record.err_us + 10
    assert hall.answering == 1
    assert hall.why(1) == [None]


def test_spike_gives_nobody_the_right(make_hall: MakeHall) -> None:
    hall = make_hall()
    question(hall)
    hall.finger(1, True, 1000)
    hall.finger(1, False, 1060)
    hall.tap(2, 30 * MS)
    hall.run_us(300 * MS)
    assert hall.answering == 2
    assert [record.mask for record in hall.records()] == [0b10]


def test_window_of_7_s_is_7_s_on_a_clock_that_is_2000_ppm_off(make_hall: MakeHall) -> None:
    for ppm, short_us, wanted in ((2000, 3 * MS, 1), (-2000, 3 * MS, 1), (2000, -3 * MS, None), (-2000, -3 * MS, None)):
        hall = make_hall(ppm=ppm)
        hall.run_us(5 * S)
        question(hall)
        hall.finger(1, True, hall.rest_us() - short_us)
        hall.run_us(hall.rest_us() + 300 * MS)
        assert hall.answering == wanted, (ppm, short_us)
        hall.bench.unplug(PORT)


def test_box_that_resets_in_mid_question_holds_it_and_plays_on(make_hall: MakeHall) -> None:
    hall = make_hall()
    question(hall)
    hall.run_us(S)
    hall.bench.restart(PORT)
    hall.run_us(3 * S)
    hold = hall.published.game.hold
    assert hold is not None
    assert hold.why == "link"
    assert hall.published.boxes[0].up
    hall.tap(3)
    hall.run_us(200 * MS)
    assert hall.answering is None
    assert hall.why(3) == ["on_hold"]
    hall.key(Do.NEXT)
    hall.run_us(100 * MS)
    hall.tap(1)
    hall.run_us(200 * MS)
    assert hall.answering == 1


def test_cable_out_and_in_again_under_another_name(make_hall: MakeHall) -> None:
    """O-20: the window waits, the box is found by its id, one press is one event."""
    hall = make_hall()
    question(hall)
    hall.run_us(S)
    hall.bench.unplug(PORT)
    hall.run_us(S)
    assert hall.published.game.hold is not None
    assert not hall.published.boxes[0].up
    left_us = hall.rest_us()
    hall.run_us(3 * S)
    hall.bench.plug(PORT, "two")
    hall.run_us(6 * S)
    assert hall.published.boxes[0].up
    assert hall.published.boxes[0].port == "boxsim://two"
    assert hall.rest_us() == left_us
    hall.key(Do.NEXT)
    hall.run_us(100 * MS)
    hall.box.button(0, True)
    hall.run_us(300 * MS)
    assert hall.answering == 1
    assert len(hall.records()) == 1


def test_keys_wired_to_the_board_are_the_hosts(make_hall: MakeHall) -> None:
    hall = make_hall()
    hall.host_key(0)
    hall.host_key(0)
    assert hall.published.game.live is not None
    hall.tap(2)
    hall.run_us(100 * MS)
    hall.host_key(2)  # within 250 ms
    assert hall.answering == 2
    hall.run_us(300 * MS)
    hall.host_key(2)
    assert hall.scores() == [0, -10, 0, 0]
    hall.host_key(3)
    hall.run_us(100 * MS)
    assert hall.scores() == [0, 0, 0, 0]


def race(hall: Hall, chance: Random, spread_us: int) -> bool:
    """Four fingers within ``spread_us``. Whether the first has the right, or a lot of its record."""
    hall.key(Do.NEXT)
    if hall.published.game.live is None:  # that was a theme
        hall.key(Do.NEXT)
    seen = len(hall.records())
    fingers = {seat: hall.finger(seat, True, 1000 + chance.random() * spread_us) for seat in (1, 2, 3, 4)}
    for seat in fingers:
        hall.finger(seat, False, 1000 + spread_us + 40 * MS)
    hall.run_us(spread_us + 110 * MS)
    edges = hall.box.edges()
    at = {seat: edges[ident].injected for seat, ident in fingers.items()}
    first = min(at, key=lambda seat: at[seat])
    records = hall.records()[seen:]
    assert sum(record.mask.bit_count() for record in records) == 4
    assert not hall.published.provisional
    tie = min(records, key=lambda record: record.at_us).mask
    won = hall.answering
    assert won is not None
    if tie.bit_count() == 1:
        right = won == first
    else:
        near = [seat for seat in at if at[seat] - at[first] <= 10 * CYCLES_US]
        right = bool(tie >> (won - 1) & 1) and set(near) >= {seat for seat in at if tie >> (seat - 1) & 1}
    hall.key(Do.WITHDRAW)
    hall.run_us(20 * MS)
    return right


def races(hall: Hall, count: int, seed: int) -> int:
    """How many of ``count`` races went to another than the first."""
    chance = Random(seed)
    wrong = 0
    for number in range(count):
        if number % 50 == 0:
            hall.new_runtime()
            hall.events.clear()
            hall.bench.restart(PORT)
            hall.wait_for_box()
            hall.key(Do.NEXT)
        spread_us = chance.choice((20, 200, 2_000, 20_000))
        wrong += not race(hall, chance, spread_us)
    return wrong


def test_a_thousand_races_of_four_have_no_wrong_winner(make_hall: MakeHall) -> None:
    assert races(make_hall(themes=None), 1_000, seed=1) == 0


@pytest.mark.prove
def test_twenty_thousand_races_of_four_have_no_wrong_winner(make_hall: MakeHall) -> None:
    assert races(make_hall(themes=None), 20_000, seed=2) == 0


def test_program_that_stood_still_for_90_s_gives_nobody_the_right(make_hall: MakeHall) -> None:
    """O-09: three players press meanwhile; their records wait in the port's buffer."""
    hall = make_hall()
    hall.run_us(2 * S)
    question(hall)
    hall.run_us(3_700 * MS)
    left_us = hall.rest_us()
    for seat in (1, 2, 3):
        hall.tap(seat, seat * 20 * S)
    hall.bench.run_us(90 * S)  # not a turn of anything of the host's
    hall.run_us(3 * S)
    assert len(hall.records()) == 3
    assert hall.answering is None
    hold = hall.published.game.hold
    assert hold is not None
    assert hold.why == "gap"
    assert left_us <= hall.rest_us() <= left_us + OPEN_US
    assert {press.why for press in hall.published.presses} <= {"on_hold", "late"}
    assert len(hall.published.presses) == 3
    hall.key(Do.NEXT)
    hall.tap(4)
    hall.run_us(200 * MS)
    assert hall.answering == 4


def test_four_players_who_mash_while_the_disk_sleeps_lose_nothing(make_hall: MakeHall) -> None:
    hall = make_hall(keeper=Sleeper())
    question(hall)
    mashed = 0
    for _ in range(16):
        for seat in (1, 2, 3, 4):
            hall.tap(seat, 1000 + seat * 7 * MS, 50 * MS)
            mashed += 1
        hall.run_us(125 * MS)
    assert hall.box_depth() > 50  # kept until they are on the disk
    hall.keeper.wake()  # type: ignore[attr-defined]
    hall.run_us(2 * S)
    assert sum(record.mask.bit_count() for record in hall.records()) == mashed
    assert hall.published.boxes[0].lost == 0
    assert hall.box_depth() == 0
    assert hall.answering == 1


class Sleeper(Forgetful):
    """A journal whose disk sleeps until `wake`."""

    def __init__(self) -> None:
        super().__init__()
        self._awake = False

    def wake(self) -> None:
        self._awake = True

    def state(self) -> Saved:
        known = super().state().known
        return Saved(known, known if self._awake else 0)
