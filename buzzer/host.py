"""What the host's keys mean: a command and the state of the match to facts, or to a line that says why nothing happens.

Pure. The console's keys, the keys wired to a box and a chat's words all come through here, so they cannot differ.
The commands and their keys are those of the console's legend; Space never costs anybody points.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from buzzer.core import facts as f
from buzzer.core.order import Turn, played, turn
from buzzer.core.state import Announced, Answering, Broken, Finished, Game, Reading, Setup, Window


class Do(Enum):
    """The host's commands."""

    NEXT = "next"
    RIGHT = "right"
    WRONG = "wrong"
    NO_ANSWER = "no answer"
    ANNUL = "annul"
    NAMED = "named"
    CLOSE = "close"
    UNDO = "undo"
    HOLD = "hold"
    GRANT = "grant"
    CHECK = "check"
    WITHDRAW = "withdraw"
    EARLIER = "earlier question"
    LATER = "later question"
    THEME_BACK = "theme back"
    THEME_ON = "theme on"
    SEAT = "seat"
    ADJUST = "adjust"
    ROLL = "roll call"
    ROLL_CALL = "call a seat"
    ROLL_FREE = "free the called seat's button"
    ROLL_END = "end the roll call"


VERDICTS: dict[Do, f.Verdict] = {Do.RIGHT: "correct", Do.WRONG: "wrong", Do.NO_ANSWER: "no_answer", Do.ANNUL: "none"}


@dataclass(frozen=True, slots=True)
class Command:
    """One key of the host's.

    ``seat``: for `GRANT`, `SEAT`, `ADJUST`, `ROLL_CALL`; for a verdict and `NAMED`, whom the host saw.
    """

    do: Do
    seat: int | None = None
    state: f.SeatState | None = None
    delta: int = 0
    reason: str = ""


class Step(Enum):
    """What the natural next step (Space) is now."""

    THEME = "announce the theme"
    QUESTION = "announce the question and begin to read"
    READ_END = "read to the end"
    RESUME = "go on"
    FINISH = "finish the match"
    WINDOW_RUNS = "nothing: the window runs"
    ANSWERING = "nothing: somebody is answering"
    PLAYED = "nothing: that question has been played"
    OVER = "nothing: the match is over"


class Target(NamedTuple):
    """The question that `Step.QUESTION` would announce. ``replaces``: the withdrawn question whose place it takes."""

    theme: int
    value: int
    replaces: int | None


Cursor = tuple[int, int]
"""(theme, value) that the host has chosen instead of the order's."""


def target(setup: Setup, game: Game, cursor: Cursor | None) -> Target | None:
    """The question to be announced next: the cursor's, else the order's; None after the last one."""
    if cursor is None:
        following = turn(setup, game)
        return None if following is None else Target(following.theme, following.value, None)
    theme, value = cursor
    for question in played(game, theme):
        if question.value == value and question.void:
            return Target(theme, value, question.number)
    return Target(theme, value, None)


def to_be_named(setup: Setup, game: Game) -> bool:
    """Whether words out of turn will be fined from the naming on, and who is answering has not been named yet."""
    rules, phase = setup.rules, game.phase
    from_naming = rules.busy_press == "fine" and rules.fine_from == "named"
    return from_naming and isinstance(phase, Answering) and phase.named_g is None


def next_step(setup: Setup, game: Game, cursor: Cursor | None = None) -> Step:
    """What Space does now. It never judges."""
    return step_to(setup, game, None if game.live is not None else target(setup, game, cursor))


def step_to(setup: Setup, game: Game, goal: Target | None) -> Step:
    """`next_step` where the target has been looked up already; an open question needs none."""
    phase = game.phase
    if isinstance(phase, Finished):
        return Step.OVER
    if game.hold is not None and game.live is not None:
        return Step.RESUME
    if isinstance(phase, Answering):
        return Step.ANSWERING
    if isinstance(phase, Window):
        return Step.WINDOW_RUNS
    if isinstance(phase, Announced | Reading | Broken):
        return Step.READ_END
    if goal is None:
        return Step.FINISH
    if goal.replaces is None and any(each.value == goal.value for each in played(game, goal.theme)):
        return Step.PLAYED
    if goal.replaces is None and (game.theme is None or game.theme.number != goal.theme):
        return Step.THEME
    return Step.QUESTION


