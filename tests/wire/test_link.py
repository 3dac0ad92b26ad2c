"""The host's end: up, down, restarts, names, commands, the clock."""

from linktable import S, Table, feed, hello, state, welcomed

from buzzer.testing.lines import bytewise, shuffled
from buzzer.wire.boot import UNPLACED_ERR_US, Record
from buzzer.wire.frames import Frame, encode
from buzzer.wire.link import LOST_US, HostLink
from buzzer.wire.linkevents import Down, LinkEvent, OtherBox, OtherProtocol, Status, Up
from buzzer.wire.messages import Board, Key, Lamps, Pong, Press, Release, pack


def test_silence_is_lost_after_three_states_and_the_box_comes_back_as_it_was() -> None:
    table = Table()
    table.run(2 * S)
    table.box.press(1, 2 * S + 50_000)
    table.line.to_host = lambda data, now_us: []
    (down,) = table.run(4 * S)
    assert isinstance(down, Down)
    assert down.why == "silent"
    assert LOST_US < down.at_us - 2 * S + 200_000 < LOST_US + 250_000
    assert not table.link.up
    table.line.to_host = bytewise()
    up, record = table.run(5 * S)
    assert isinstance(up, Up)
    assert (up.boot, up.restarted) == (1, False)
    assert isinstance(record, Record)
    assert (record.seq, record.history) == (1, False)
    assert abs(record.at_us - 2 * S - 50_000) <= record.err_us


def test_a_restart_voids_everything_old() -> None:
    table = Table(ppm=500)
    table.box.press(1, 3 * S)
    table.box.release(1, 3 * S + 50_000)
    table.box.restart(cause=8, at_us=4 * S)
    table.box.press(2, 6 * S)
    table.run(7 * S)
    ups = table.of(Up)
    assert [(up.boot, up.restarted) for up in ups] == [(1, False), (2, True)]
    assert [type(event) for event in table.events if isinstance(event, Down)] == [Down]
    first, second = table.of(Record)
    assert (second.boot, second.seq) == (2, 1)
    assert second.at_us > first.at_us, "a small new tick is not earlier"
    assert abs(second.at_us - 6 * S) <= second.err_us


def test_a_restart_under_the_same_nonce_is_believed_the_second_time() -> None:
    link = welcomed()
    assert feed(link, hello(), 2000, boot=0) == [], "it may be a late copy"
    feed(link, state(5), 3000)
    assert feed(link, hello(), 4000, boot=0) == []
    (down,) = feed(link, hello(), 204_000, boot=0)
    assert isinstance(down, Down)
    assert link.boot == 2


def test_a_box_that_says_its_number_in_a_hello_has_been_welcomed() -> None:
    link = HostLink()
    link.opened(0)
    feed(link, hello(), 500, boot=0)
    (up,) = feed(link, hello(), 1000, boot=1)
    assert isinstance(up, Up)
    feed(link, hello(), 2000, boot=0)
    feed(link, hello(), 202_000, boot=0)
    assert link.boot == 2, "it says 0 again, twice: it has started anew"


def test_a_restart_that_is_not_yet_told_is_not_forgotten() -> None:
    link = welcomed()
    feed(link, hello(6), 2000, boot=0)
    feed(link, hello(7), 3000, boot=0)
    (up, *_) = feed(link, state(), 4000, boot=3)
    assert isinstance(up, Up)
    assert (up.boot, up.restarted) == (3, True)


def test_records_that_could_never_be_placed_are_told_as_history_when_their_boot_ends() -> None:
    link = welcomed()
    assert feed(link, Press(1, 1, 99, 1), 2000, seq=1) == [], "no clock relation yet"
    record, down = feed(link, hello(6), 3000, boot=0)
    assert isinstance(record, Record)
    assert (record.boot, record.seq, record.history, record.err_us) == (1, 1, True, UNPLACED_ERR_US)
    assert isinstance(down, Down)


def test_a_new_program_takes_up_a_box_that_runs() -> None:
    link = HostLink(boots={"BOX-1": 4})
    link.opened(0)
    assert feed(link, state(), 1000, boot=9) == []
    assert link.output() == encode(Frame(0x41, 0, 0, b"")), "it runs: asked at once who it is"
    feed(link, state(), 2000, boot=9)
    assert link.output() == b"", "but not again and again"
    feed(link, hello(), 3000, boot=9)
    assert link.boot == 10, "above all that either of them knows"
    (up, _) = feed(link, state(), 4000, boot=10)
    assert isinstance(up, Up)
    assert not up.restarted


