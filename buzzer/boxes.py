"""The technician's plain tools.

Which boxes are plugged in and how good their links are, and flashing one.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from buzzer.drivers.ports import Lister, Opener, open_port, port_names
from buzzer.drivers.problems import Lang, PortError, Problem, problem_of
from buzzer.drivers.serialbox import PROBE_US, HasNow
from buzzer.errors import BuzzerError
from buzzer.locate import locate
from buzzer.wire.link import HostLink
from buzzer.wire.linkevents import OtherProtocol, Status, Up

LOOK_US = 1_200_000
"""A box that was found is looked at for so long: the burst of pings, and five states."""
FLASH_BAUDS = (115_200, 57_600)
"""New and old bootloaders of the Nano differ."""
FLASH_TIMEOUT_S = 60
IMAGE = "atmega328p.hex"


@dataclass(frozen=True, slots=True)
class BoxRow:
    """One port for ``buzzer box list``.

    Without a box there, ``problem`` says why in one line, and the rest is empty.
    """

    port: str
    board: str = ""
    firmware: str = ""
    buttons: int = 0
    held: int = 0
    answered: int = 0
    """Pings answered, of `pings` sent: how good the link is."""
    pings: int = 0
    bad_frames: int = 0
    lost: int = 0
    rate_ppm: float = 0.0
    err_us: int = 0
    problem: str = ""


def look(port: str, clock: HasNow, *, open_port: Opener = open_port, lang: Lang = "en") -> BoxRow:
    """Who is at ``port``. Takes about a second with a box, 3.5 without; OSError never leaves it."""
    try:
        opened = open_port(port)
    except (OSError, ValueError) as error:
        return BoxRow(port, problem=problem_of(port, error, windows=os.name == "nt").text(lang))
    try:
        link = HostLink()
        now_us = clock.now_us()
        link.opened(now_us)
        end_us = now_us + PROBE_US
        up: Up | None = None
        status: Status | None = None
        while (now_us := clock.now_us()) < end_us:
            events = link.poll(now_us)
            if out := link.output():
                opened.write(out)
            data = opened.read(opened.in_waiting or 1)
            events += link.feed(data, clock.now_us())
            for event in events:
                match event:
                    case Up() if up is None:
                        up, end_us = event, event.arrived_us + LOOK_US
                    case Status():
                        status = event
                    case OtherProtocol():
                        return BoxRow(port, problem=Problem("old_firmware", port, str(event.version)).text(lang))
                    case _:
                        pass
        if up is None:
            return BoxRow(port, problem=Problem("not_ours", port).text(lang))
        return _row(port, link, up, status)
    except OSError as error:
        return BoxRow(port, problem=problem_of(port, error).text(lang))
    finally:
        opened.close()


def _row(port: str, link: HostLink, up: Up, status: Status | None) -> BoxRow:
    return BoxRow(
        port=port,
        board=up.hello.board,
        firmware=f"{up.hello.build:08x}",
        buttons=up.hello.buttons,
        held=up.hello.held if status is None else status.state.held,
        answered=link.pings_answered,
        pings=link.pings_sent,
        bad_frames=link.bad if status is None else status.bad_frames,
        lost=0 if status is None else status.lost,
        rate_ppm=0.0 if status is None else status.rate_ppm,
        err_us=0 if status is None else status.err_us,
    )


def list_boxes(
    clock: HasNow,
    *,
    open_port: Opener = open_port,
    ports: Lister = port_names,
    lang: Lang = "en",
    at_once: int = 8,
) -> list[BoxRow]:
    """A row for each port of the machine, those of a box first.

    ``at_once``: how many ports are asked together.
    """
    names = ports()

    def one(name: str) -> BoxRow:
        return look(name, clock, open_port=open_port, lang=lang)

    if at_once > 1 and len(names) > 1:
        with ThreadPoolExecutor(at_once) as pool:
            rows = list(pool.map(one, names))
    else:
        rows = [one(name) for name in names]
    return sorted(rows, key=lambda row: (bool(row.problem), row.port))


class FlashError(BuzzerError, RuntimeError):
    """Flashing did not succeed."""


Run = Callable[..., "subprocess.CompletedProcess[str]"]


def flash(
    port: str,
    image: Path | None = None,
    *,
    bauds: Sequence[int] = FLASH_BAUDS,
    timeout_s: float = FLASH_TIMEOUT_S,
    run: Run = subprocess.run,
    which: Callable[[str], str | None] = shutil.which,
    begin: Callable[[Path], None] = lambda image: None,
) -> int:
    """Write ``image`` (default.

    The shipped one) to the board at ``port`` and verify it; returns the baud rate that worked.

    Raises FlashError if avrdude is missing or no rate works, FileError if the shipped image is not
    there, PortError if the port does not exist.
    """
    avrdude = which("avrdude")
    if avrdude is None:
        raise FlashError("avrdude is not installed", remedy="run: sudo apt install avrdude (elsewhere: brew, winget)")
    path = locate("firmware", IMAGE) if image is None else image
    if not path.is_file():
        raise FlashError("no such firmware image", path=path, remedy="build it with: make -C firmware")
    if os.name == "posix":
        _must_be_port(port)
    begin(path)
    said = ""
    for baud in bauds:
        command = [avrdude, "-c", "arduino", "-p", "atmega328p", "-P", port, "-b", str(baud), "-D"]
        command += ["-U", f"flash:w:{path}:i"]
        try:
            done = run(command, capture_output=True, text=True, timeout=timeout_s, check=False)
        except subprocess.TimeoutExpired:
            said = f"avrdude said nothing for {timeout_s:g} s at {baud} baud"
            continue
        if done.returncode == 0:
            return baud
        said = _last_words(done.stderr) or f"avrdude ended with {done.returncode} at {baud} baud"
    raise FlashError(
        f"{port}: the board was not flashed ({said})",
        remedy="close other programs on the port, plug it in again, retry",
    )


def _must_be_port(port: str) -> None:
    """Before anything is said of writing: avrdude has other words for it. Errors: PortError."""
    if not os.path.exists(port):
        raise PortError(Problem("missing", port).text())
    if os.path.isdir(port):
        raise PortError(Problem("bad_name", port, "a folder").text())
    if not os.access(port, os.R_OK | os.W_OK):
        raise PortError(Problem("permission", port).text())


def _last_words(text: str) -> str:
    """avrdude's reason: its first line that speaks of an error, else the last line."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    telling = [line for line in lines if "error" in line.lower() or "not" in line.lower()]
    return (telling or lines[-1:] or [""])[0].removeprefix("avrdude: ")
