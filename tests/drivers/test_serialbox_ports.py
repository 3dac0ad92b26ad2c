"""Ports that vanish, refuse, or are somebody else's; boxes that restart; the driver's thread (O-20)."""

import errno
import threading
from queue import Queue

import pytest
import serial
from rig import Rig, S

from buzzer.drivers.events import (
    BoxDown,
    BoxPress,
    BoxState,
    BoxUp,
    DriverEvent,
    PortProblem,
)
from buzzer.drivers.serialbox import SerialBox
from buzzer.testing.clock import FakeClock
from buzzer.testing.lines import FakePorts, bytewise
from buzzer.wire.frames import Frame, encode


@pytest.mark.parametrize("bare", [False, True])
def test_out_in_mid_question_and_back_under_another_name_five_times(bare: bool) -> None:
    rig = Rig(ppm=800)
    rig.run(60 * S)
    for time in range(5):
        start = rig.clock.now_us()
        rig.line.unplug(bare=bare)
        (down,) = rig.run(start + 1 * S)
        assert down == BoxDown("BOX-1", "A" if time == 0 else f"P{time}", "unplugged", down.arrived_us)
        assert down.arrived_us - start < 100_000
        opens = len(rig.ports.opens)
        rig.run(start + 4 * S)
        assert len(rig.ports.opens) - opens <= 2 * 4, "no spinning while it is away"
        rig.move(f"P{time + 1}")
        (up,) = rig.run(start + 6 * S)
        assert isinstance(up, BoxUp)
        assert (up.port, up.boot, up.restarted) == (f"P{time + 1}", time + 2, True)
    rig.box.press(1)
    rig.run(rig.clock.now_us() + 1 * S)
    (press,) = rig.of(BoxPress)
    assert (press.boot, press.seq) == (6, 1)
    assert press.at_us > 60 * S, "a small new tick is not earlier than what was before"


def test_absent_for_an_hour_without_spinning() -> None:
    rig = Rig()
    rig.run(5 * S)
    rig.line.unplug()
    pumps = 0
    while rig.clock.now_us() < 3600 * S:
        rig.driver.pump()
        pumps += 1
    assert len(rig.ports.opens) < 3700
    assert pumps < 40_000, "ten looks a second at most"
    assert [type(event) for event in rig.events if not isinstance(event, BoxState)] == [BoxUp, BoxDown]


def test_what_is_ordered_while_it_is_away_holds_when_it_is_back() -> None:
    rig = Rig()
    rig.run(5 * S)
    rig.line.unplug()
    rig.run(6 * S)
    rig.driver.arm(4, 0b11)
    rig.driver.void_clock()
    rig.driver.saved(1, 1)
    rig.move("B")
    rig.run(9 * S)
    assert [type(event) for event in rig.events if not isinstance(event, BoxState)] == [BoxUp, BoxDown, BoxUp]
    assert rig.box.link.round == 4


def test_the_search_begins_with_the_port_it_was_on() -> None:
    rig = Rig("auto")
    rig.another("B")
    rig.run(5 * S)
    rig.line.unplug()
    rig.run(5 * S + 100_000)
    rig.line.plug()
    rig.run(6 * S)
    assert rig.ports.opens == ["A", "A"], "B, which nobody answers at, need not be waited for"
    assert len(rig.of(BoxUp)) == 2


def test_its_last_port_is_looked_at_before_the_others() -> None:
    rig = Rig("auto")
    rig.ports.lines = {"nothing": rig.another("nothing"), "Z": rig.line}
    rig.run(10 * S)
    assert rig.of(BoxUp)[0].port == "Z"
    before = len(rig.ports.opens)
    rig.line.unplug()
    rig.run(10 * S + 100_000)
    rig.line.plug()
    rig.run(11 * S)
    assert rig.ports.opens[before:] == ["Z"]


