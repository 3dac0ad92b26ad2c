"""Serial ports as pyserial gives them: opened for us alone, with what the system has to make them quick."""

from __future__ import annotations

import contextlib
import os
import re
import sys
from collections.abc import Callable
from typing import Any, Protocol

import serial
from serial.tools import list_ports

BAUD = 500_000
READ_TIMEOUT_S = 0.02 if os.name == "posix" else 0.01
"""A read waits for so long.

Where a waiting read cannot be called off safely it is the longest delay of a command.
"""
WRITE_TIMEOUT_S = 0.2
_NOT_A_BOX = re.compile(r"bluetooth|debug-console|wlan-debug", re.IGNORECASE)


class Port(Protocol):
    """What the driver needs of a port; pyserial's have it, and so have the fakes."""

    @property
    def in_waiting(self) -> int: ...

    def read(self, size: int = 1, /) -> bytes: ...

    def write(self, data: bytes, /) -> int | None: ...

    def close(self) -> None: ...


Opener = Callable[[str], Port]
Lister = Callable[[], list[str]]


def open_port(name: str) -> Port:
    """Open ``name``, a device or a pyserial URL, for this program alone.

    Raises OSError (mostly serial.SerialException) if it cannot be opened, ValueError for a name that is
    none.
    """
    port: Any = serial.serial_for_url(name, do_not_open=True, timeout=READ_TIMEOUT_S, write_timeout=WRITE_TIMEOUT_S)
    with contextlib.suppress(ValueError, AttributeError, NotImplementedError):
        port.baudrate = BAUD
    with contextlib.suppress(ValueError, AttributeError, NotImplementedError):
        port.exclusive = True
    try:
        port.open()
    except OSError as error:
        # A pty has no modem lines: setting them raises ENOTTY, and the port is usable all the same.
        if error.errno != 25 or not port.is_open:
            raise
    _claim(port)
    with contextlib.suppress(OSError, ValueError, AttributeError, NotImplementedError):
        port.set_low_latency_mode(True)
    opened: Port = port
    return opened


def _claim(port: Any) -> None:
    """A second lock: the advisory one does not keep out a program that does not ask for it."""
    if sys.platform != "win32":
        try:
            import fcntl
            import termios
        except ImportError:
            return
        with contextlib.suppress(OSError, ValueError, AttributeError, NotImplementedError, TypeError):
            fcntl.ioctl(port.fileno(), termios.TIOCEXCL)


def call_off_read(port: Port | None) -> None:
    """Wake the thread that waits in ``port.read``, where the system can do that."""
    cancel = getattr(port, "cancel_read", None)
    if cancel is not None:
        # The port may be closed by its own thread at this very moment.
        with contextlib.suppress(OSError, TypeError, ValueError, AttributeError):
            cancel()


def port_names() -> list[str]:
    """The machine's ports where a box may be, those on USB first, in a stable order."""
    infos = [
        info
        for info in list_ports.comports()
        if not _NOT_A_BOX.search(f"{info.device} {info.description}") and (info.vid is not None or info.hwid != "n/a")
    ]
    infos.sort(key=lambda info: (info.vid is None, info.device))
    return [info.device for info in infos]
