"""What the window itself knows, no part of the match: how it is to look, what the host has opened, what there is."""

from __future__ import annotations

from typing import Literal, NamedTuple

from hosts.console.view.draft import Draft
from hosts.console.view.words import Lang

Digits = Literal["off", "grant", "buttons"]
"""What the digits do: nothing, give the right by hand (no box), play the seats' buttons (rehearsal)."""

Asking = Literal["quit", "withdraw", "grant", "seat", "state"]
"""``seat``: which seat is to change; ``state``: to what."""


class Look(NamedTuple):
    """How the host wants to see and hear the console: the same over all screens, kept from one evening to the next."""

    lang: Lang = "ru"
    light: bool = False
    larger: bool = False
    """Larger type."""
    still: bool = False
    """Nothing fades."""
    volume: int = 7
    """0 to `LOUDEST`."""
    muted: bool = False


LOUDEST = 10


class Devices(NamedTuple):
    """What the machine offers. ``sound``: whether it can be heard at all; ``displays``: screens there are."""

    sound: bool = True
    displays: int = 1


class Ui(NamedTuple):
    """``asking``: a question to the host that the next key answers. ``message``: a catalogue code till the next key."""

    hidden: bool = False
    """Question and answer are hidden."""
    help: bool = False
    theme: bool = False
    """All questions of the theme lie over the screen."""
    draft: Draft | None = None
    """Corrections in the making; None: the panel is shut."""
    asking: Asking | None = None
    focused: bool = True
    digits: Digits = "off"
    message: str | None = None
    seat: int | None = None
    """Whose state is asked for."""
    devices: Devices = Devices()