def moved(setup: Setup, game: Game, cursor: Cursor | None, do: Do, themes: int) -> Cursor | None:
    """The cursor after an arrow key, before a question is announced; ``themes``: how many there are to choose from."""
    goal = target(setup, game, cursor)
    values = setup.rules.values
    theme, value = (themes, values[-1]) if goal is None else (goal.theme, goal.value)
    index = values.index(value) if value in values else 0
    if do is Do.EARLIER:
        index = max(0, index - 1)
    elif do is Do.LATER:
        index = min(len(values) - 1, index + 1)
    elif do is Do.THEME_BACK:
        theme, index = max(1, theme - 1), 0
    else:
        theme, index = min(max(themes, 1), theme + 1), 0
    return theme, values[index]


def facts_for(
    setup: Setup,
    game: Game,
    command: Command,
    at_us: int,
    key: int,
    *,
    cursor: Cursor | None = None,
    theme_names: tuple[str, ...] = (),
) -> list[f.Fact] | str:
    """The facts of one key press (they share ``key``), or in a word why it does nothing. Verdicts name the seat
    seen.
    """
    do = command.do
    if do is Do.NEXT:
        return _next_facts(setup, game, at_us, key, cursor, theme_names)
    if do in VERDICTS:
        if not isinstance(game.phase, Answering):
            return "nobody is answering"
        seen = command.seat if command.seat is not None else game.phase.seat
        return [f.Judge(at_us=at_us, key=key, verdict=VERDICTS[do], seat=seen)]
    if do is Do.NAMED:
        return _named_facts(setup, game, command.seat, at_us, key)
    if do is Do.HOLD:
        return [f.Resume(at_us=at_us, key=key) if game.hold else f.Hold(at_us=at_us, key=key, why="host")]
    if do is Do.CHECK:
        return _check_facts(game, at_us, key)
    if do is Do.CLOSE:
        return [f.Close(at_us=at_us, key=key)]
    if do is Do.UNDO:
        return [f.Undo(at_us=at_us, key=key)]
    if do is Do.WITHDRAW:
        return [f.Void(at_us=at_us, key=key)]
    if command.seat is None:
        return "no seat was named"
    if do is Do.GRANT:
        return [f.Grant(at_us=at_us, key=key, seat=command.seat)]
    if do is Do.SEAT and command.state is not None:
        return [f.SeatFact(at_us=at_us, key=key, seat=command.seat, state=command.state)]
    if do is Do.ADJUST:
        return [f.Adjust(at_us=at_us, key=key, seat=command.seat, delta=command.delta, reason=command.reason)]
    return "nothing to do"


def _next_facts(
    setup: Setup, game: Game, at_us: int, key: int, cursor: Cursor | None, theme_names: tuple[str, ...]
) -> list[f.Fact] | str:
    step = next_step(setup, game, cursor)
    if step is Step.RESUME:
        return [f.Resume(at_us=at_us, key=key)]
    if step is Step.READ_END:
        return [f.ReadEnd(at_us=at_us, key=key)]
    if step is Step.FINISH:
        return [f.Finish(at_us=at_us, key=key)]
    goal = target(setup, game, cursor)
    if goal is not None and step is Step.THEME:
        name = theme_names[goal.theme - 1] if goal.theme <= len(theme_names) else None
        return [f.ThemeFact(at_us=at_us, key=key, number=goal.theme, name=name)]
    if goal is not None and step is Step.QUESTION:
        announce = f.Announce(at_us=at_us, key=key, value=goal.value, replaces=goal.replaces)
        return [announce, f.Read(at_us=at_us, key=key)]
    return str(step.value)


def _named_facts(setup: Setup, game: Game, seen: int | None, at_us: int, key: int) -> list[f.Fact] | str:
    """The host has said the name of who is answering. Whom he did not see answering he has not named."""
    phase = game.phase
    if not isinstance(phase, Answering):
        return "nobody is answering"
    if seen is not None and seen != phase.seat:
        return "other_seat"
    if not to_be_named(setup, game):
        return "named already" if phase.named_g is not None else "nothing hangs on the naming"
    return [f.Named(at_us=at_us, key=key)]


def _check_facts(game: Game, at_us: int, key: int) -> list[f.Fact] | str:
    """The last verdict is being looked up, or is settled."""
    for question in reversed(game.questions):
        if question.verdicts and not question.void:
            seat = question.verdicts[-1].seat
            is_open = (question.number, seat) in game.checks
            return [f.Check(at_us=at_us, key=key, question=question.number, seat=seat, open=not is_open)]
    return "there is no verdict to look up"


__all__ = [
    "VERDICTS", "Command", "Cursor", "Do", "Step", "Target", "Turn", "facts_for", "moved", "next_step", "step_to",
    "target", "to_be_named",
]  # fmt: skip
