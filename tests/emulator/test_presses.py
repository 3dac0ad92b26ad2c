"""From the finger's edge to the record: stamps, order, ties, bounce, spikes, held buttons."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from buzzer.wire.messages import Arm, Key, Ping, Press, Release

from .boxsim import CYCLES_US, BoxSim, Library
from .build import build
from .fixtures import MakeBox
from .host import Host

MS = 1000 * CYCLES_US
ALL_UP_US = 40_000
"""From releasing everything until every button may fire again, with some room."""


def press(host: Host, buttons: dict[int, int]) -> dict[int, int]:
    """Put buttons down at cycles from now, run until they are told; button: injected cycle."""
    start = host.box.now + MS
    ids = {host.box.button(b, True, start + after): b for b, after in buttons.items()}
    host.run_us(1000 + max(buttons.values()) / CYCLES_US + 10_000)
    edges = host.box.edges()
    return {button: edges[i].injected for i, button in ids.items()}


def release(host: Host, buttons: range | list[int]) -> None:
    for b in buttons:
        host.box.button(b, False)
    host.run_us(ALL_UP_US)
    host.box.edges()


def by_button(presses: list[Press]) -> dict[int, int]:
    """Button: tick, from records of which each button is in one."""
    told = [(b, p.tick) for p in presses for b in range(6) if p.mask >> b & 1]
    assert len(told) == len(dict(told)), "a press was told twice"
    return dict(told)


def summary(errors_us: list[float]) -> tuple[float, float, float]:
    errors = sorted(errors_us)
    return errors[len(errors) // 2], errors[int(len(errors) * 0.99)], errors[-1]


@pytest.mark.parametrize(("load", "bound_us"), [(False, 3.0), (True, 9.0)])
def test_the_stamp_is_that_of_the_edge(
    box: BoxSim, load: bool, bound_us: float, record_property: Callable[[str, object], None]
) -> None:
    host = Host(box)
    host.connect()
    chance = Random(7)
    errors: list[float] = []
    for n in range(150):
        host.records.clear()
        button = n % 6
        ident = box.button(button, True, box.now + 3 * MS + chance.randrange(2 * MS))
        for k in range(20):
            if load:
                host.send(Ping(k))
            host.run_us(700)
        told = by_button(host.presses())
        errors.append(told[button] * 0.5 - box.tick_of(box.edges()[ident].injected) * 0.5)
        release(host, [button])
    median, p99, worst = summary([abs(e) for e in errors])
    record_property(
        "figure", f"stamp error {'under ping load' if load else 'idle'}: {median:.2f} / {p99:.2f} / {worst:.2f} us"
    )
    assert min(errors) > -0.5, "a stamp from before its edge"
    assert worst <= bound_us


def race(host: Host, chance: Random) -> None:
    """Four buttons within 60 us: told in the order of their edges, or as one instant."""
    host.records.clear()
    buttons = chance.sample(range(6), 4)
    injected = press(host, {b: chance.randrange(60 * CYCLES_US) for b in buttons})
    told = by_button(host.presses())
    assert told.keys() == injected.keys()
    for a in buttons:
        for b in buttons:
            if injected[a] < injected[b]:
                assert told[a] <= told[b], f"{injected}: told {told}"
            if injected[b] - injected[a] >= 10 * CYCLES_US:
                assert told[a] < told[b], f"no tie: {injected}, told {told}"
    ticks = [p.tick for p in host.presses()]
    assert ticks == sorted(set(ticks)), "one instant is one record, and they come in order"
    release(host, buttons)


@pytest.mark.parametrize("count", [1000, pytest.param(20_000, marks=pytest.mark.prove)])
def test_no_race_of_four_has_a_wrong_order(box: BoxSim, count: int) -> None:
    host = Host(box)
    host.connect()
    chance = Random(count)
    for _ in range(count):
        race(host, chance)


def test_no_wrong_order_under_ping_load(box: BoxSim) -> None:
    host = Host(box)
    host.connect()
    chance = Random(3)
    pinged = 0
    for _ in range(100):
        for k in range(14):  # on the line, one after the other, while the buttons go down
            host.send(Ping(k))
            pinged += 1
        race(host, chance)
    assert pinged == 1400


def test_simultaneous_edges_are_one_record(box: BoxSim) -> None:
    host = Host(box)
    host.connect()
    for _ in range(50):
        host.records.clear()
        press(host, dict.fromkeys(range(4), 0))
        assert [p.mask for p in host.presses()] == [0b1111]
        release(host, range(4))


def test_all_six_bouncing_at_once_are_still_one_record(box: BoxSim) -> None:
    host = Host(box)
    host.connect()
    start = box.now + MS
    chance = Random(5)
    for b in range(6):
        box.button(b, True, start)
        at = start
        for _ in range(b * 2):
            at += chance.randrange(20, 400) * CYCLES_US
            box.button(b, False, at)
            at += chance.randrange(20, 400) * CYCLES_US
            box.button(b, True, at)
    host.run_us(20_000)
    assert [p.mask for p in host.presses()] == [0b111111]


def test_five_ms_of_bounce_are_one_press_with_the_first_stamp(box: BoxSim) -> None:
    host = Host(box)
    host.connect()
    chance = Random(11)
    for _ in range(40):
        host.records.clear()
        start = box.now + MS
        first = box.button(2, True, start)
        at = start
        while (at := at + chance.randrange(5, 500) * CYCLES_US) < start + 5 * MS:
            box.button(2, False, at)
            at += chance.randrange(5, 500) * CYCLES_US
            box.button(2, True, at)
        box.button(2, True, start + 5 * MS)
        host.run_us(60_000)
        [told] = host.presses()
        assert abs(told.tick - box.tick_of(box.edges()[first].injected)) <= 6
        release(host, [2])
    assert host.state().spikes == 0


def test_the_bouncier_button_loses_no_race(box: BoxSim) -> None:
    """The same two edges 1 ms apart, the first one's contact better or worse: the same ranking."""
    host = Host(box)
    host.connect()
    for bounce_ms in range(7):
        host.records.clear()
        start = box.now + MS
        box.button(4, True, start)
        for k in range(bounce_ms):
            box.button(4, False, start + k * MS + 300 * CYCLES_US)
            box.button(4, True, start + k * MS + 1290 * CYCLES_US)
        box.button(1, True, start + MS)
        host.run_us(20_000)
        assert [p.mask for p in host.presses()] == [1 << 4, 1 << 1]
        release(host, [1, 4])


