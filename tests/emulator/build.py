"""Builds of the firmware for tests: in a folder of their own, with changes to the sources if wanted."""

from __future__ import annotations

import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

FIRMWARE = Path(__file__).parents[2] / "firmware"


@dataclass(frozen=True)
class Build:
    image: Path
    elf: Path
    report: Path
    said: str
    """What `make` printed."""

    def address(self, symbol: str) -> int:
        """Where a variable is in the chip's memory. Raises `KeyError` if there is none of that name."""
        listing = subprocess.run(["avr-nm", str(self.elf)], check=True, capture_output=True, text=True, timeout=60)
        for line in listing.stdout.splitlines():
            where, _, name = line.split()[-3:] if len(line.split()) == 3 else ("0", "", "")
            if name == symbol:
                return int(where, 16) & 0xFFFF
        raise KeyError(symbol)


def build(folder: Path, changes: tuple[tuple[str, str, str], ...] = ()) -> Build:
    """`make` of a copy of the sources; ``changes`` are (file, old text, new text).

    Raises `ValueError` if an old text is not there exactly as often as in the file at least once,
    `CalledProcessError` if the build fails.
    """
    copy = folder / "firmware"
    shutil.copytree(FIRMWARE, copy, ignore=shutil.ignore_patterns("build", "prebuilt"))
    for name, old, new in changes:
        text = (copy / name).read_text()
        if old not in text:
            raise ValueError(f"{name}: {old!r} is not there")
        (copy / name).write_text(text.replace(old, new))
    done = subprocess.run(
        ["make", "-C", str(copy)], check=True, capture_output=True, text=True, timeout=300, stdin=subprocess.DEVNULL
    )
    return Build(
        image=copy / "prebuilt" / "atmega328p.hex",
        elf=copy / "build" / "atmega328p.elf",
        report=copy / "prebuilt" / "atmega328p.json",
        said=done.stdout + done.stderr,
    )
