"""The serial driver in virtual time: it finds its box, loses nothing, and survives what ports do (O-20, O-21)."""

from itertools import pairwise

import pytest
import serial
from rig import Rig, S

from buzzer.drivers.events import (
    BoxDown,
    BoxKey,
    BoxPress,
    BoxRelease,
    BoxState,
    BoxUp,
)
from buzzer.testing.lines import bytewise, noisy, shuffled
from buzzer.wire.messages import Lamps


def test_a_press_is_told_with_its_bound() -> None:
    rig = Rig(ppm=1200, build=0xC0FFEE)
    rig.box.press_mask(0b110, 2 * S)
    rig.box.release(2, 2 * S + 70_000)
    rig.box.key(0b0011, 2 * S + 100_000)
    up, press, release, *keys = rig.run(3 * S)
    assert up == BoxUp("BOX-1", "A", 1, "00c0ffee", 6, 0, up.arrived_us, restarted=False, cause="power")
    assert isinstance(press, BoxPress)
    assert (press.box, press.boot, press.seq, press.round, press.mask, press.history) == (
        "BOX-1",
        1,
        1,
        0,
        0b110,
        False,
    )
    assert abs(press.at_us - 2 * S) <= press.err_us < 1000
    assert press.arrived_us >= 2 * S
    assert isinstance(release, BoxRelease)
    assert release.mask == 0b010
    assert [key.key for key in keys if isinstance(key, BoxKey)] == ["next", "right"]


def test_the_link_is_told_five_times_a_second() -> None:
    rig = Rig(ppm=-900)
    rig.run(70 * S)
    states = [state for state in rig.of(BoxState) if state.arrived_us > 65 * S]
    assert len(states) in (24, 25, 26)
    assert all(state.rate_ppm == pytest.approx(-900, abs=20) for state in states)
    assert all(0 < state.err_us < 1000 for state in states)


def test_commands_reach_the_box_at_once() -> None:
    rig = Rig()
    rig.run(2 * S)
    rig.driver.arm(5, 0b1111)
    rig.driver.lamps(0b01, fast=0b10, buzzer_ms=295)
    ordered_us = rig.clock.now_us()
    while rig.box.link.lamps != Lamps(0b01, 0b10, 30):
        rig.driver.pump()
    assert rig.clock.now_us() - ordered_us < 5_000
    assert (rig.box.link.round, rig.box.link.armed) == (5, 0b1111)
    rig.box.press(1)
    rig.run(3 * S)
    (press,) = rig.of(BoxPress)
    assert press.round == 5
    rig.driver.disarm()
    rig.run(4 * S)
    assert rig.box.link.round == 0


def test_the_box_forgets_only_what_is_saved() -> None:
    rig = Rig()
    for n in range(3):
        rig.box.press(n + 1, 2 * S)
    rig.run(3 * S)
    assert rig.box.link.depth == 3
    rig.driver.saved(1, 2)
    rig.run(4 * S)
    assert rig.box.link.depth == 1
    rig.driver.saved(7, 3)
    rig.run(5 * S)
    assert rig.box.link.depth == 1, "another boot's"
    rig.driver.saved(1, 3)
    rig.run(6 * S)
    assert rig.box.link.depth == 0
    assert len(rig.of(BoxPress)) == 3


def test_a_resent_press_counts_once() -> None:
    rig = Rig(to_box=shuffled(9, lose=0.5, spread_us=500))
    for n in range(100):
        rig.box.press(1, 3 * S + n * 100_000)
        rig.box.release(1, 3 * S + n * 100_000 + 50_000)
    rig.run(16 * S)
    assert [press.seq for press in rig.of(BoxPress)] == list(range(1, 101))


def test_mashing_while_the_disk_sleeps_loses_nothing() -> None:
    rig = Rig(ppm=300)
    for n in range(64):  # four players, 8 presses a second each, for two seconds
        rig.box.press(n % 4 + 1, 3 * S + n * 31_250)
        rig.box.release(n % 4 + 1, 3 * S + n * 31_250 + 30_000)
    rig.run(6 * S)
    assert [press.seq for press in rig.of(BoxPress)] == list(range(1, 65))
    assert rig.box.link.lost == 0


@pytest.mark.parametrize("seed", [1, 2])
def test_a_bad_cable_loses_nothing_and_invents_nothing(seed: int) -> None:
    noise = {"drop": 0.01, "flip": 0.01, "double": 0.01}
    rig = Rig(to_host=noisy(seed, **noise), to_box=noisy(seed + 9, **noise), ppm=1000)
    made = [5 * S + n * 50_000 for n in range(500)]
    for n, at_us in enumerate(made):
        rig.box.press(n % 6 + 1, at_us)
        rig.box.release(n % 6 + 1, at_us + 40_000)
        rig.clock.call_at(at_us + 300_000, lambda n=n: rig.driver.saved(1, n + 1))  # type: ignore[misc]
    rig.run(made[-1] + 5 * S)
    presses = rig.of(BoxPress)
    assert [press.seq for press in presses] == list(range(1, 501))
    for n, (at_us, press) in enumerate(zip(made, presses, strict=True)):
        assert press.mask == 1 << n % 6
        assert abs(press.at_us - at_us) <= press.err_us
    assert all(a.at_us < b.at_us for a, b in pairwise(presses))
    assert rig.of(BoxState)[-1].bad_frames > 50


