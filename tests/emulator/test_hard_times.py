"""What happens rarely: the watchdog, the wraps of the clock, long interrupts, and the proof that these tests see it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from buzzer.wire.messages import Board, Hello, Ping

from .boxsim import CYCLES_US, WATCHDOG, BoxSim, Library
from .build import Build, build
from .fixtures import MakeBox
from .host import Host

MS = 1000 * CYCLES_US
ENTRY_CYCLES = 7
"""What the chip takes to enter an interrupt from sleep to its first instruction; the emulator takes none."""
WRAP = 1 << 32


@pytest.fixture(scope="module")
def fresh(tmp_path_factory: pytest.TempPathFactory) -> Build:
    return build(tmp_path_factory.mktemp("fresh"))


def set_clock(box: BoxSim, fresh: Build, overflows: int) -> int:
    """Set the upper 32 bits of the box's clock; how many ticks it is ahead of `tick_of` from now on."""
    address = fresh.address("edges_overflows")
    old = int.from_bytes(box.peek(address, 4), "little")
    box.poke(address, overflows.to_bytes(4, "little"))
    return (overflows - old) << 16


def test_the_watchdog_restarts_a_box_that_hangs(box: BoxSim) -> None:
    host = Host(box)
    first = host.connect(4)
    box.hang()
    hung = box.now
    host.boot = 0
    heard = host.wait(Hello)
    hello = heard.message
    assert isinstance(hello, Hello)
    assert (heard.boot, hello.cause) == (0, WATCHDOG)
    assert hello.nonce != first.nonce
    assert 150 * MS <= heard.at - hung <= 320 * MS
    host.welcome(5, hello.nonce)
    box.button(3, True)
    host.run_us(10_000)
    assert [(seq, p.mask) for seq, p in host.records] == [(1, 8)]


def test_the_watchdog_bites_again_and_a_later_reset_is_no_watchdog(box: BoxSim) -> None:
    host = Host(box)
    for _ in range(3):
        host.boot = 0
        host.connect()
        box.hang()
        hello = host.wait(Hello).message
        assert isinstance(hello, Hello)
        assert hello.cause == WATCHDOG
    box.reset(2)
    hello = host.wait(Hello).message
    assert isinstance(hello, Hello)
    assert hello.cause == 2


@pytest.mark.parametrize("half", [1 << 31, WRAP])
def test_order_and_distance_hold_over_a_wrap(box: BoxSim, fresh: Build, half: int) -> None:
    """35.8 and 71.6 minutes: a press on each side, and a round that was armed before."""
    host = Host(box)
    host.connect()
    ahead = set_clock(box, fresh, (half >> 16) - 2)
    start = box.now - round(box.tick_of(box.now) * 8) + (half - ahead) * 8
    ids = [box.button(0, True, start - 4400 * CYCLES_US), box.button(1, True, start + 4396 * CYCLES_US)]
    box.run_until(start - 8 * MS)
    host.run_us(30_000)
    edges = box.edges()
    a, b = host.presses()
    assert (a.mask, b.mask) == (1, 2)
    assert a.tick < half <= b.tick
    for told, ident in zip((a, b), ids, strict=True):
        assert abs(told.tick - ahead - box.tick_of(edges[ident].injected)) <= 6
    host.run_us(500_000)
    assert host.state().tick > half


def test_eighty_minutes_of_silence(box: BoxSim) -> None:
    """Lived through, not set: then two presses 100 us apart, in order and with all 48 bits."""
    host = Host(box)
    host.connect()
    for _ in range(80 * 60):
        box.run_us(1_000_000)
        box.read()
    start = box.now + MS
    ids = [box.button(2, True, start), box.button(5, True, start + 100 * CYCLES_US)]
    host.run_us(20_000)
    edges = box.edges()
    assert [p.mask for p in host.presses()] == [1 << 2, 1 << 5]
    for told, ident in zip(host.presses(), ids, strict=True):
        assert told.tick > WRAP
        assert abs(told.tick - box.tick_of(edges[ident].injected)) <= 6