@pytest.mark.parametrize("width_us", [2, 20, 60, 900])
def test_a_spike_is_counted_and_never_sent(box: BoxSim, width_us: int) -> None:
    host = Host(box)
    host.connect()
    for _ in range(10):
        box.button(3, True, box.now + 160)
        box.button(3, False, box.now + 160 + width_us * CYCLES_US)
        host.run_us(15_000)
    assert host.records == []
    state = host.state()
    assert (state.spikes, state.noise) == (10, 0)


def test_four_inputs_in_one_instant_with_nothing_held_are_noise(box: BoxSim) -> None:
    host = Host(box)
    host.connect()
    start = box.now + MS
    for b in range(4):
        box.button(b, True, start)
        box.button(b, False, start + 30 * CYCLES_US)
    host.run_us(20_000)
    state = host.state()
    assert (state.noise, state.spikes, host.records) == (1, 0, [])


def test_held_over_arming_is_none_and_pressed_again_is_one(box: BoxSim) -> None:
    host = Host(box)
    host.connect()
    box.button(0, True)
    host.run_us(20_000)
    assert [p.round for p in host.presses()] == [0]
    host.send(Arm(7, 0b111111))
    assert host.state().stuck == 1
    host.run_us(500_000)
    assert len(host.presses()) == 1
    release(host, [0])
    assert host.state().stuck == 0
    box.button(0, True)
    host.run_us(20_000)
    assert [p.round for p in host.presses()] == [0, 7]


def test_a_button_down_at_start_is_stuck_and_no_press(box: BoxSim) -> None:
    box.button(5, True)
    box.run_us(10)
    box.reset()
    host = Host(box)
    hello = host.connect()
    host.run_us(500_000)
    assert (hello.held, host.state().stuck, host.records) == (1 << 5, 1 << 5, [])
    release(host, [5])
    box.button(5, True)
    host.run_us(20_000)
    assert [p.mask for p in host.presses()] == [1 << 5]


def kept_beside_chatter(box: BoxSim, trials: int) -> int:
    """Presses told, once and with their stamp, beside a contact that opens and closes each 5 to 100 us."""
    host = Host(box)
    host.connect()
    chance = Random(17)
    kept = 0
    for _ in range(trials):
        host.records.clear()
        start = box.now + MS
        at, down = start, True
        while at < start + 4 * MS:
            box.button(0, down, at)
            at, down = at + chance.randrange(5, 100) * CYCLES_US, not down
        ident = box.button(1, True, start + chance.randrange(2 * MS))
        box.button(0, False, start + 4 * MS)
        host.run_us(10_000)
        mine = [p for p in host.presses() if p.mask & 2]
        kept += len(mine) == 1 and abs(mine[0].tick - box.tick_of(box.edges()[ident].injected)) <= 18
        release(host, [0, 1])
    return kept


