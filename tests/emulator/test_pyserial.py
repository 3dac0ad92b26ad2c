"""The pyserial handler, and the project's driver on the real firmware: everything in virtual time."""

from __future__ import annotations

from random import Random
from typing import TypeVar

import pytest
import serial

from buzzer.drivers.events import BoxDown, BoxPress, BoxUp
from buzzer.drivers.serialbox import SerialBox
from buzzer.wire.frames import Decoder
from buzzer.wire.messages import Hello, unpack_from_box

from .bench import Bench
from .boxsim import CYCLES_US
from .fixtures import MakeBox

T = TypeVar("T")


class Driven:
    """The driver without its thread on a bench, and what it told."""

    def __init__(self, bench: Bench, port: str) -> None:
        self.bench = bench
        self.events: list[object] = []
        self.driver = SerialBox(port, bench, ports=bench.urls, wait=lambda seconds: bench.run_us(seconds * 1e6))
        self.driver.attach(self.events.append)

    def run_us(self, us: int) -> None:
        end = self.bench.now_us() + us
        while self.bench.now_us() < end:
            before = self.bench.now_us()
            self.driver.pump()
            if self.bench.now_us() == before:
                self.bench.run_us(50)

    def of(self, kind: type[T]) -> list[T]:
        return [e for e in self.events if isinstance(e, kind)]


def test_a_read_takes_as_much_virtual_time_as_its_timeout(bench: Bench, make_box: MakeBox) -> None:
    url = bench.add("one", make_box())
    with serial.serial_for_url(url, baudrate=500_000, timeout=3) as port:
        began = bench.now_us()
        decoder = Decoder()
        frames = decoder.feed(port.read(10_000))
        assert bench.now_us() - began >= 3_000_000
        hellos = [unpack_from_box(f) for f in frames]
        assert {type(h) for h in hellos} == {Hello}
        assert 14 <= len(hellos) <= 17
        port.timeout = 0
        assert port.read(100) == b""
        assert port.in_waiting == 0


def test_a_read_ends_with_its_last_byte(bench: Bench, make_box: MakeBox) -> None:
    with serial.serial_for_url(bench.add("one", make_box()), timeout=1) as port:
        assert len(port.read(5)) == 5
        assert bench.now_us() < 100_000


def test_no_such_port_is_told(bench: Bench) -> None:
    with pytest.raises(serial.SerialException, match="no such port"):
        serial.serial_for_url("boxsim://nobody")


def test_opening_restarts_a_board_that_is_wired_so(bench: Bench, make_box: MakeBox) -> None:
    box = make_box()
    url = bench.add("uno", box, resets_on_open=True)
    bench.run_us(1_000_000)
    with serial.serial_for_url(url, timeout=0.5) as port:
        [hello] = [unpack_from_box(f) for f in Decoder().feed(port.read(40))][:1]
        assert isinstance(hello, Hello)
        assert hello.cause == 2


def test_an_unplugged_port_fails_and_comes_back_under_another_name(bench: Bench, make_box: MakeBox) -> None:
    url = bench.add("a", make_box())
    port = serial.serial_for_url(url, timeout=0.1)
    bench.unplug("a")
    with pytest.raises(serial.SerialException):
        port.read()
    port.close()
    with serial.serial_for_url(bench.plug("a", "b"), timeout=1) as again:
        assert again.read(1)


@pytest.mark.parametrize("ppm", [0, 2000, -2500])
def test_the_driver_places_a_press_within_its_bound(bench: Bench, make_box: MakeBox, ppm: int) -> None:
    box = make_box()
    driven = Driven(bench, bench.add("one", box, ppm=ppm, resets_on_open=True))
    driven.run_us(4_000_000)
    [up] = driven.of(BoxUp)
    assert (up.box, up.buttons) == ("BOX-0000", 6)
    chance = Random(ppm)
    wanted = []
    for n in range(20):
        ident = box.button(n % 6, True, bench.cycle("one", bench.now_us() + chance.randrange(1000, 5000)))
        driven.run_us(20_000)
        wanted.append(bench.us("one", box.edges()[ident].injected))
        box.button(n % 6, False)
        driven.run_us(100_000)
    told = driven.of(BoxPress)
    assert [p.mask for p in told] == [1 << n % 6 for n in range(20)]
    for press, at_us in zip(told, wanted, strict=True):
        assert abs(press.at_us - at_us) <= press.err_us + 10
    driven.driver.close()


def test_the_driver_finds_its_box_under_another_name(bench: Bench, make_box: MakeBox) -> None:
    box = make_box()
    driven = Driven(bench, bench.add("one", box))
    driven.run_us(4_000_000)
    bench.unplug("one")
    box.button(3, True)
    driven.run_us(1_000_000)
    assert len(driven.of(BoxDown)) == 1
    bench.plug("one", "two")
    driven.run_us(8_000_000)
    assert [u.port for u in driven.of(BoxUp)] == ["boxsim://one", "boxsim://two"]
    assert [p.mask for p in driven.of(BoxPress)] == [1 << 3], "pressed while unplugged: kept in the box"
    driven.driver.close()


def test_two_boxes_pass_their_time_together(bench: Bench, make_box: MakeBox) -> None:
    boxes = [make_box(seed=1), make_box(seed=2)]
    urls = [bench.add("a", boxes[0]), bench.add("b", boxes[1], ppm=1000)]
    with serial.serial_for_url(urls[0], timeout=2) as port:
        port.read(100_000)
    assert boxes[0].now == pytest.approx(2_000_000 * CYCLES_US, abs=64)
    assert boxes[1].now == pytest.approx(2_002_000 * CYCLES_US, abs=64)


def test_the_driver_on_a_bad_line_loses_and_invents_nothing(bench: Bench, make_box: MakeBox) -> None:
    chance = Random(8)

    def mangle(data: bytes) -> bytes:
        out = bytearray()
        for byte in data:
            fault = chance.random()
            out += b"" if fault < 0.005 else bytes([byte ^ 1 << chance.randrange(8)]) if fault < 0.01 else bytes([byte])
        return bytes(out)

    box = make_box()
    driven = Driven(bench, bench.add("one", box, mangle=mangle))
    driven.run_us(5_000_000)
    wanted = []
    for n in range(200):
        ident = box.button(n % 6, True, bench.cycle("one", bench.now_us() + 1000))
        driven.run_us(20_000)
        wanted.append(bench.us("one", box.edges()[ident].injected))
        box.button(n % 6, False)
        driven.run_us(15_000)
    driven.run_us(2_000_000)
    told = driven.of(BoxPress)
    assert [(p.seq, p.mask) for p in told] == [(n + 1, 1 << n % 6) for n in range(200)]
    for press, at_us in zip(told, wanted, strict=True):
        assert abs(press.at_us - at_us) <= press.err_us + 10
    driven.driver.close()


def test_the_driver_tells_a_restart_and_its_cause(bench: Bench, make_box: MakeBox) -> None:
    box = make_box()
    driven = Driven(bench, bench.add("one", box))
    driven.run_us(4_000_000)
    bench.restart("one")
    driven.run_us(3_000_000)
    box.hang()
    driven.run_us(3_000_000)
    ups = driven.of(BoxUp)
    assert [(u.restarted, u.cause) for u in ups] == [(False, "power"), (True, "external"), (True, "watchdog")]
    assert len({u.boot for u in ups}) == 3
    box.button(0, True)
    driven.run_us(20_000)
    assert [(p.boot, p.seq) for p in driven.of(BoxPress)] == [(ups[-1].boot, 1)]
    driven.driver.close()
