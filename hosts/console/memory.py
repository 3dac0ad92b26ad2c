"""Settings kept while the window goes on: written by a thread of its own, the latest only."""

from __future__ import annotations

import threading
from collections.abc import Callable

from buzzer.errors import FileError
from buzzer.settings import Settings, write
from hosts.console.view.ui import Look
from hosts.console.view.words import Lang

CLOSE_S = 3.0
"""So long the end of the program waits for the disk."""


class Memory:
    """The settings now. ``trouble``: why they could not be written last, in one line, or empty."""

    def __init__(self, settings: Settings, *, write: Callable[[Settings], None] = write) -> None:
        self.settings = settings
        self.trouble = ""
        self._write = write
        self._wanted: Settings | None = None
        self._guard = threading.Condition()
        self._thread: threading.Thread | None = None

    def keep(self, settings: Settings) -> None:
        """Returns at once."""
        if settings == self.settings:
            return
        with self._guard:
            self.settings = self._wanted = settings
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="settings", daemon=True)
                self._thread.start()

    def keep_look(self, look: Look) -> None:
        changes = {
            "lang": look.lang, "light": look.light, "larger": look.larger, "still": look.still,
            "volume": look.volume, "muted": look.muted,
        }  # fmt: skip
        self.keep(self.settings.model_copy(update=changes))

    def close(self) -> str:
        """Wait for the disk; the trouble, if there is one."""
        thread = self._thread
        if thread is not None:
            thread.join(CLOSE_S)
        return self.trouble

    def _run(self) -> None:
        while True:
            with self._guard:
                wanted, self._wanted = self._wanted, None
                if wanted is None:
                    self._thread = None
                    return
            try:
                self._write(wanted)
                self.trouble = ""
            except FileError as error:
                self.trouble = str(error)


def look_of(settings: Settings, lang: Lang) -> Look:
    """The look that is remembered; ``lang`` where none is."""
    return Look(
        lang=settings.lang or lang, light=settings.light, larger=settings.larger, still=settings.still,
        volume=settings.volume, muted=settings.muted,
    )  # fmt: skip
