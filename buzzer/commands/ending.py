"""How a program that is told to stop comes to its end: in order, once, with the exit code that systems expect."""

from __future__ import annotations

import contextlib
import signal
import threading
from collections.abc import Iterator
from types import FrameType
from typing import NoReturn

_NAMES = ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK")
"""Ctrl+C, a shutdown or `kill`, a terminal window that is closed; the last is Windows' Ctrl+Break. Not all exist."""


@contextlib.contextmanager
def orderly() -> Iterator[None]:
    """Within, a signal to stop is raised once, as KeyboardInterrupt or as SystemExit of 128 + its number.

    So every ``finally`` runs: the journal is closed, lamps are put out, temporary folders go. Further signals are
    ignored then: an impatient second Ctrl+C must not cut off the end that the first has begun.
    """
    if threading.current_thread() is not threading.main_thread():
        yield  # only the main thread may set handlers
        return
    numbers = [getattr(signal, name) for name in _NAMES if hasattr(signal, name)]

    def stop(number: int, _frame: FrameType | None) -> NoReturn:
        for each in numbers:
            signal.signal(each, signal.SIG_IGN)
        if number == signal.SIGINT:
            raise KeyboardInterrupt
        raise SystemExit(128 + number)

    before = {number: signal.getsignal(number) for number in numbers}
    for number, handler in before.items():
        if handler is not signal.SIG_IGN:  # under nohup, or in the background of a script
            signal.signal(number, stop)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, signal.SIG_DFL if handler is None else handler)
