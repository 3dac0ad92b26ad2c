"""What the runtime publishes: one frozen value, replaced as a whole, that a screen may read at any time from any
thread.
"""

from __future__ import annotations

from dataclasses import dataclass

from buzzer.core.match import Match
from buzzer.core.state import Game
from buzzer.host import Cursor


@dataclass(frozen=True, slots=True)
class BoxView:
    """One source of buttons as the console shows it. ``trouble``: a line for people while something is wrong."""

    box: str
    port: str
    up: bool
    trouble: str | None = None
    lost: int = 0
    err_us: int = 0
    seats: tuple[int, ...] = ()
    """Whose buttons it has; of none if another box has taken them over."""


@dataclass(frozen=True, slots=True)
class PressView:
    """A press on the question that is open, or was last: ``why`` it gave no right (a reason of the transcript), or
    None.
    """

    seat: int
    at_us: int
    why: str | None


@dataclass(frozen=True, slots=True)
class Saved:
    """``known`` records made, ``saved`` on disk; ``trouble`` says in one line why not, while that lasts."""

    known: int
    saved: int
    trouble: str | None = None
    copy_trouble: str | None = None


@dataclass(frozen=True, slots=True)
class RollSeat:
    """One seat in a roll call. ``button`` from 1, 0: it has none. ``wanted``: it is in the match."""

    box: str
    button: int
    wanted: bool
    checked: bool
    lit: bool
    down: bool
    trouble: str = ""
    """no_button, no_link, stuck, taken (the pressed button is ``other``'s), several (two at once), or nothing."""
    other: int | None = None
    """Whose button was pressed, or had this one until the seat took it."""


@dataclass(frozen=True, slots=True)
class RollView:
    """A roll call that is on. ``called`` None: nobody is left. ``nobody``: buttons pressed or stuck without a seat."""

    called: int | None
    seats: tuple[RollSeat, ...]
    nobody: tuple[tuple[str, int], ...] = ()
    done: bool = False


@dataclass(frozen=True, slots=True)
class Notice:
    """One line for the host: ``code`` names the text, ``detail`` fills it in (already in words or a number)."""

    code: str
    detail: str
    at_us: int


@dataclass(frozen=True, slots=True)
class Published:
    """The table as it is now. ``game`` is what is shown (the preview); ``match.game`` is what is decided."""

    match: Match
    game: Game
    version: int
    at_us: int
    provisional: bool = False
    """The one who is answering may still change: an earlier stamp may be under way."""
    guard_until_us: int = 0
    """Verdicts are refused until then: the responder has just changed."""
    cursor: Cursor | None = None
    presses: tuple[PressView, ...] = ()
    undo: tuple[str, ...] = ()
    """The kinds of the facts that an undo would take back."""
    boxes: tuple[BoxView, ...] = ()
    saved: Saved = Saved(0, 0)
    notices: tuple[Notice, ...] = ()
    """The latest last; at most eight."""
    rehearsal: bool = False
    """Keys play the buttons: not a real match."""
    journal: str = ""
    """Where the journal lies."""
    theme_names: tuple[str, ...] = ()
    roll: RollView | None = None
    """The roll call, while one is on: presses go to it, not to the match."""