def test_what_is_wrong_again_after_a_box_was_up_is_told_again() -> None:
    rig = Rig()
    busy = serial.SerialException(errno.EBUSY, "busy")
    for _ in range(2):
        rig.ports.refusals["A"] = busy
        rig.run(rig.clock.now_us() + 3 * S)
        del rig.ports.refusals["A"]
        rig.run(rig.clock.now_us() + 3 * S)
        rig.line.unplug()
        rig.run(rig.clock.now_us() + S // 10)
        rig.line.plug()
    told = [type(event) for event in rig.events if not isinstance(event, BoxState)]
    assert told == [PortProblem, BoxUp, BoxDown, PortProblem, BoxUp, BoxDown]


def test_a_list_of_ports_that_fails_is_an_empty_one() -> None:
    rig = Rig("auto")

    def gone() -> list[str]:
        raise OSError(errno.ENODEV, "vanished while it was listed")

    rig.driver._ports = gone
    (problem,) = rig.run(3 * S)
    assert isinstance(problem, PortProblem)
    assert "no box found" in problem.message
    rig.driver._ports = rig.ports.names
    rig.run(6 * S)
    assert len(rig.of(BoxUp)) == 1


def test_another_box_in_its_place_is_not_taken_for_it() -> None:
    rig = Rig()
    rig.run(5 * S)
    rig.line.unplug()
    del rig.ports.lines["A"]
    rig.another("A", "BOX-2")
    rig.run(10 * S)
    assert len(rig.of(BoxUp)) == 1
    rig.move("B")
    rig.run(20 * S)
    assert [(up.box, up.port) for up in rig.of(BoxUp)] == [("BOX-1", "A"), ("BOX-1", "B")]
    assert rig.ports.lines["A"].is_open is False, "the stranger's port is let go"


def test_a_silent_port_is_left_and_the_box_found_elsewhere() -> None:
    rig = Rig()
    rig.run(5 * S)
    rig.line.to_host = lambda data, now_us: []
    (down,) = rig.run(7 * S)
    assert isinstance(down, BoxDown)
    assert down.why == "silent"
    rig.move("B")
    rig.another("A")
    (up,) = rig.run(20 * S)
    assert isinstance(up, BoxUp)
    assert (up.port, up.restarted) == ("B", True)


def test_a_link_lost_for_a_moment_comes_back_as_it_was() -> None:
    rig = Rig()
    rig.run(5 * S)
    rig.line.to_host = lambda data, now_us: []
    rig.run(7 * S)
    rig.line.to_host = bytewise()
    rig.run(8 * S)
    assert [(up.boot, up.restarted) for up in rig.of(BoxUp)] == [(1, False), (1, False)]
    assert rig.ports.opens == ["A"]


def test_a_restart_in_mid_question_is_told_and_armed_again() -> None:
    rig = Rig(ppm=500)
    rig.run(10 * S)
    rig.driver.arm(3, 0b11)
    rig.box.press(1, 11 * S)
    rig.box.restart(cause=8, at_us=12 * S)
    rig.box.press(2, 14 * S)
    rig.run(15 * S)
    _, first, down, up, second = (event for event in rig.events if not isinstance(event, BoxState))
    assert isinstance(first, BoxPress)
    assert isinstance(second, BoxPress)
    assert isinstance(down, BoxDown)
    assert isinstance(up, BoxUp)
    assert (up.boot, up.restarted, up.cause) == (2, True, "watchdog")
    assert (second.boot, second.seq, second.round) == (2, 1, 3)
    assert abs(second.at_us - 14 * S) <= second.err_us


def test_history_is_marked() -> None:
    rig = Rig(boot_us=1_500_000, resets_on_open=True)
    rig.box.press(1, 700_000)
    rig.run(4 * S)
    (press,) = rig.of(BoxPress)
    assert press.history
    assert abs(press.at_us - 700_000) <= press.err_us


def test_a_board_that_opening_restarts_is_not_talked_to_in_its_bootloader() -> None:
    rig = Rig(boot_us=1_800_000, resets_on_open=True)
    written: list[int] = []
    rig.line.to_box = lambda data, now_us: (written.append(now_us), [(now_us, data)])[1]
    rig.run(5 * S)
    assert rig.of(BoxUp)
    assert min(written) >= 1_800_000


def test_auto_finds_the_box_among_other_things() -> None:
    rig = Rig("auto")
    rig.ports.lines = {"modem": rig.another("modem"), "locked": rig.another("locked"), "Z": rig.line}
    rig.ports.refusals["locked"] = serial.SerialException(errno.EACCES, "could not open port locked: Permission denied")
    rig.run(10 * S)
    (up,) = rig.of(BoxUp)
    assert up.port == "Z"


def test_auto_says_so_if_there_is_nothing_and_then_finds_it() -> None:
    rig = Rig("auto")
    rig.ports.lines = {}
    (problem,) = rig.run(30 * S)
    assert isinstance(problem, PortProblem)
    assert problem.message == "no box found; plug it in, or name its port: --box PORT"
    rig.ports.lines["new"] = rig.line
    (up,) = rig.run(35 * S)
    assert isinstance(up, BoxUp)


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (serial.SerialException(2, "could not open port"), "no such port"),
        (serial.SerialException(13, "could not open port"), "dialout"),
        (serial.SerialException(11, "Could not exclusively lock port"), "another program has it"),
        (OSError(errno.EIO, "Input/output error"), "cannot be used"),
        (ValueError("invalid URL, protocol 'x' not known"), "not a port"),
    ],
)
def test_a_port_that_cannot_be_opened_is_told_once_in_one_line(error: OSError, words: str) -> None:
    rig = Rig()
    rig.ports.refusals["A"] = error
    (problem,) = rig.run(30 * S)
    assert isinstance(problem, PortProblem)
    assert words in problem.message
    assert problem.message.startswith("A: ")
    assert "\n" not in problem.message
    assert len(rig.ports.opens) < 35
    del rig.ports.refusals["A"]
    (up,) = rig.run(35 * S)
    assert isinstance(up, BoxUp), "and it works as soon as it can"


