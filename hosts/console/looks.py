"""The keys that change how the console looks and sounds, on every screen; pure."""

from __future__ import annotations

from typing import Literal

from hosts.console.view.ui import LOUDEST, Look

Turn = Literal["lang", "light", "larger", "still", "quieter", "louder", "muted"]

KEYS: dict[int, Turn] = {59: "lang", 60: "light", 61: "larger", 62: "still", 63: "quieter", 64: "louder"}
"""F2 … F7, by scancode; M mutes, where no text field is open."""
M = 16


def turned(look: Look, turn: Turn) -> Look:
    """The look after a key."""
    if turn == "lang":
        return look._replace(lang="en" if look.lang == "ru" else "ru")
    if turn == "quieter":
        return look._replace(volume=max(0, look.volume - 1), muted=False)
    if turn == "louder":
        return look._replace(volume=min(LOUDEST, look.volume + 1), muted=False)
    return look._replace(**{turn: not getattr(look, turn)})  # type: ignore[arg-type]
