"""The box's logic without a chip: qualification, records and lamps, tick by tick, under the sanitizers."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

from buzzer.wire.frames import Decoder, Frame, encode
from buzzer.wire.messages import (
    Ack,
    Arm,
    FromBox,
    FromHost,
    Key,
    Press,
    Release,
    State,
    Welcome,
    pack,
    unpack_from_box,
)

from .conftest import Logic

VECTORS: dict[str, Any] = json.loads((Path(__file__).parents[1] / "vectors" / "frames.json").read_text("utf-8"))
NONCE = 0x5AA5
MS = 2000


def say(message: FromHost, boot: int = 1) -> str:
    return f"bytes {encode(pack(message, boot=boot)).hex()}"


def play(logic: Logic, *lines: str) -> list[tuple[int, int, FromBox]]:
    """(tick, seq, message) of every frame the box sends."""
    told: list[tuple[int, int, FromBox]] = []
    for out in logic("box", "\n".join([say(Welcome(1, NONCE)), "run 2000", *lines])):
        word, *rest = out.split()
        if word != "frame":
            continue
        [frame] = Decoder().feed(bytes.fromhex(rest[1]))
        message = unpack_from_box(frame)
        assert message is not None
        told.append((int(rest[0]), frame.seq, message))
    return told


def records(told: list[tuple[int, int, FromBox]]) -> list[tuple[int, Press | Key]]:
    return [(seq, m) for _, seq, m in told if isinstance(m, Press | Key)]


def test_a_press_is_sent_a_millisecond_after_its_edge(logic: Logic) -> None:
    told = play(logic, "down 4", "edge 4", "run 4000")
    [(at, seq, press)] = [t for t in told if isinstance(t[2], Press)]
    assert (at, seq, press) == (2000 + MS, 1, Press(round=0, mask=4, tick=2000, depth=1))


def test_each_check_alone_makes_a_press(logic: Logic) -> None:
    for check in range(1, 9):
        around = (f"run {check * MS - 500}", "down 1", "run 1000", "up 1", f"run {20 * MS}")
        assert {(seq, p.tick) for seq, p in records(play(logic, "edge 1", *around))} == {(1, 2000)}


def test_closed_between_the_checks_only_is_a_spike(logic: Logic) -> None:
    told = play(logic, "edge 1", "run 400", "down 1", "run 100", "up 1", "run 1000000")
    assert records(told) == []
    assert [m.spikes for _, _, m in told if isinstance(m, State)][-1] == 1


def test_one_instant_is_told_whole_though_one_contact_is_worse(logic: Logic) -> None:
    told = play(logic, "down 1", "edge 3", f"run {4 * MS}", "down 2", "run 6000")
    [(_, press)] = records(told)
    assert press.mask == 3
    assert [t for t, _, m in told if isinstance(m, Press)] == [2000 + 5 * MS]


def test_a_later_press_waits_for_an_earlier_one(logic: Logic) -> None:
    lines = ("edge 1", "run 1000", "down 2", "edge 2", f"run {4 * MS}", "down 1", f"run {10 * MS}")
    assert [(seq, p.mask, p.tick) for seq, p in records(play(logic, *lines))] == [(1, 1, 2000), (2, 2, 3000)]


def test_keys_and_buttons_told_out_of_order_are_put_in_order(logic: Logic) -> None:
    """The board may take a button's edge from its ring before an older one of a key."""
    told = play(logic, "down 301", "run 0", "edge 1", "edge 200", f"run {3 * MS}")
    assert [type(m) for _, m in records(told)] == [Press, Key]


def test_the_round_is_that_of_the_edge(logic: Logic) -> None:
    told = play(logic, say(Arm(5, 63)), "down 1", "edge 1", "run 200", say(Arm(6, 63)), f"run {3 * MS}")
    [(_, press)] = records(told)
    assert isinstance(press, Press)
    assert press.round == 5
    assert [m.stuck for _, _, m in told if isinstance(m, State)][-1] == 1


def test_a_release_is_25_ms_up_without_a_break(logic: Logic) -> None:
    bounces = ("up 1", f"run {20 * MS}", "down 1", "run 1000", "up 1", f"run {30 * MS}")
    told = play(logic, "down 1", "edge 1", f"run {10 * MS}", *bounces)
    [(at, release)] = [(t, m) for t, _, m in told if isinstance(m, Release)]
    assert at - release.tick == 25 * MS
    assert release.tick >= 2000 + 30 * MS


