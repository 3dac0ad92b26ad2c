"""The frozen state of one match: the phases, each with its own fields only, the open question, the record.

Inside a question all clocks are kept on the *game clock*, which stands still on hold; suffix ``_g``, microseconds. On
the table's time line an instant ``g`` is ``g + Game.offset_us`` while the clocks run. So a hold stops windows, locks
and grace by one number.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from buzzer.core.rules import Ruleset


class Setup(NamedTuple):
    """What a match is played by; it never changes."""

    rules: Ruleset
    players: tuple[str, ...]
    settle_us: int = 0
    """The longest time a press can be under way before it arrives."""
    lot_seed: int = 0
    themes: int | None = None
    """How many themes the match has; None where nobody said."""


@dataclass(frozen=True, slots=True)
class Idle:
    """No question is open: none yet, or the last one is closed."""


@dataclass(frozen=True, slots=True)
class Announced:
    """The value has been announced, reading has not begun."""


@dataclass(frozen=True, slots=True)
class Reading:
    """The question is being read."""


@dataclass(frozen=True, slots=True)
class Broken:
    """An answer broke off the reading and was wrong or annulled; the rest is still to be read."""


@dataclass(frozen=True, slots=True)
class Window:
    """The question has been read; presses count up to and including ``until_g``. ``calls``: seconds left still to be
    called.
    """

    until_g: int
    calls: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Answering:
    """A seat has the right since ``since_g``. ``up``: its time has run out and the host has been prompted."""

    seat: int
    since_g: int
    until_g: int | None
    named_g: int | None = None
    up: bool = False
    by_hand: bool = False


@dataclass(frozen=True, slots=True)
class Finished:
    """The match is over."""


Phase = Idle | Announced | Reading | Broken | Window | Answering | Finished


class Seat(NamedTuple):
    name: str
    state: str = "in"
    points: int = 0
    """The sum of verdicts, fines and adjustments that stand. The total may differ for a no-show: `scoring.total`."""


class Judged(NamedTuple):
    """One verdict as it stands, and what it is worth."""

    seat: int
    verdict: str
    delta: int


class Question(NamedTuple):
    """A standing announcement. ``number`` counts them from 1 and never shifts; ``ended`` is why it closed, None while
    open.
    """

    number: int
    value: int
    theme: int
    theme_name: str | None
    replaces: int | None
    announced_us: int
    opened_us: int | None = None
    """When the buttons opened, on the table's time line; None if they have not."""
    verdicts: tuple[Judged, ...] = ()
    fines: tuple[tuple[int, int], ...] = ()
    """(seat, delta) of each."""
    ended: str | None = None
    void: bool = False


class Live(NamedTuple):
    """What only an open question has. ``locks_g``: by seat, until when its button is dead (0 index unused)."""

    opened: bool
    locks_g: tuple[int | None, ...]
    begun: bool = False
    """The reading has begun; an answer that breaks it off and fails leaves the buttons live."""
    read_over: bool = False
    marked: frozenset[int] = frozenset()
    """Seats that pressed out of turn during this answer and will be locked if it is wrong."""
    out: frozenset[int] = frozenset()
    """Seats out of this question by an early press."""
    rest_us: int = 0
    """What was left of the window when the answer began."""
    end_g: int = 0
    """The end of the window that the answer interrupted."""


class Theme(NamedTuple):
    number: int
    name: str | None


class OnHold(NamedTuple):
    why: str | None
    at_g: int
    """Where the game clock stands."""


class Game(NamedTuple):
    """One match as decided so far."""

    seats: tuple[Seat, ...]
    phase: Phase = Idle()
    live: Live | None = None
    questions: tuple[Question, ...] = ()
    theme: Theme | None = None
    hold: OnHold | None = None
    offset_us: int = 0
    down: frozenset[int] = frozenset()
    """Seats whose button is held down."""
    checks: frozenset[tuple[int, int]] = frozenset()
    """(question, seat) of each verdict that is being looked up."""
    adjusts: tuple[tuple[int, int, str], ...] = ()
    """(seat, delta, reason) of each."""

    @property
    def open(self) -> Question | None:
        """The open question, or None."""
        return self.questions[-1] if self.live is not None else None

    def with_question(self, number: int | None = None, **changes: Any) -> Game:
        """This game with one question of the record changed: by number, else the last."""
        index = len(self.questions) if number is None else number
        changed = self.questions[index - 1]._replace(**changes)
        return self._replace(questions=(*self.questions[: index - 1], changed, *self.questions[index:]))

    def clock_g(self, at_us: int) -> int:
        """The game clock at an instant of the table's time line."""
        return at_us - self.offset_us if self.hold is None else self.hold.at_g

    def wall_us(self, at_g: int, now_us: int) -> int:
        """When, on the table's time line, the game clock will show ``at_g``, if it ran from ``now_us`` on."""
        return at_g + (now_us - self.clock_g(now_us))


def new_game(setup: Setup) -> Game:
    return Game(seats=tuple(Seat(name) for name in setup.players))