def test_in_russian() -> None:
    rig = Rig(driver={"lang": "ru"})
    rig.ports.lines = {}
    (problem,) = rig.run(5 * S)
    assert isinstance(problem, PortProblem)
    assert problem.message == "A: нет такого порта; подключите коробку или посмотрите порты: buzzer box list"


def test_a_port_without_a_box_is_told() -> None:
    rig = Rig()
    rig.ports.lines = {"A": rig.another("A")}
    (problem,) = rig.run(30 * S)
    assert isinstance(problem, PortProblem)
    assert "no box answers" in problem.message


def test_old_firmware_is_told_with_the_command_that_flashes() -> None:
    rig = Rig()
    line = rig.another("A")
    rig.ports.lines = {"A": line}

    def old() -> None:
        line.send(encode(Frame(0x01, 0, 0, b"\x07 something else")))
        rig.clock.call_at(rig.clock.now_us() + 200_000, old)

    old()
    (problem,) = rig.run(30 * S)
    assert isinstance(problem, PortProblem)
    assert problem.message == "A: the box speaks protocol 7, this program speaks 1; run: buzzer box flash A"
    assert len(rig.ports.opens) <= 7, "it is not asked every moment"


class Threaded:
    """The driver in its own thread on a line that answers by real time: a few milliseconds in all."""

    def __init__(self, fail: Exception | None = None) -> None:
        self.clock = FakeClock()
        self.ports = FakePorts()
        self.events: Queue[DriverEvent] = Queue()
        self.fail = fail
        self.opened = threading.Event()
        self.driver = SerialBox("A", self.clock, open_port=self.open, ports=self.ports.names, wait=self.clock.sleep)

    def open(self, name: str) -> "Threaded":
        self.opened.set()
        return self

    in_waiting = 0

    def read(self, size: int = 1) -> bytes:
        self.clock.advance(1000)
        if self.fail is not None:
            raise self.fail
        return b""

    def write(self, data: bytes) -> int:
        return len(data)

    def close(self) -> None:
        pass


def test_the_thread_survives_what_no_port_should_raise_and_ends_when_told() -> None:
    threaded = Threaded(TypeError("'NoneType' object cannot be interpreted as an integer"))
    threaded.driver.start(threaded.events.put)
    problem = threaded.events.get(timeout=5)
    assert isinstance(problem, PortProblem)
    assert "TypeError" in problem.message
    threaded.opened.clear()
    assert threaded.opened.wait(5), "it tries again"
    threaded.driver.close()
    assert threaded.driver._thread is not None
    assert not threaded.driver._thread.is_alive()


def test_closing_without_starting_and_twice() -> None:
    rig = Rig()
    rig.run(1 * S)
    rig.driver.close()
    rig.driver.close()
    assert rig.line.is_open is False


def test_what_was_ordered_last_still_goes_out() -> None:
    rig = Rig()
    rig.run(1 * S)
    rig.driver.arm(5, 0b1111)
    rig.driver.lamps(0b0010)
    rig.run(2 * S)
    assert (rig.box.link.round, rig.box.link.lamps.on) == (5, 0b0010)
    rig.driver.lamps(0)
    rig.driver.disarm()
    rig.driver.close()
    rig.clock.advance(S // 10)
    assert (rig.box.link.round, rig.box.link.lamps.on) == (0, 0)
