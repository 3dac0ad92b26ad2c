"""Listing and flashing."""

import errno
import subprocess
from pathlib import Path

import pytest
import serial
from rig import Rig

from buzzer import boxes, locate
from buzzer.boxes import FlashError, flash, list_boxes, look
from buzzer.drivers.problems import PortError
from buzzer.errors import FileError
from buzzer.wire.frames import Frame, encode


def test_a_row_for_each_port_the_boxes_first() -> None:
    rig = Rig(board="TABLE-3", ppm=1500, build=0x12345678)
    rig.box.press(2)
    rig.another("0-nothing")
    rig.another("0-locked")
    rig.ports.refusals["0-locked"] = serial.SerialException(errno.EACCES, "no")
    rows = list_boxes(rig.clock, open_port=rig.ports.open, ports=rig.ports.names, at_once=1)
    assert [row.port for row in rows] == ["A", "0-locked", "0-nothing"]
    box, locked, nothing = rows
    assert (box.board, box.firmware, box.buttons, box.held, box.problem) == ("TABLE-3", "12345678", 6, 0b10, "")
    assert box.answered == box.pings >= 8
    assert box.err_us > 0
    assert "dialout" in locked.problem
    assert "no box answers" in nothing.problem
    assert not rig.line.is_open


def test_ports_are_asked_together() -> None:
    rig = Rig()
    rig.ports.refusals = {name: OSError(errno.ENOENT, "gone") for name in ("A", "B")}
    rig.another("B")
    rows = list_boxes(rig.clock, open_port=rig.ports.open, ports=rig.ports.names, lang="ru")
    assert [row.problem.split(";")[0] for row in rows] == ["A: нет такого порта", "B: нет такого порта"]


def test_a_port_that_breaks_while_looked_at() -> None:
    rig = Rig()
    rig.clock.call_at(500_000, rig.line.unplug)
    row = look("A", rig.clock, open_port=rig.ports.open)
    assert "cannot be used" in row.problem


def test_an_old_box_is_listed_with_the_command_that_flashes() -> None:
    rig = Rig()
    line = rig.another("B")
    rig.clock.call_at(1000, lambda: line.send(encode(Frame(1, 0, 0, b"\x02"))))
    assert look("B", rig.clock, open_port=rig.ports.open).problem.endswith("run: buzzer box flash B")


class Avrdude:
    """A fake of the program."""

    def __init__(self, *codes: int | None, stderr: str = "") -> None:
        self.codes, self.stderr = list(codes), stderr
        self.commands: list[list[str]] = []

    def __call__(self, command: list[str], **more: object) -> subprocess.CompletedProcess[str]:
        self.commands.append(command)
        assert more["timeout"], "always a timeout"
        code = self.codes.pop(0)
        if code is None:
            raise subprocess.TimeoutExpired(command, 60)
        return subprocess.CompletedProcess(command, code, "", self.stderr)


@pytest.fixture
def image(tmp_path: Path) -> Path:
    path = tmp_path / "image.hex"
    path.write_text(":00000001FF\n", encoding="ascii")
    return path


def flash_with(avrdude: Avrdude, image: Path, port: str = "/dev/null") -> int:
    return flash(port, image, run=avrdude, which=lambda name: "/usr/bin/" + name)


def test_flashing_with_the_new_bootloader(image: Path) -> None:
    avrdude = Avrdude(0)
    assert flash_with(avrdude, image) == 115_200
    (command,) = avrdude.commands
    assert command[:5] == ["/usr/bin/avrdude", "-c", "arduino", "-p", "atmega328p"]
    assert command[command.index("-b") + 1] == "115200"
    assert f"flash:w:{image}:i" in command
    assert "-V" not in command, "it verifies"


@pytest.mark.parametrize("first", [1, None])
def test_flashing_with_the_old_bootloader(image: Path, first: int | None) -> None:
    assert flash_with(Avrdude(first, 0), image) == 57_600


def test_flashing_that_fails_gives_the_reason(image: Path) -> None:
    avrdude = Avrdude(
        1, 1, stderr="\navrdude: hello\navrdude: stk500_getsync(): not in sync: resp=0x00\n\navrdude done."
    )
    with pytest.raises(FlashError, match=r"/dev/null: .*not in sync.*; close other programs") as caught:
        flash_with(avrdude, image)
    assert "\n" not in str(caught.value)
    for avrdude, words in (
        (Avrdude(1, 7), "ended with 7"),
        (Avrdude(None, None), "said nothing for 60 s at 57600"),
        (Avrdude(1, 1, stderr="oops"), "oops"),
    ):
        with pytest.raises(FlashError, match=words):
            flash_with(avrdude, image)


def test_flashing_without_avrdude_or_image_or_port(image: Path, tmp_path: Path) -> None:
    with pytest.raises(FlashError, match="avrdude is not installed; run: sudo apt install avrdude"):
        flash("/dev/null", image, which=lambda name: None)
    with pytest.raises(FlashError, match="no such firmware image"):
        flash_with(Avrdude(), tmp_path / "none.hex")
    with pytest.raises(PortError, match="no such port"):
        flash_with(Avrdude(), image, "/dev/ttyNoSuchPort")
    with pytest.raises(PortError, match="not a port"):
        flash_with(Avrdude(), image, str(tmp_path))


def test_the_shipped_image_is_found() -> None:
    avrdude = Avrdude(0)
    assert flash("/dev/null", run=avrdude, which=lambda name: name) == 115_200
    assert any(part.endswith(f"{boxes.IMAGE}:i") for part in avrdude.commands[0])


def test_locating_looks_in_the_package_first(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    package = tmp_path / "buzzer"
    monkeypatch.setattr(locate, "__file__", str(package / "locate.py"))
    in_package, in_checkout = package / "data" / "firmware" / "x.hex", tmp_path / "firmware" / "prebuilt" / "x.hex"
    with pytest.raises(FileError, match=r"firmware file x.hex is not installed; install"):
        locate.locate("firmware", "x.hex")
    for path in (in_checkout, in_package):
        path.parent.mkdir(parents=True)
        path.touch()
        assert locate.locate("firmware", "x.hex") == path
