"""avrdude and a pseudo terminal: the image goes in through a real bootloader, and then it runs."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import serial

from buzzer.wire.frames import Decoder
from buzzer.wire.messages import FromBox, Hello, unpack_from_box

from .board_at_1x import Board, build_optiboot, build_program
from .fixtures import IMAGE

AVRDUDE = "avrdude -c arduino -p atmega328p -b 115200"
AVRDUDE_TIMEOUT_S = 120


@pytest.fixture(scope="module")
def tools(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("board")
    build_program(folder)
    build_optiboot(folder)
    return folder


@pytest.fixture
def empty_board(tools: Path) -> Iterator[Board]:
    with Board(tools / "boxpty", bootloader=tools / "optiboot.hex") as board:
        yield board


def image_bytes() -> bytes:
    """The image from flash address 0 on."""
    out = bytearray()
    for line in IMAGE.read_text().splitlines():
        record = bytes.fromhex(line[1:])
        if record[3] == 0:
            at = int.from_bytes(record[1:3], "big")
            out[at : at + record[0]] = record[4:-1]
    return bytes(out)


def first_hello(port: str) -> Hello:
    decoder = Decoder()
    with serial.Serial(port, 500_000, timeout=0.5) as line:
        for _ in range(60):
            for frame in decoder.feed(line.read(line.in_waiting or 1)):
                message: FromBox | None = unpack_from_box(frame)
                if isinstance(message, Hello):
                    return message
    raise AssertionError("no hello")


def test_avrdude_flashes_the_image_and_it_starts(empty_board: Board, tmp_path: Path) -> None:
    done = subprocess.run(
        [*AVRDUDE.split(), "-P", empty_board.port, "-U", f"flash:w:{IMAGE}:i"],
        capture_output=True,
        text=True,
        timeout=AVRDUDE_TIMEOUT_S,
    )
    assert done.returncode == 0, done.stderr
    assert "verified" in done.stderr
    wanted = image_bytes()
    assert len(wanted) > 4000
    assert empty_board.flash(tmp_path / "flash")[: len(wanted)] == wanted
    hello = first_hello(empty_board.port)
    assert (hello.protocol, hello.kind, hello.board) == (1, 1, "BOX-0000")


def test_buzzer_box_flash_writes_what_then_says_hello(empty_board: Board, tmp_path: Path) -> None:
    """The technician's command, as typed, on the port of a board that has never been flashed."""
    done = subprocess.run(
        [sys.executable, "-m", "buzzer", "box", "flash", empty_board.port],
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        timeout=AVRDUDE_TIMEOUT_S,
        cwd=IMAGE.parents[2],
    )
    assert done.returncode == 0, done.stderr
    assert "written and verified at 115200 baud" in done.stdout
    wanted = image_bytes()
    assert empty_board.flash(tmp_path / "flash")[: len(wanted)] == wanted
    assert first_hello(empty_board.port).board == "BOX-0000"


def test_an_interrupted_write_leaves_a_board_that_takes_the_next(empty_board: Board, tmp_path: Path) -> None:
    """The bootloader is still there whatever was cut short: the board is only flashed again."""
    with serial.Serial(empty_board.port, 115_200, timeout=0.3) as line:
        assert line.read(1) == b""  # until the bootloader listens
        line.write(b"0 ")
        assert line.read(2) == b"\x14\x10"
        line.write(b"U\0\0 d\0\x80F" + b"\xff" * 60)  # half a page
        assert line.read(2) == b"\x14\x10"  # to the address
    empty_board.wait_for("CLOSE")
    test_avrdude_flashes_the_image_and_it_starts(empty_board, tmp_path)


def test_the_image_alone_talks_on_a_terminal(tools: Path) -> None:
    with Board(tools / "boxpty", image=IMAGE) as board:
        assert first_hello(board.port).cause == 1