def test_numbers_of_boots_go_on_from_the_journals() -> None:
    link = HostLink(boots={"BOX-1": 65535})
    link.opened(0)
    feed(link, hello(), 0, boot=0)
    assert link.boot == 1


def test_who_is_asked_after_two_seconds_and_then_each_second() -> None:
    link = HostLink()
    link.opened(0)
    asked = []
    now = 0
    while now < 5 * S:
        link.poll(now)
        if link.output():
            asked.append(now)
        now = max(link.next_us(), now + 1)
    assert asked == [2 * S, 3 * S, 4 * S]


def test_a_reopened_line_waits_for_the_hello_and_goes_on() -> None:
    link = welcomed()
    feed(link, Press(1, 1, 99, 1), 2000, seq=1)
    link.feed(b"half a fra", 2500)
    link.opened(3000)
    assert link.bad == 0
    assert not link.up
    assert feed(link, Press(1, 1, 99, 1), 4000, seq=1) == []
    assert link.stale == 1
    assert feed(link, Press(1, 1, 99, 1), 4000, seq=1, boot=0) == []
    assert link.stale == 2
    (up,) = feed(link, hello(), 5000, boot=1)
    assert isinstance(up, Up)
    assert (up.boot, up.restarted) == (1, False)


def test_another_protocol_is_said_whatever_follows() -> None:
    link = HostLink()
    link.opened(0)
    assert link.feed(encode(Frame(0x01, 0, 0, b"\x02new things")), 0) == [OtherProtocol(2)]
    assert link.feed(encode(Frame(0x01, 0, 0, b"")), 0) == []
    assert link.bad == 1


def test_another_box_is_not_taken_for_ours() -> None:
    link = HostLink("BOX-1")
    link.opened(0)
    assert feed(link, hello(board="BOX-2"), 0, boot=0) == [OtherBox("BOX-2")]
    assert link.boot == 0


def test_a_box_is_given_a_name() -> None:
    table = Table(board="")
    table.run(1 * S)
    assert table.link.board == ""
    table.link.name("TABLE-1")
    table.run(2 * S)
    assert table.link.board == "TABLE-1"
    assert table.box.board == "TABLE-1"
    assert len(table.of(Up)) == 1
    assert encode(pack(Board("TABLE-1"), boot=1))


def test_frames_of_unknown_types_are_passed_over() -> None:
    link = welcomed()
    assert link.feed(encode(Frame(0x33, 0, 1, b"")), 2000) == []
    assert (link.unknown, link.bad) == (1, 0)


def test_arming_gets_through_a_line_that_loses_it() -> None:
    table = Table(to_box=shuffled(5, lose=0.5, spread_us=10))
    table.run(2 * S)
    table.link.arm(9, 0b1111, table.clock.now_us())
    table.link.lamps(0b10, 0b01, 0, table.clock.now_us())
    table.run(5 * S)
    assert (table.box.link.round, table.box.link.armed) == (9, 0b1111)
    assert table.box.link.lamps == Lamps(0b10, 0b01, 0)
    table.box.restart(at_us=5 * S)
    table.run(10 * S)
    assert table.box.starts == 2
    assert (table.box.link.round, table.box.link.armed) == (9, 0b1111), "armed again after the restart"
    table.link.disarm(table.clock.now_us())
    table.run(12 * S)
    assert table.box.link.round == 0


def test_keys_of_the_host_come_in_the_same_sequence() -> None:
    table = Table()
    table.box.press(1, 2 * S)
    table.box.key(0b0001, 2 * S + 10_000)
    table.box.press(2, 2 * S + 20_000)
    table.run(3 * S)
    assert [(record.seq, type(record.message)) for record in table.of(Record)] == [(1, Press), (2, Key), (3, Press)]


