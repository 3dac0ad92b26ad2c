"""The box's end: the reference that the firmware agrees with."""

from itertools import pairwise

from buzzer.wire.boxlink import RESEND_MS, BoxLink
from buzzer.wire.frames import Decoder, Frame, encode
from buzzer.wire.messages import (
    Ack,
    Arm,
    Board,
    Disarm,
    FromBox,
    FromHost,
    Hello,
    Key,
    Lamps,
    Ping,
    Pong,
    Press,
    Release,
    State,
    Welcome,
    Who,
    pack,
    unpack_from_box,
)
from buzzer.wire.sequence import QUEUE

MS = 2000
NONCE = 77


def box(*, welcomed: bool = True, **more: int) -> BoxLink:
    link = BoxLink("BOX-1", 0, nonce=NONCE, **more)
    if welcomed:
        say(link, Welcome(1, NONCE), boot=1)
        heard(link, 0)
    return link


def say(link: BoxLink, message: FromHost, boot: int = 1, tick: int = 0) -> None:
    link.feed(encode(pack(message, boot=boot)), tick)


def heard(link: BoxLink, tick: int) -> list[tuple[Frame, FromBox]]:
    found = []
    for frame in Decoder().feed(link.poll(tick)):
        message = unpack_from_box(frame)
        assert message is not None
        found.append((frame, message))
    return found


def messages(link: BoxLink, tick: int) -> list[FromBox]:
    return [message for _, message in heard(link, tick)]


def test_hello_each_200_ms_until_welcomed_then_states() -> None:
    link = box(welcomed=False)
    times = []
    tick = 0
    while tick <= 1000 * MS:
        tick = link.next_tick(tick)
        times += [(tick // MS, type(message)) for message in messages(link, tick)]
    assert times == [(ms, Hello) for ms in range(0, 1201, 200)]
    say(link, Welcome(3, NONCE), boot=3, tick=tick)
    assert [(frame.boot, type(message)) for frame, message in heard(link, tick)] == [(3, State)]
    assert link.next_tick(tick) == tick + 200 * MS
    assert [type(message) for message in messages(link, tick + 200 * MS)] == [State]


def test_a_welcome_for_another_start_is_ignored() -> None:
    link = box(welcomed=False)
    say(link, Welcome(3, NONCE + 1), boot=3)
    assert link.boot == 0


def test_resends_until_got_and_keeps_until_saved() -> None:
    link = box()
    link.press(1, 10)
    times, tick = [], 10
    while tick < 1000 * MS:
        times += [(tick - 10) // MS for message in messages(link, tick) if isinstance(message, Press)]
        tick = link.next_tick(tick)
    waits = [b - a for a, b in pairwise(times)]
    assert waits[:4] == list(RESEND_MS[:4])
    assert set(waits[4:]) == {RESEND_MS[-1]}
    say(link, Ack(0, 0))
    assert any(isinstance(message, Press) for message in messages(link, tick + 200 * MS)), "0 means none"
    say(link, Ack(1, 0))
    assert link.depth == 1
    assert not any(isinstance(message, Press) for message in messages(link, 2000 * MS))
    say(link, Ack(1, 1))
    assert link.depth == 0


def test_records_from_before_the_welcome_are_sent_after_it() -> None:
    link = box(welcomed=False)
    link.press(1, 5)
    link.key(1, 6)
    assert [type(message) for message in messages(link, 7)] == [Hello]
    say(link, Welcome(2, NONCE), boot=2, tick=8)
    found = heard(link, 8)
    assert [(frame.seq, message) for frame, message in found if not isinstance(message, State)] == [
        (1, Press(0, 1, 5, 1)),
        (2, Key(1, 6, 2)),
    ]


def test_a_new_boot_id_without_a_restart_sends_what_is_not_saved_again() -> None:
    link = box()
    for tick in (1, 2, 3):
        link.press(1, tick)
        link.release(1, tick)
    heard(link, 10)
    say(link, Ack(3, 1))
    say(link, Welcome(5, NONCE), boot=5, tick=20)
    assert [frame.seq for frame, message in heard(link, 20) if isinstance(message, Press)] == [2, 3]
    say(link, Welcome(5, NONCE), boot=5, tick=30)
    assert [type(message) for message in messages(link, 30)] == [State], "the same id again changes nothing"


def test_a_full_queue_forgets_what_was_got_first() -> None:
    link = box()
    for n in range(QUEUE):
        link.key(1, n)
    say(link, Ack(1, 0))
    link.key(2, 100)
    assert (link.depth, link.lost) == (QUEUE, 0)
    link.key(2, 101)
    assert (link.depth, link.lost) == (QUEUE, 1)


def test_arming_stuck_and_disarming() -> None:
    link = box(held=0b100)
    assert link.stuck == 0b100
    link.press(0b001, 1)
    say(link, Arm(7, 0b011))
    assert (link.round, link.armed, link.stuck) == (7, 0b011, 0b101)
    link.press(0b101, 2)
    assert link.depth == 1, "both are down already"
    link.release(0b101, 3)
    assert link.stuck == 0
    link.press(0b001, 4)
    presses = [message for message in messages(link, 4) if isinstance(message, Press)]
    assert [press.round for press in presses] == [0, 7]
    say(link, Disarm())
    (state,) = messages(link, 4)
    assert isinstance(state, State)
    assert (state.round, state.armed, state.held) == (0, 0, 1)


def test_releases_are_told_once_and_only_of_what_was_down() -> None:
    link = box()
    link.press(1, 1)
    link.release(0b11, 2)
    assert Release(1, 2) in messages(link, 3)
    link.release(1, 4)
    assert not any(isinstance(message, Release) for message in messages(link, 5))
    silent = box(welcomed=False)
    silent.press(1, 1)
    silent.release(1, 2)
    assert [type(message) for message in messages(silent, 3)] == [Hello]


def test_pings_lamps_who_and_board() -> None:
    link = box()
    say(link, Ping(9), tick=123)
    assert messages(link, 124) == [Pong(9, 123)]
    say(link, Lamps(1, 2, 3))
    assert link.lamps == Lamps(1, 2, 3)
    assert [type(message) for message in messages(link, 124)] == [State]
    say(link, Who(), boot=0)
    ((frame, hello),) = heard(link, 124)
    assert isinstance(hello, Hello)
    assert (frame.boot, hello.board) == (1, "BOX-1")
    say(link, Board("TABLE-2"))
    state, hello = messages(link, 124)
    assert isinstance(state, State)
    assert isinstance(hello, Hello)
    assert hello.board == "TABLE-2"


def test_a_ping_before_the_welcome_is_answered() -> None:
    link = box(welcomed=False)
    heard(link, 0)
    say(link, Ping(9), boot=0, tick=5)
    assert messages(link, 5) == [Pong(9, 5)]


def test_what_is_not_for_this_boot_damaged_or_unknown_is_counted() -> None:
    link = box()
    say(link, Arm(1, 1), boot=2)
    link.feed(b"rubbish\0", 0)
    link.feed(encode(Frame(0x43, 0, 1, b"")), 0)
    link.feed(encode(Frame(0x70, 0, 1, b"")), 0)
    assert (link.stale, link.bad, link.unknown, link.round) == (1, 2, 1, 0)


def test_what_waits_is_sent_at_once() -> None:
    link = box()
    say(link, Who(), boot=0)
    assert link.next_tick(5) == 5