def test_a_chattering_neighbour_eats_no_press(box: BoxSim) -> None:
    assert kept_beside_chatter(box, 400) == 400


def test_without_the_one_shot_mask_it_would(library: Library, tmp_path: Path) -> None:
    mutant = ("boards/atmega328p/interrupts.S", "    sts \\mask, r30\n", "")
    with BoxSim(library, build(tmp_path, (mutant,)).image) as box:
        assert kept_beside_chatter(box, 40) < 40


def test_a_release_is_told_once_after_25_ms(box: BoxSim) -> None:
    host = Host(box)
    host.connect()
    box.button(1, True)
    host.run_us(30_000)
    up = box.button(1, False)
    host.run_us(24_000)
    assert host.of(Release) == []
    host.run_us(5_000)
    [told] = host.of(Release)
    rose = box.tick_of(box.edges()[up].injected)
    assert told.mask == 2
    assert 0 <= told.tick - rose <= 1100, "sampled each half millisecond"


def test_the_hosts_keys_are_records_in_the_same_sequence(box: BoxSim) -> None:
    host = Host(box)
    host.connect()
    for k in range(4):
        ident = box.key(k, True)
        box.button(k, True, box.now + 100 * CYCLES_US)
        host.run_us(10_000)
        (_, key), (_, button) = host.records[-2:]
        assert isinstance(key, Key)
        assert isinstance(button, Press)
        assert (key.mask, button.mask) == (1 << k, 1 << k)
        assert abs(key.tick - box.tick_of(box.edges()[ident].injected)) <= 6
        box.key(k, False)
        release(host, [k])
    assert [seq for seq, _ in host.records] == list(range(1, 9))


@pytest.mark.parametrize("after", [-1, 1])
def test_a_sweep_over_the_timers_overflow(make_box: MakeBox, after: int) -> None:
    """One cycle after the other around the instant where the low word wraps: never 32.77 ms off."""
    box = make_box()
    host = Host(box)
    host.connect()
    overflow = 65536 * 8
    start = box.now - round(box.tick_of(box.now) * 8)
    for offset in range(151):
        host.records.clear()
        turn = (box.now + 2 * MS - start) // overflow + 1
        ident = box.button(2, True, start + turn * overflow + after * offset)
        host.run_us(2_000 + 32_768 + 10_000)
        [told] = host.presses()
        assert abs(told.tick - box.tick_of(box.edges()[ident].injected)) <= 18
        release(host, [2])


def test_eight_microseconds_are_told_apart(box: BoxSim) -> None:
    """Declared: two presses 10 us apart are told apart; idle, 8 us are."""
    host = Host(box)
    host.connect()
    for _ in range(50):
        host.records.clear()
        press(host, {3: 0, 0: 8 * CYCLES_US})
        assert [p.mask for p in host.presses()] == [1 << 3, 1 << 0]
        release(host, [0, 3])


@pytest.mark.parametrize("save", [True, False])
def test_six_players_mash_and_nothing_is_lost(box: BoxSim, save: bool) -> None:
    """8 presses a second each, the disk asleep for the 2 s that it lasts or not."""
    host = Host(box, save=save)
    host.connect()
    chance = Random(23)
    made = 0
    for b in range(6):
        at = box.now + MS + chance.randrange(MS)
        for _ in range(16):
            box.button(b, True, at)
            box.button(b, False, at + 60 * MS)
            at += 125 * MS
            made += 1
    host.run_us(2_200_000)
    told = [b for p in host.presses() for b in range(6) if p.mask >> b & 1]
    assert len(told) == made == 96
    state = host.state()
    assert (state.lost, state.depth) == (0, 0 if save else min(64, len(host.records)))


def test_the_box_is_deterministic(make_box: MakeBox) -> None:
    def run() -> list[tuple[int, Press | Key]]:
        host = Host(make_box(seed=9))
        host.connect()
        chance = Random(1)
        for _ in range(5):
            press(host, {b: chance.randrange(1000) for b in range(6)})
            release(host, range(6))
        return host.records

    assert run() == run()
