"""What the window itself knows: frozen, changed by keys and focus, no part of the match."""

from __future__ import annotations

from typing import Literal, NamedTuple

Digits = Literal["off", "grant", "buttons"]
"""What the digits do: nothing, give the right by hand (no box), play the seats' buttons (rehearsal)."""

Asking = Literal["quit", "withdraw", "grant", "seat", "state"]
"""``seat``: which seat is to change; ``state``: to what."""


class Ui(NamedTuple):
    """``asking``: a question to the host that the next key answers. ``message``: a catalogue code till the next key."""

    hidden: bool = False
    """Question and answer are hidden."""
    help: bool = False
    theme: bool = False
    """All questions of the theme lie over the screen."""
    asking: Asking | None = None
    focused: bool = True
    digits: Digits = "off"
    message: str | None = None
    seat: int | None = None
    """Whose state is asked for."""
