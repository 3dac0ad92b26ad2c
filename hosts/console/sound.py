"""The sounds through pygame's mixer. A machine without one is told (`Mixer.works`), and the console goes on."""

from __future__ import annotations

import contextlib
import logging
import os
from collections.abc import Iterator

import pygame

from buzzer.errors import BuzzerError
from buzzer.locate import locate
from hosts.console.view.ui import LOUDEST

NAMES = (
    *(f"press{seat}" for seat in range(1, 9)), "open", "window_over", "answer_up", "right", "wrong", "hold",
    "link_lost", "fault",
)  # fmt: skip
"""Of the files of ``sounds/``, one a cue."""
_RATE, _BITS, _CHANNELS, _BUFFER = 44100, -16, 2, 512
"""512 samples: 15 ms from call to ear where 4096 would be 96 ms."""

_log = logging.getLogger(__name__)


class Mixer:
    """Loads all sounds at once; `play` only hands one over and never waits. Window's thread only."""

    def __init__(self) -> None:
        self.works = False
        self._volume = 0.0
        self._sounds: dict[str, pygame.mixer.Sound] = {}
        try:
            with _silent():
                pygame.mixer.init(_RATE, _BITS, _CHANNELS, _BUFFER)
            self._sounds = {name: pygame.mixer.Sound(str(locate("sounds", f"{name}.wav"))) for name in NAMES}
            self.works = True
        except (pygame.error, BuzzerError, OSError, NotImplementedError, AttributeError, ImportError) as error:
            # pygame without a mixer has a stand-in that raises when it is touched
            _log.info("no sound: %s", error)

    def turn(self, volume: int, muted: bool) -> None:
        """``volume``: 0 to `LOUDEST`."""
        self._volume = 0.0 if muted else min(max(volume, 0), LOUDEST) / LOUDEST
        for sound in self._sounds.values():
            sound.set_volume(self._volume)

    def play(self, cue: str) -> None:
        """By its name; a name that is not known is silent."""
        sound = self._sounds.get(cue)
        if sound is None or not self.works or not self._volume:
            return
        try:
            sound.play()
        except pygame.error as error:
            _log.info("the sound has gone: %s", error)
            self.works = False

    def close(self) -> None:
        if self.works:
            pygame.mixer.quit()
            self.works = False


@contextlib.contextmanager
def _silent() -> Iterator[None]:
    """Nothing on standard error: without a card ALSA writes nine lines there; the strip says it in two words."""
    try:
        kept = os.dup(2)
    except OSError:  # a program without a terminal has none
        yield
        return
    try:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, 2)
        os.close(nowhere)
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
