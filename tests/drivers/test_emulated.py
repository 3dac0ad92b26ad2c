"""The box of the demo: real threads, real time, the real protocol."""

import time
from collections.abc import Iterator
from queue import Queue

import pytest

from buzzer.drivers.emulated import EmulatedBox
from buzzer.drivers.events import BoxDown, BoxPress, BoxRelease, BoxUp, DriverEvent


class RealClock:
    def now_us(self) -> int:
        return time.monotonic_ns() // 1000


class Demo:
    def __init__(self, seats: int = 4) -> None:
        self.clock = RealClock()
        self.emulated = EmulatedBox(self.clock, seats)
        self.events: Queue[DriverEvent] = Queue()
        self.emulated.driver.start(self.events.put)

    def wait(self, kind: type) -> DriverEvent:
        while not isinstance(event := self.events.get(timeout=20), kind):
            pass
        return event


@pytest.fixture
def demo() -> Iterator[Demo]:
    made = Demo()
    yield made
    made.emulated.driver.close()


def test_a_tap_is_told_and_lamps_light(demo: Demo) -> None:
    up = demo.wait(BoxUp)
    assert isinstance(up, BoxUp)
    assert (up.box, up.buttons) == ("DEMO", 4)
    before = demo.clock.now_us()
    demo.emulated.press(3)
    after = demo.clock.now_us()
    press = demo.wait(BoxPress)
    assert isinstance(press, BoxPress)
    assert press.mask == 0b100
    assert before - press.err_us <= press.at_us <= after + press.err_us
    demo.emulated.release(3)
    assert isinstance(demo.wait(BoxRelease), BoxRelease)
    demo.emulated.driver.lamps(0b100, 0b001)
    demo.emulated.tap(1, 2)
    tie = demo.wait(BoxPress)
    assert isinstance(tie, BoxPress)
    assert tie.mask == 0b11
    while demo.emulated.lamps != (0b100, 0b001):
        demo.events.get(timeout=20)  # the box's answer to the lamps is a state


def test_the_cable_of_the_demo_can_be_pulled(demo: Demo) -> None:
    demo.wait(BoxUp)
    demo.emulated.unplug()
    down = demo.wait(BoxDown)
    assert isinstance(down, BoxDown)
    assert down.why == "unplugged"
    demo.emulated.plug()
    up = demo.wait(BoxUp)
    assert isinstance(up, BoxUp)
    assert up.restarted


def test_only_as_many_seats_as_a_box_has_buttons() -> None:
    for seats in (0, 9):
        with pytest.raises(ValueError, match="1 to 8"):
            EmulatedBox(RealClock(), seats)
    with pytest.raises(ValueError, match="there are 3"):
        EmulatedBox(RealClock(), 3).press(4)
