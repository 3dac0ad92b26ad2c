"""Synthesises the console's sounds. ``python sounds/make.py [FOLDER]``; the same bytes on every machine.

22050 Hz, 16 bit, mono. Every tone rises and falls softly, so that nothing clicks, and has a quiet octave above it, so
that small loudspeakers carry the low ones. Pitches: ``SEATS`` are of the design (a scale from c'' to e'''), right is a
rising major third, wrong a falling minor one, each far shorter than a word. The licence is that of the whole project.
"""

from __future__ import annotations

import array
import math
import sys
import wave
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

RATE = 22050
SEATS = (523, 587, 659, 784, 880, 1047, 1175, 1319)
"""Hertz, by seat from 1."""
RISE_MS = 6
FALL_MS = 45


class Tone(NamedTuple):
    """``pitch`` in hertz, 0 for silence; ``loud`` and ``octave`` per mille."""

    pitch: int
    ms: int
    loud: int = 600
    octave: int = 150


SOUNDS: dict[str, tuple[Tone, ...]] = {
    **{f"press{seat}": (Tone(pitch, 180),) for seat, pitch in enumerate(SEATS, 1)},
    "open": (Tone(1568, 45, 350),),
    "countdown": (Tone(988, 60, 450),),
    "window_over": (Tone(220, 140, 700, 400), Tone(0, 60), Tone(220, 200, 700, 400)),
    "answer_up": (Tone(440, 130, 400), Tone(0, 50), Tone(440, 170, 400)),
    "right": (Tone(784, 90), Tone(988, 170)),
    "wrong": (Tone(392, 110, 650, 300), Tone(330, 200, 650, 300)),
    "hold": (Tone(587, 130, 500), Tone(440, 200, 500)),
    "link_lost": (Tone(587, 110, 650), Tone(415, 110, 650), Tone(294, 260, 700, 400)),
    "fault": (Tone(147, 320, 750, 600),),
}
"""By the name of the cue."""


def envelope(index: int, length: int) -> float:
    """How loud the sample is, 0 to 1: raised cosines at both ends."""
    rise, fall = RATE * RISE_MS // 1000, min(RATE * FALL_MS // 1000, length // 2)
    if index < rise:
        return 0.5 - 0.5 * math.cos(math.pi * index / rise)
    left = length - 1 - index
    return 1.0 if left >= fall else 0.5 - 0.5 * math.cos(math.pi * left / fall)


def samples(tones: Sequence[Tone]) -> array.array[int]:
    """The tones one after another, -32767 to 32767."""
    found = array.array("h")
    for tone in tones:
        length, octave = RATE * tone.ms // 1000, tone.octave / 1000
        step = 2 * math.pi * tone.pitch / RATE
        full = 32767 * tone.loud / 1000 / (1 + octave)
        for index in range(length):
            value = math.sin(step * index) + octave * math.sin(2 * step * index)
            found.append(round(full * envelope(index, length) * value))
    return found


def write(path: Path, tones: Sequence[Tone]) -> None:
    made = samples(tones)
    if sys.byteorder == "big":
        made.byteswap()
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(made.tobytes())


def main(folder: Path) -> None:
    """All of them. Errors: OSError."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, tones in SOUNDS.items():
        write(folder / f"{name}.wav", tones)


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent)
