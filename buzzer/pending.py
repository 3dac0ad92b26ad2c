"""The match that was broken off: what a start screen says about it before anybody goes on with it."""

from __future__ import annotations

import contextlib
import os
import time
from dataclasses import dataclass
from datetime import datetime

from buzzer.core.match import fold
from buzzer.core.scoring import total
from buzzer.core.state import Finished
from buzzer.errors import BuzzerError
from buzzer.storage.journal import default_folder
from buzzer.storage.recover import journals, scan

EVENING_S = 12 * 3600
"""A match that was last written to so long ago is another evening's; `buzzer resume` still goes on with it."""
_MOST_BYTES = 50_000_000


@dataclass(frozen=True, slots=True)
class Unfinished:
    """``last``: hours and minutes of its last record. ``trouble``: why it cannot be read, in one line, or empty."""

    path: str
    last: str
    rules: str = ""
    names: tuple[str, ...] = ()
    scores: tuple[int, ...] = ()
    played: int = 0
    """Questions that have been announced, without those that replace another."""
    questions: int | None = None
    """Of how many; None where it is not known."""
    trouble: str = ""


def unfinished(folder: str = "", *, now_s: float | None = None) -> Unfinished | None:
    """The newest match of this evening in which something has happened and that is not over; None if there is none.

    Reads files: not for a window's thread. Errors: none, a folder that cannot be read has no matches.
    """
    now_s = time.time() if now_s is None else now_s
    with contextlib.suppress(BuzzerError, OSError):
        for path in journals(folder or default_folder()):
            status = os.stat(path)
            if not -EVENING_S < now_s - status.st_mtime < EVENING_S or status.st_size > _MOST_BYTES:
                continue
            found = _looked_at(path, datetime.fromtimestamp(status.st_mtime).strftime("%H:%M"))
            if found is not None:
                return found
    return None


def _looked_at(path: str, last: str) -> Unfinished | None:
    try:
        with open(path, "rb") as file:
            transcript = scan(file.read(), path).transcript
    except BuzzerError as error:
        return Unfinished(path, last, trouble=str(error))
    setup = transcript.header.setup
    match, _ = fold(setup, transcript.facts)
    if isinstance(match.game.phase, Finished) or not any(fact.kind != "session" for fact in transcript.facts):
        return None
    return Unfinished(
        path,
        last,
        setup.rules.title or setup.rules.name,
        setup.players,
        tuple(total(setup, match.game, seat) for seat in range(1, len(setup.players) + 1)),
        sum(question.replaces is None for question in match.game.questions),
        None if setup.themes is None else setup.themes * len(setup.rules.values),
    )
