"""Ports of the real system: a pty, and pyserial's own errors."""

import errno
import os
import threading
from collections.abc import Iterator
from types import SimpleNamespace

import pytest
import serial

from buzzer.drivers import ports
from buzzer.drivers.ports import call_off_read, open_port, port_names
from buzzer.drivers.problems import Problem, problem_of


@pytest.fixture
def pty() -> Iterator[tuple[int, str]]:
    master, slave = os.openpty()
    name = os.ttyname(slave)
    os.close(slave)
    yield master, name
    os.close(master)


def test_a_pty_is_a_port(pty: tuple[int, str]) -> None:
    master, name = pty
    port = open_port(name)
    os.write(master, b"abc")
    assert port.read(3) == b"abc"
    port.write(b"xyz")
    assert os.read(master, 3) == b"xyz"
    port.close()


def test_two_programs_on_one_port_are_told(pty: tuple[int, str]) -> None:
    _, name = pty
    first = open_port(name)
    with pytest.raises(OSError, match=r"lock|busy") as caught:
        open_port(name)
    assert problem_of(name, caught.value) == Problem("busy", name)
    first.close()


def test_a_missing_port_is_told() -> None:
    with pytest.raises(OSError, match="No such file") as caught:
        open_port("/dev/ttyNoSuchPort")
    assert problem_of("/dev/ttyNoSuchPort", caught.value).code == "missing"


def test_a_name_that_is_none_is_told() -> None:
    with pytest.raises(ValueError, match="invalid URL") as caught:
        open_port("nonsense://x")
    assert problem_of("nonsense://x", caught.value).code == "bad_name"


def test_a_file_is_no_port(tmp_path: os.PathLike[str]) -> None:
    path = os.path.join(tmp_path, "file")
    with open(path, "w", encoding="utf-8"):
        pass
    with pytest.raises((OSError, ValueError), match=r"port|ioctl|file|Could not") as caught:
        open_port(path)
    assert problem_of(path, caught.value).code == "bad_name"


def test_a_vanished_pty_raises_an_os_error() -> None:
    master, slave = os.openpty()
    port = open_port(os.ttyname(slave))
    os.close(slave)
    os.close(master)
    with pytest.raises(OSError, match=r"."):
        port.read(port.in_waiting or 1)
    port.close()


def test_any_url_of_pyserial_is_a_port() -> None:
    port = open_port("loop://")
    port.write(b"round")
    assert port.read(5) == b"round"
    port.close()


def test_a_waiting_read_is_called_off(pty: tuple[int, str]) -> None:
    _, name = pty
    port = open_port(name)
    port.timeout = None  # type: ignore[attr-defined]
    reading = threading.Thread(target=port.read)
    reading.start()
    while reading.is_alive():  # however early it is called off, a later call does it
        call_off_read(port)
        reading.join(timeout=0.01)
    port.close()
    call_off_read(port)
    call_off_read(None)


def test_modem_lines_that_a_pty_has_not_are_no_obstacle(monkeypatch: pytest.MonkeyPatch) -> None:
    class Odd:
        is_open = False
        closed = False

        def __init__(self, number: int, opens: bool) -> None:
            self.number, self.opens = number, opens

        def open(self) -> None:
            self.is_open = self.opens
            raise OSError(self.number, "odd")

    def serve(number: int, opens: bool) -> None:
        monkeypatch.setattr(serial, "serial_for_url", lambda name, **more: Odd(number, opens))

    serve(errno.ENOTTY, True)
    assert open_port("odd")
    for number, opens in ((errno.ENOTTY, False), (errno.EIO, True)):
        serve(number, opens)
        with pytest.raises(OSError, match="odd"):
            open_port("odd")


def test_ports_on_usb_come_first_and_no_headsets(monkeypatch: pytest.MonkeyPatch) -> None:
    def info(device: str, vid: int | None = None, hwid: str = "x", description: str = "") -> SimpleNamespace:
        return SimpleNamespace(device=device, vid=vid, hwid=hwid, description=description)

    found = [
        info("/dev/ttyS0", hwid="n/a"),
        info("/dev/ttyS4", hwid="PNP0501"),
        info("/dev/ttyUSB1", 0x1A86),
        info("/dev/ttyACM0", 0x2341),
        info("/dev/cu.Bluetooth-Incoming-Port"),
        info("COM9", description="Standard Serial over Bluetooth link"),
    ]
    monkeypatch.setattr(ports.list_ports, "comports", lambda: found)
    assert port_names() == ["/dev/ttyACM0", "/dev/ttyUSB1", "/dev/ttyS4"]