def worst_interrupts_off(box: BoxSim) -> tuple[int, int]:
    """Pings without a pause, six buttons, keys and lamps, for half a second of instructions one by one."""
    host = Host(box)
    host.connect()
    chance = Random(1)
    box.measure_interrupts_off(True)
    for n in range(25):
        for k in range(60):
            host.send(Ping(k))
        for b in range(6):
            box.button(b, n % 2 == 0, box.now + chance.randrange(10 * MS))
        for k in range(4):
            box.key(k, n % 2 == 0, box.now + chance.randrange(10 * MS))
        host.run_us(20_000)
    return box.longest_interrupts_off


def test_interrupts_are_never_off_for_more_than_8_us(
    box: BoxSim, record_property: Callable[[str, object], None]
) -> None:
    cycles, where = worst_interrupts_off(box)
    record_property(
        "figure", f"interrupts off for at most {(cycles + ENTRY_CYCLES) / CYCLES_US:.2f} us, up to {where:#x}"
    )
    assert cycles > 40, "nothing was measured"
    assert cycles + ENTRY_CYCLES <= 8 * CYCLES_US


BOARD = "boards/atmega328p/"
MUTANTS = {
    "pending overflow not counted": ((BOARD + "interrupts.S", "    sbrs r26, 7\n    inc r25\n", ""),),
    "pending overflow counted though read before": (
        (BOARD + "interrupts.S", "    sbrs r26, 7\n    inc r25", "    inc r25"),
    ),
}


def worst_error_around_overflow(box: BoxSim) -> float:
    """Ticks between told and injected, over presses in every cycle around the timer's wrap."""
    host = Host(box)
    host.connect()
    start = box.now - round(box.tick_of(box.now) * 8)
    worst = 0.0
    for offset in range(-150, 151):
        host.records.clear()
        turn = (box.now + 2 * MS - start) // (65536 * 8) + 1
        ident = box.button(2, True, start + turn * 65536 * 8 + offset)
        host.run_us(45_000)
        [told] = host.presses()
        worst = max(worst, abs(told.tick - box.tick_of(box.edges()[ident].injected)))
        box.button(2, False)
        host.run_us(40_000)
    return worst


def test_the_overflow_is_counted_right(box: BoxSim) -> None:
    assert worst_error_around_overflow(box) <= 12


@pytest.mark.parametrize("mutant", MUTANTS)
def test_the_sweep_sees_a_wrong_overflow(library: Library, tmp_path: Path, mutant: str) -> None:
    with BoxSim(library, build(tmp_path, MUTANTS[mutant]).image) as box:
        assert worst_error_around_overflow(box) > 60_000


def test_the_measure_sees_a_long_interrupt(library: Library, tmp_path: Path) -> None:
    slow = (
        BOARD + "edges.c",
        "    edges_overflows++;\n",
        "    edges_overflows++;\n    __builtin_avr_delay_cycles(100);\n",
    )
    with BoxSim(library, build(tmp_path, (slow,)).image) as box:
        assert worst_interrupts_off(box)[0] + ENTRY_CYCLES > 8 * CYCLES_US


def test_separate_boots_of_a_box_never_share_their_state(make_box: MakeBox) -> None:
    box = make_box()
    host = Host(box, ack=False)
    host.connect(1)
    box.button(0, True)
    host.run_us(10_000)
    box.button(0, False)
    host.run_us(40_000)
    box.reset()
    host.boot = 0
    host.connect(2)
    host.run_us(300_000)
    assert host.presses()
    assert {h.boot for h in host.heard if h.seq} == {1}
    assert host.state().depth == 0


def test_the_stack_has_room(box: BoxSim, fresh: Build, record_property: Callable[[str, object], None]) -> None:
    """What no call and no interrupt has touched after the worst that the tests know, in bytes."""
    host = Host(box)
    host.connect()
    first = fresh.address("_end")
    stack = int.from_bytes(box.peek(0x5D, 2), "little")
    box.poke(first, bytes([0xA5]) * (stack - first - 8))
    chance = Random(6)
    for n in range(30):
        for k in range(40):
            host.send(Ping(k))
        for b in range(6):
            box.button(b, n % 2 == 0, box.now + chance.randrange(10 * MS))
        host.send(Board(f"B-{n}"))
        host.run_us(30_000)
    room = box.peek(first, stack - first)
    untouched = len(room) - len(room.lstrip(b"\xa5"))
    record_property("figure", f"stack: {untouched} bytes never used")
    assert untouched >= 128
