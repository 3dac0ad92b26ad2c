"""The link: boots, acknowledgements and repeats, loss, load, lamps, the stored id."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from random import Random

import pytest

from buzzer.wire.frames import Frame, encode
from buzzer.wire.messages import (
    Ack,
    Arm,
    Board,
    Disarm,
    Hello,
    Lamps,
    Ping,
    Pong,
    Press,
    State,
    Welcome,
    Who,
    pack,
)

from .boxsim import CYCLES_US, EXTERNAL, HZ, POWER_ON, BoxSim
from .fixtures import MakeBox
from .host import Host

MS = 1000 * CYCLES_US
BYTE_CYCLES = 11 * 32
"""At 500 000 baud, as the emulated UART has it."""


def press_once(host: Host, button: int = 0) -> None:
    host.box.button(button, True)
    host.run_us(5_000)
    host.box.button(button, False)
    host.run_us(30_000)


def test_hello_each_200_ms_until_welcomed_then_state(box: BoxSim) -> None:
    host = Host(box)
    host.run_us(2_000_000)
    hellos = host.of(Hello)
    assert 9 <= len(hellos) <= 12
    assert host.of(State) == []
    first = hellos[0]
    assert (first.protocol, first.board, first.kind, first.cause) == (1, "BOX-0000", 1, POWER_ON)
    assert (first.tick_hz, first.buttons, first.held) == (2_000_000, 6, 0)
    assert {h.boot for h in host.heard} == {0}
    host.welcome(5, first.nonce)
    host.run_us(2_000_000)
    assert 10 <= len(host.of(State)) <= 13
    assert {h.boot for h in host.heard if isinstance(h.message, State)} == {5}
    assert len(host.of(Hello)) == len(hellos)


def test_a_welcome_for_another_boot_is_ignored(box: BoxSim) -> None:
    host = Host(box)
    hello = host.wait(Hello).message
    assert isinstance(hello, Hello)
    host.send(Welcome(1, hello.nonce ^ 1), boot=1)
    host.send(Welcome(2, hello.nonce), boot=1)
    box.write(encode(Frame(0x42, 0, 0, bytes((0, 0)) + hello.nonce.to_bytes(2, "big"))))
    host.run_us(500_000)
    assert host.of(State) == []


def test_two_power_ups_have_different_nonces(make_box: MakeBox) -> None:
    nonces = set()
    for seed in range(1, 9):
        hello = Host(make_box(seed=seed)).wait(Hello).message
        assert isinstance(hello, Hello)
        nonces.add(hello.nonce)
    assert len(nonces) == 8


def test_a_reset_is_a_new_boot_with_a_new_nonce(box: BoxSim) -> None:
    host = Host(box)
    first = host.connect(3)
    host.send(Arm(9, 63))
    host.run_us(100_000)
    box.reset(EXTERNAL)
    host.boot = 0
    again = host.wait(Hello)
    assert isinstance(again.message, Hello)
    assert (again.boot, again.message.cause) == (0, EXTERNAL)
    assert again.message.nonce != first.nonce
    host.welcome(4, again.message.nonce)
    assert host.state().round == 0


def test_commands_are_answered_by_the_state(box: BoxSim) -> None:
    host = Host(box)
    host.connect()
    host.send(Arm(200, 0b101))
    state = host.state()
    assert (state.round, state.armed) == (200, 0b101)
    host.send(Disarm())
    assert host.state().round == 0
    known = len(host.heard)
    host.send(Who())
    host.run_us(5_000)
    assert [type(h.message) for h in host.heard[known:]] == [Hello]
    assert host.heard[-1].boot == 1


def test_frames_for_another_boot_do_nothing(box: BoxSim) -> None:
    host = Host(box)
    host.connect(8)
    host.send(Arm(3, 63), boot=7)
    host.send(Ping(1), boot=0)
    host.send(Lamps(1, 0, 0), boot=9)
    host.run_us(300_000)
    assert host.of(State)[-1].round == 0
    assert host.of(Pong) == []
    assert [o for o in box.outputs() if o.port == "D" and o.value & 0xFC] == []


def test_before_the_welcome_only_a_ping_at_boot_0_is_answered(box: BoxSim) -> None:
    host = Host(box)
    host.wait(Hello)
    host.send(Ping(77), boot=0)
    host.send(Arm(3, 63), boot=0)
    host.run_us(20_000)
    assert [p.nonce for p in host.of(Pong)] == [77]
    assert host.of(State) == []


def test_the_pong_tells_when_the_ping_was_received(box: BoxSim) -> None:
    host = Host(box)
    host.connect()
    for k in range(50):
        sent = box.now
        host.send(Ping(k))
        host.run_us(1_500)
        pong = host.of(Pong)[-1]
        ping_ends = sent + len(encode(pack(Ping(k), boot=1))) * BYTE_CYCLES
        assert pong.nonce == k
        assert -1 <= pong.tick - box.tick_of(ping_ends) <= 20


def test_a_record_is_repeated_until_got(box: BoxSim) -> None:
    host = Host(box, ack=False)
    host.connect()
    box.button(4, True)
    host.run_us(1_500_000)
    sent = [h.at for h in host.heard if isinstance(h.message, Press)]
    gaps_ms = [(b - a) / MS for a, b in pairwise(sent)]
    for gap, wanted in zip(gaps_ms, [20, 40, 80, 160, 200, 200, 200], strict=False):
        assert abs(gap - wanted) <= 1.6
    assert len(gaps_ms) >= 7
    host.send(Ack(1, 0))
    host.run_us(5_000)
    known = len(host.of(Press))
    host.run_us(1_000_000)
    assert len(host.of(Press)) == known
    assert host.state().depth == 1, "got is not saved: the box keeps it"
    host.send(Ack(1, 1))
    host.run_us(5_000)
    assert host.state().depth == 0


def test_records_from_before_the_welcome_are_kept_and_numbered(box: BoxSim) -> None:
    host = Host(box)
    hello = host.wait(Hello).message
    assert isinstance(hello, Hello)
    for b in range(3):
        press_once(host, b)
    assert host.of(Press) == []
    host.welcome(6, hello.nonce)
    host.run_us(50_000)
    assert [(seq, p.mask) for seq, p in host.records] == [(1, 1), (2, 2), (3, 4)]
    assert {h.boot for h in host.heard if isinstance(h.message, Press)} == {6}


def test_a_new_boot_number_without_restart_sends_again_what_is_not_saved(box: BoxSim) -> None:
    host = Host(box, ack=False)
    hello = host.connect(1)
    for b in range(4):
        press_once(host, b)
    host.send(Ack(4, 2))
    host.run_us(300_000)
    host.welcome(2, hello.nonce)
    host.ack = True
    host.records.clear()
    host.run_us(300_000)
    assert [(seq, p.mask) for seq, p in host.records] == [(3, 4), (4, 8)]
    assert host.sequence.missed == 0
    assert host.state().depth == 0


def test_an_acknowledgement_of_what_was_never_sent_is_ignored(box: BoxSim) -> None:
    host = Host(box, ack=False)
    host.connect()
    press_once(host)
    host.send(Ack(2, 2))
    host.send(Ack(40_000, 40_000))
    host.run_us(5_000)
    assert host.state().depth == 1


def test_a_full_queue_forgets_what_was_got_before_what_was_not(box: BoxSim) -> None:
    host = Host(box, ack=False)
    host.connect()
    for n in range(64):
        press_once(host, n % 6)
    host.send(Ack(10, 0))
    host.run_us(2_000)
    for n in range(10):
        press_once(host, n % 6)
    assert (host.state().depth, host.state().lost) == (64, 0)
    for n in range(3):
        press_once(host, n)
    assert (host.state().depth, host.state().lost) == (64, 3)
    host.heard.clear()
    host.run_us(500_000)
    numbers = {h.seq for h in host.heard if isinstance(h.message, Press)}
    assert numbers == set(range(14, 78))
    host.send(Ack(77, 77))
    host.run_us(2_000)
    assert (host.state().depth, host.state().lost) == (0, 3), "what was lost stays told"


def test_presses_go_before_replies_to_pings(box: BoxSim, record_property: Callable[[str, object], None]) -> None:
    """A flood of pings: every press complete within 5 ms of its edge."""
    host = Host(box)
    host.connect()
    worst = 0
    for n in range(40):
        for k in range(60):
            host.send(Ping(k))
        known = len(host.records)
        start = box.now + MS
        ident = box.button(n % 6, True, start)
        while len(host.records) == known:
            host.run_us(100)
            assert box.now < start + 10 * MS
        worst = max(worst, box.now - box.edges()[ident].injected)
        host.run_us(20_000)
        box.button(n % 6, False)
        host.run_us(30_000)
    record_property("figure", f"edge to complete frame under a flood of pings: at most {worst / MS:.2f} ms")
    assert worst <= 5 * MS
    assert len(host.of(Pong)) >= 400


def test_edge_to_frame_when_idle(box: BoxSim, record_property: Callable[[str, object], None]) -> None:
    host = Host(box)
    host.connect()
    took = []
    for n in range(60):
        host.run_us(10_000 + n * 97)
        ident = box.button(n % 6, True)
        known = len(host.records)
        while len(host.records) == known:
            host.run_us(20)
        took.append(box.now - box.edges()[ident].injected)
        box.button(n % 6, False)
        host.run_us(30_000)
    record_property(
        "figure", f"edge to complete frame: median {sorted(took)[30] / MS:.2f}, at most {max(took) / MS:.2f} ms"
    )
    assert max(took) <= 2.5 * MS


@pytest.mark.parametrize("count", [300, pytest.param(100_000, marks=pytest.mark.prove)])
def test_a_bad_line_loses_and_invents_nothing(box: BoxSim, count: int) -> None:
    """One byte in a hundred dropped, flipped or doubled, both ways: every press once, as it was.

    Fifty presses a second, as six people mash: the queue of 64 then outlasts nine tries of one record.
    """
    chance = Random(count)

    def mangle(data: bytes) -> bytes:
        out = bytearray()
        for byte in data:
            fault = chance.random()
            if fault < 0.0033:
                continue
            out.append(byte ^ (1 << chance.randrange(8)) if fault < 0.0066 else byte)
            if 0.0066 <= fault < 0.01:
                out.append(byte)
        return bytes(out)

    host = Host(box)
    host.connect()
    host._mangle = mangle
    wanted = []
    for n in range(count):
        ident = box.button(n % 6, True)
        host.run_us(4_000)
        wanted.append((1 << n % 6, box.tick_of(box.edges()[ident].injected)))
        box.button(n % 6, False)
        host.run_us(16_000)
        host.heard.clear()
    host._mangle = bytes
    host.run_us(1_000_000)
    told = host.presses()
    assert [p.mask for p in told] == [mask for mask, _ in wanted]
    assert max(abs(p.tick - tick) for p, (_, tick) in zip(told, wanted, strict=True)) <= 18
    assert [seq for seq, _ in host.records] == [*range(1, count + 1)]
    state = host.state()
    assert (state.depth, state.lost, host.sequence.missed) == (0, 0, 0)
    assert state.bad > 0
    assert host.decoder.bad > 0


def test_garbage_is_counted_and_does_no_harm(box: BoxSim) -> None:
    host = Host(box)
    host.connect()
    chance = Random(2)
    box.write(bytes(chance.randrange(256) for _ in range(5000)))
    host.run_us(300_000)
    host.send(Who())  # ends what the garbage began, and is lost with it
    host.send(Arm(4, 63))
    assert host.state().round == 4
    press_once(host, 2)
    assert [(p.mask, p.round) for p in host.presses()] == [(4, 4)]
    assert host.state().bad >= 5


def test_lamps_and_buzzer(box: BoxSim) -> None:
    host = Host(box)
    host.connect()
    box.outputs()
    start = box.now
    host.send(Lamps(on=0b000001, fast=0b100000, buzzer=20))
    host.run_us(1_000_000)
    changes = box.outputs()
    lamps = [o for o in changes if o.port == "D"]
    assert (lamps[0].value & 0xFC) >> 2 == 0b100001
    assert lamps[0].at - start <= 2 * MS
    assert {(o.value & 0xFC) >> 2 for o in lamps} == {0b100001, 0b000001}
    halves = [(b.at - a.at) / MS for a, b in pairwise(lamps)]
    assert all(abs(h - 62.5) <= 1 for h in halves)
    assert len(halves) >= 14
    buzzer = [(o.value >> 4 & 1, o.at) for o in changes if o.port == "B" and o.at > start]
    assert [on for on, _ in buzzer] == [1, 0]
    assert abs((buzzer[1][1] - buzzer[0][1]) / MS - 200) <= 1.5
    host.send(Lamps(0, 0, 0))
    host.run_us(100_000)
    assert [(o.value & 0xFC) for o in box.outputs() if o.port == "D"][-1] == 0


def test_the_boards_id_is_stored_and_told(box: BoxSim) -> None:
    host = Host(box)
    host.connect()
    known = len(host.heard)
    host.send(Board("HALL-2"))
    host.run_us(60_000)
    assert [type(h.message) for h in host.heard[known:]][:2] == [State, Hello]
    assert host.of(Hello)[-1].board == "HALL-2"
    box.reset(EXTERNAL)
    again = host.wait(Hello).message
    assert isinstance(again, Hello)
    assert again.board == "HALL-2"


def test_presses_while_the_id_is_stored_keep_their_stamps(box: BoxSim) -> None:
    host = Host(box)
    host.connect()
    host.send(Board("ABCDEFGH"))
    ident = box.button(1, True, box.now + 5 * MS)
    host.run_us(60_000)
    [told] = host.presses()
    assert abs(told.tick - box.tick_of(box.edges()[ident].injected)) <= 18


def test_boxes_side_by_side_do_not_mind_each_other(make_box: MakeBox) -> None:
    hosts = [Host(make_box(seed=n + 1)) for n in range(3)]
    for n, host in enumerate(hosts):
        host.connect(n + 1)
    for n, host in enumerate(hosts):
        press_once(host, n)
    for n, host in enumerate(hosts):
        host.run_us(HZ // 16 // 10)
        assert [p.mask for p in host.presses()] == [1 << n]
