"""A server of X with two screens that can be pulled out: Xorg's dummy driver, xrandr and a window manager."""

from __future__ import annotations

import os
import select
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from console.xvfb import PATIENCE_S, Screen

_CONFIGURATION = """\
Section "ServerFlags"
    Option "AutoAddDevices" "false"
    Option "AutoAddGPU" "false"
    Option "DontVTSwitch" "true"
EndSection
Section "Device"
    Identifier "card"
    Driver "dummy"
    VideoRam 256000
EndSection
Section "Monitor"
    Identifier "monitor"
    HorizSync 5-1000
    VertRefresh 5-200
EndSection
Section "Screen"
    Identifier "screen"
    Device "card"
    Monitor "monitor"
    DefaultDepth 24
    SubSection "Display"
        Depth 24
        Virtual 3840 2160
    EndSubSection
EndSection
"""


@contextmanager
def two_screens(folder: Path) -> Iterator[Screen]:
    """1920×1080 and at its right 1280×720, on a display that is free. Needs root, as Xorg does."""
    configuration = folder / "xorg.conf"
    configuration.write_text(_CONFIGURATION, "utf-8")
    reader, writer = os.pipe()
    command = [
        "Xorg", "-displayfd", str(writer), "-config", str(configuration), "-logfile", str(folder / "xorg.log"),
        "-noreset", "-nolisten", "tcp", "-sharevts", "-novtswitch",
    ]  # fmt: skip
    with ExitStack() as stack:
        stack.callback(os.close, reader)
        server = subprocess.Popen(
            command, pass_fds=(writer,), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        os.close(writer)
        stack.callback(_end, server)
        assert select.select([reader], [], [], PATIENCE_S)[0], "Xorg does not start"
        screen = Screen(f":{os.read(reader, 16).decode().strip()}")
        screen.run("xrandr", "--output", "DUMMY0", "--mode", "1920x1080")
        screen.run("xrandr", "--addmode", "DUMMY1", "1280x720")
        screen.run("xrandr", "--output", "DUMMY1", "--mode", "1280x720", "--right-of", "DUMMY0")
        screen.run("xrandr")  # which looks anew: until then the second one counts as not plugged in
        manager = subprocess.Popen(
            ["openbox"], env=screen.environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        stack.callback(_end, manager)
        yield screen


def _end(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    process.wait(PATIENCE_S)