def test_the_low_word_wraps_in_the_middle_of_everything(logic: Logic) -> None:
    for before in range(500, 12 * MS, 1500):
        start = (1 << 32) - before
        lines = (f"clock {start}", "down 2", "edge 2", f"run {60 * MS}", say(Ack(1, 1)), "up 2", f"run {60 * MS}")
        told = play(logic, *lines)
        presses = records(told)
        assert presses[0] == (1, Press(round=0, mask=2, tick=start, depth=1))
        assert len(presses) == 2, "sent, and again after 20 ms"
        [release] = [m for _, _, m in told if isinstance(m, Release)]
        assert release.tick - start >= 60 * MS


def test_numbers_wrap_over_zero_and_the_queue_with_them(logic: Logic) -> None:
    """65 536 presses, got and saved: no number is 0, none is left out."""
    lines = []
    seq = 0
    for _ in range(65_540):
        seq = seq % 65_535 + 1
        lines += ["down 1", "edge 1", f"run {2 * MS}", "up 1", say(Ack(seq, seq)), f"run {26 * MS}"]
    told = records(play(logic, *lines))
    assert [seq for seq, _ in told] == [*range(1, 65_536), *range(1, 6)]
    assert {p.depth for _, p in told} == {1}


def bad_frames(told: list[tuple[int, int, FromBox]]) -> int:
    return [m.bad for _, _, m in told if isinstance(m, State)][-1]


def test_frames_of_a_wrong_length_are_counted_and_do_nothing(logic: Logic) -> None:
    wrong = [f["wire"] for f in VECTORS["bad_length"] if f["to"] == "box"]
    assert len(wrong) >= 10
    told = play(logic, *(f"bytes {wire}" for wire in wrong), f"run {300 * MS}")
    assert bad_frames(told) == len(wrong)
    assert [m.round for _, _, m in told if isinstance(m, State)][-1] == 0


def test_damaged_frames_are_counted(logic: Logic) -> None:
    wires = [f["wire"] for f in VECTORS["bad"]]
    told = play(logic, *(f"bytes {wire}" for wire in wires), f"run {300 * MS}")
    assert bad_frames(told) == sum(1 for wire in wires if wire != "00")


def test_every_vector_for_the_box_is_one_it_knows(logic: Logic) -> None:
    """The other types, and those for other boots, are no damage."""
    wires = [f["wire"] for f in VECTORS["frames"]]
    told = play(logic, *(f"bytes {wire}" for wire in wires), f"run {300 * MS}")
    assert bad_frames(told) == 0


def test_what_cannot_be_is_counted_and_does_nothing(logic: Logic) -> None:
    def wire(type_: int, boot: int, payload: bytes) -> str:
        return "bytes " + encode(Frame(type_, 0, boot, payload)).hex()

    nonce = NONCE.to_bytes(2, "big")
    told = play(
        logic,
        wire(0x43, 1, b"\0\x3f"),
        wire(0x42, 0, b"\0\0" + nonce),
        wire(0x42, 3, b"\0\2" + nonce),
        f"run {300 * MS}",
    )
    assert bad_frames(told) == 3
    state = [m for _, _, m in told if isinstance(m, State)][-1]
    assert (state.round, state.armed) == (0, 0)


def test_any_edges_commands_and_bytes_leave_it_sane(logic: Logic) -> None:
    """A long random life under the sanitizers; afterwards it still works."""
    chance = Random(4)
    lines = []
    for _ in range(20_000):
        mask = chance.randrange(1, 64) if chance.random() < 0.8 else chance.randrange(1, 16) << 8
        lines.append(
            chance.choice(
                [
                    f"down {mask:x}",
                    f"up {mask:x}",
                    f"edge {1 << chance.choice([0, 1, 2, 3, 4, 5, 8, 9, 10, 11]):x}",
                    f"run {chance.randrange(20 * MS)}",
                    f"bytes {chance.randbytes(20).hex()}",
                    say(Arm(chance.randrange(1, 256), chance.randrange(64))),
                    say(Ack(chance.randrange(300), chance.randrange(300))),
                    say(Welcome(chance.randrange(1, 4), NONCE), boot=1),
                ]
            )
        )
    told = play(logic, *lines, "up fff", f"run {900 * MS}")
    last = [m for _, _, m in told if isinstance(m, State)][-1]
    assert last.held == 0
    assert last.depth <= 64
