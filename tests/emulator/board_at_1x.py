"""A board with a bootloader on a pseudo terminal, at the speed of the wall clock: what avrdude talks to.

The bootloader is built from the source that the Arduino core package of the system ships (the image in
that package runs past the end of the flash); nothing of it is in this project.
"""

from __future__ import annotations

import os
import selectors
import subprocess
import time
from pathlib import Path
from types import TracebackType
from typing import Self

from .boxsim import SOURCES, compile_c

OPTIBOOT = Path("/usr/share/arduino/hardware/arduino/avr/bootloaders/optiboot")
PATIENCE_S = 60
FLAGS = (
    "-mmcu=atmega328p -DF_CPU=16000000L -DBAUD_RATE=115200 -DLED_START_FLASHES=0 -w -Os "
    "-fno-inline-small-functions -fno-split-wide-types -nostartfiles -nostdlib -Wl,--relax -Wl,--gc-sections "
    "-Wl,--section-start=.text=0x7e00 -Wl,--section-start=.version=0x7ffe"
)
SECTIONS = "-j .text -j .data -j .version --set-section-flags .version=alloc,load"


def build_optiboot(folder: Path) -> Path:
    """The bootloader of a Nano or Uno as Intel HEX. Raises `CalledProcessError` or `FileNotFoundError`."""
    elf, image = folder / "optiboot.elf", folder / "optiboot.hex"
    subprocess.run(
        ["avr-gcc", *FLAGS.split(), "-o", str(elf), str(OPTIBOOT / "optiboot.c")],
        check=True,
        timeout=60,
    )
    subprocess.run(
        ["avr-objcopy", *SECTIONS.split(), "-O", "ihex", str(elf), str(image)],
        check=True,
        timeout=60,
    )
    return image


def build_program(folder: Path) -> Path:
    return compile_c(folder / "boxpty", ("boxpty.c", *SOURCES), ("-lutil",))


class Board:
    """The running board; ``port`` is its terminal. A context manager that ends the process."""

    def __init__(self, program: Path, *, image: Path | None = None, bootloader: Path | None = None) -> None:
        """``bootloader``: also makes opening the port restart the board, as DTR does."""
        arguments = [str(program)]
        if image is not None:
            arguments += ["-a", str(image)]
        if bootloader is not None:
            arguments += ["-b", str(bootloader), "-r"]
        self._process = subprocess.Popen(arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
        self._said = b""
        self.port = self.wait_for("PTY").removeprefix("PTY ")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        with self._process as process:
            process.kill()

    def tell(self, command: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(command.encode() + b"\n")
        self._process.stdin.flush()

    def flash(self, path: Path) -> bytes:
        """The whole flash, as dumped into a file."""
        self.tell(f"dump {path}")
        self.wait_for("DUMPED")
        return path.read_bytes()

    def wait_for(self, word: str) -> str:
        """The next line that begins with a word. Raises `TimeoutError`, `EOFError` when the program ended."""
        stdout = self._process.stdout
        assert stdout is not None
        end = time.monotonic() + PATIENCE_S
        with selectors.DefaultSelector() as selector:
            selector.register(stdout, selectors.EVENT_READ)
            while True:
                line, newline, rest = self._said.partition(b"\n")
                if newline:
                    self._said = rest
                    if line.startswith(word.encode()):
                        return line.decode()
                    continue
                if not selector.select(max(0, end - time.monotonic())):
                    raise TimeoutError(f"the board did not say {word}")
                data = os.read(stdout.fileno(), 4096)
                if not data:
                    raise EOFError(f"the board ended before it said {word}")
                self._said += data