def test_rubbish_never_kills_the_reader() -> None:
    rig = Rig()
    rig.run(2 * S)
    for piece in (b"\xff" * 100_000, b"\0" * 1000, bytes(range(256)) * 40, "Привет\r\n".encode(), b"\x01\0" * 500):
        rig.line.inbox.extend(piece)
        rig.run(rig.clock.now_us() + S // 10)
    rig.line.inbox.extend(b"\0")
    rig.box.press(1)
    rig.run(rig.clock.now_us() + S)
    assert len(rig.of(BoxPress)) == 1
    assert rig.of(BoxState)[-1].bad_frames > 500
    assert not rig.of(BoxDown)


def test_a_cut_frame_gives_no_early_stamp() -> None:
    rig = Rig(first_tick=123_000_000)
    rig.run(5 * S)
    cut: list[bool] = []

    def halves(data: bytes, now_us: int) -> list[tuple[int, bytes]]:
        half = len(data) // 2
        cut.append(True)
        return [(now_us, data[:half]), (now_us + 40_000, data[half:])]

    rig.line.to_host = halves
    rig.box.press(1, 6 * S)
    rig.run(8 * S)
    assert cut
    (press,) = rig.of(BoxPress)
    assert abs(press.at_us - 6 * S) <= press.err_us


def test_seven_seconds_are_seven_seconds() -> None:
    rig = Rig(ppm=2000)
    rig.box.key(1, 70 * S)
    rig.box.press(1, 77 * S)
    rig.run(78 * S)
    (key,), (press,) = rig.of(BoxKey), rig.of(BoxPress)
    assert abs(press.at_us - key.at_us - 7 * S) < 300, "by the box's own count it is 7.014 s"


def test_truth_is_inside_on_a_warming_board_behind_a_slow_way_back() -> None:
    rig = Rig(to_host=bytewise(delay_us=3000), to_box=bytewise(delay_us=100), ppm=-2500, drift_ppm_s=0.25)
    made = [2 * S + n * 1_700_001 for n in range(100)]
    for n, at_us in enumerate(made):
        rig.box.press(n % 6 + 1, at_us)
        rig.box.release(n % 6 + 1, at_us + 100_000)
        rig.clock.call_at(at_us + 300_000, lambda n=n: rig.driver.saved(1, n + 1))  # type: ignore[misc]
    rig.run(made[-1] + S)
    presses = rig.of(BoxPress)
    assert len(presses) == 100
    for at_us, press in zip(made, presses, strict=True):
        assert abs(press.at_us - at_us) <= press.err_us < 15_000


def test_simultaneous_presses_have_one_stamp_and_others_keep_their_order() -> None:
    rig = Rig()
    rig.box.press_mask(0b1001, 3 * S)
    rig.box.press(2, 3 * S + 1)
    rig.run(4 * S)
    tie, later = rig.of(BoxPress)
    assert (tie.mask, later.mask) == (0b1001, 0b0010)
    assert later.at_us - tie.at_us == 1


def test_ticks_over_2_to_the_32_and_a_silence_of_80_minutes() -> None:
    rig = Rig(first_tick=(1 << 32) - 2 * (10 * S))
    rig.box.press(1, 9_999_990)
    rig.box.press(2, 10_000_010)
    rig.run(11 * S)
    a, b = rig.of(BoxPress)
    assert b.at_us - a.at_us == 20
    start = rig.clock.now_us()
    rig.line.to_host = lambda data, now_us: []  # a silence on the line, not in the box
    rig.run(start + 4 * S)
    rig.clock.advance(80 * 60 * S)
    rig.line.to_host = bytewise()
    now = rig.clock.now_us()
    rig.box.press(3, now + 2 * S)
    rig.box.press(4, now + 2 * S + 100)
    rig.run(now + 3 * S)
    c, d = rig.of(BoxPress)[2:]
    assert (c.mask, d.mask, d.at_us - c.at_us) == (0b100, 0b1000, 100)
    assert abs(c.at_us - now - 2 * S) <= c.err_us


def test_numbers_of_boots_go_on_from_the_journals() -> None:
    rig = Rig(driver={"boots": {"BOX-1": 7}})
    rig.run(1 * S)
    assert rig.of(BoxUp)[0].boot == 8


def test_a_box_without_a_name_can_be_named() -> None:
    rig = Rig(board="")
    rig.run(1 * S)
    assert rig.of(BoxUp)[0].box == "unnamed"
    with pytest.raises(ValueError, match="at most 8"):
        rig.driver.name("Стол номер 1")
    rig.driver.name("TABLE-1")
    rig.run(2 * S)
    assert rig.of(BoxState)[-1].box == "TABLE-1"


def test_a_machine_that_slept_voids_the_clock() -> None:
    rig = Rig()
    rig.run(5 * S)
    rig.driver.void_clock()
    down, up = rig.run(6 * S)
    assert isinstance(down, BoxDown)
    assert down.why == "clock"
    assert isinstance(up, BoxUp)
    assert (up.boot, up.restarted) == (1, False)


def test_a_full_line_is_no_unplugging() -> None:
    rig = Rig()
    rig.run(2 * S)
    way = rig.line.to_box

    def full(data: bytes, now_us: int) -> list[tuple[int, bytes]]:
        raise serial.SerialTimeoutException("Write timeout")

    rig.line.to_box = full
    rig.run(5 * S)
    rig.line.to_box = way
    rig.box.press(1)
    rig.run(6 * S)
    assert len(rig.of(BoxPress)) == 1
    assert rig.ports.opens == ["A"]
