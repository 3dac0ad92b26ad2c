"""A thread that does one thing whenever there is something to do."""

from __future__ import annotations

import threading
from collections.abc import Callable

RETRY_S = 1.0
"""So often a disk that refused is tried again, records or not."""


class Worker:
    """A thread that works when it is woken, and again every `RETRY_S` after it failed."""

    def __init__(self, name: str, work: Callable[[], bool]) -> None:
        self._work = work
        self._turn = threading.Condition()
        self._woken = False
        self._ending = False
        self._thread: threading.Thread | None = None
        self._name = name
        self.broken: str | None = None
        """The last try ended in an error that nobody foresaw; the thread goes on."""

    def start(self) -> None:
        # A daemon: a disk that never answers must not keep the program from ending.
        self._thread = threading.Thread(target=self._run, name=self._name, daemon=True)
        self._thread.start()

    def wake(self) -> None:
        with self._turn:
            self._woken = True
            self._turn.notify()

    def end(self, timeout_s: float) -> bool:
        """One last try, then the end. False: it has not ended in time. Without a thread the last try is made here."""
        if self._thread is None:
            self._work()
            return True
        with self._turn:
            self._ending = True
            self._turn.notify()
        self._thread.join(timeout_s)
        return not self._thread.is_alive()

    def _try(self) -> bool:
        try:
            done = self._work()
        except Exception as error:  # whatever it is: what comes later must still be written
            self.broken = f"{type(error).__name__}: {error}"
            return False
        self.broken = None
        return done

    def _run(self) -> None:
        done = True
        while True:
            with self._turn:
                if not self._woken and not self._ending:
                    self._turn.wait(None if done else RETRY_S)
                self._woken = False
                last = self._ending
            done = self._try()
            if last:
                return