def test_without_pongs_the_clock_is_void_and_records_wait_for_it() -> None:
    table = Table()
    table.run(3 * S)
    keep = table.line.to_box
    table.line.to_box = lambda data, now_us: []
    (down,) = table.run(15 * S)
    assert isinstance(down, Down)
    assert down.why == "clock"
    table.box.press(1, 16 * S)
    assert table.run(20 * S) == []
    table.line.to_box = keep
    up, record = table.run(22 * S)
    assert isinstance(up, Up)
    assert not up.restarted
    assert isinstance(record, Record)
    assert abs(record.at_us - 16 * S) <= record.err_us


def test_a_host_that_slept_begins_its_clock_relation_anew() -> None:
    table = Table()
    table.run(10 * S)
    table.link.void_clock(table.clock.now_us())
    down, up = table.run(12 * S)
    assert isinstance(down, Down)
    assert down.why == "clock"
    assert isinstance(up, Up)
    idle = HostLink()
    idle.void_clock(0)
    assert idle.poll(0) == []


def test_a_box_clock_that_jumps_is_noticed() -> None:
    link = welcomed()
    now = 2000

    def pong(ahead_us: int) -> list[LinkEvent]:
        nonlocal now
        sent_us = now = max(now, link.next_us())
        link.poll(sent_us)
        link.output()
        now += 400
        nonce = link._pings._nonce
        return feed(link, Pong(nonce, (now - 200 + ahead_us) * 2), now)

    for _ in range(8):
        assert pong(0) == []
    (down,) = pong(5 * S)
    assert isinstance(down, Down)
    assert down.why == "clock"
    (up,) = pong(5 * S)
    assert isinstance(up, Up)
    assert link.pings_answered == 10
    assert link.pings_sent >= 10
    assert feed(link, Pong(link._pings._nonce, 7), now) == [], "answered twice"


def test_a_void_clock_while_the_link_is_lost_says_nothing_more() -> None:
    link = welcomed()
    assert isinstance(link.poll(700_000)[0], Down)
    link.void_clock(700_001)
    assert link.poll(700_002) == []


def test_a_release_before_the_clock_is_known_is_dropped() -> None:
    link = welcomed()
    assert feed(link, Release(1, 5), 2000) == []


def test_a_record_waits_for_the_state_that_tells_history_from_play() -> None:
    link = HostLink()
    link.opened(0)
    feed(link, hello(), 500, boot=0)
    feed(link, Press(0, 1, 90, 1), 1000, seq=1)
    feed(link, Press(0, 2, 2090, 2), 1010, seq=2)
    link.poll(1100)
    assert feed(link, Pong(link._pings._nonce, 2400), 1300) == []
    _, first, second = feed(link, state(2000), 1400)
    assert isinstance(first, Record)
    assert isinstance(second, Record)
    assert (first.history, second.history) == (True, False)


def test_saved_is_told_once_and_only_forward() -> None:
    link = welcomed()
    link.saved(1, 1)
    assert link.output() == b"", "nothing was got"
    for seq in (1, 2, 3):
        feed(link, Press(1, 1, seq, seq), 2000 + seq, seq=seq)
    link.output()
    for boot, seq in ((2, 1), (1, 4)):
        link.saved(boot, seq)
        assert link.output() == b"", "another boot, or not got yet"
    link.saved(1, 2)
    assert link.output() == encode(Frame(0x47, 0, 1, b"\0\x03\0\x02"))
    link.saved(1, 2)
    link.saved(1, 1)
    assert link.output() == b""


def test_a_lost_last_ack_is_repeated_while_the_box_holds_records() -> None:
    link = welcomed()
    feed(link, Press(1, 1, 1, 1), 2000, seq=1)
    link.saved(1, 1)
    link.output()
    feed(link, state(5, depth=1), 3000)
    assert encode(Frame(0x47, 0, 1, b"\0\x01\0\x01")) in link.output()


def test_what_the_box_has_lost_is_shown() -> None:
    link = welcomed()
    feed(link, Press(1, 1, 1, 1), 2000, seq=1)
    feed(link, Press(1, 1, 200, 1), 3000, seq=5)
    (status,) = feed(link, state(300), 4000)
    assert isinstance(status, Status)
    assert status.lost == 3


def test_a_tick_rate_of_nothing_is_no_hello() -> None:
    link = HostLink()
    link.opened(0)
    assert feed(link, hello(tick_hz=0), 0, boot=0) == []
    assert (link.boot, link.bad) == (0, 1)
