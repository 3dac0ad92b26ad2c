"""Every transition of a match, in one file. The rules, in prose:

A value is announced; the question is read; it has been read to its end, and from then on a signal window runs (Umlaut
3.5: 7 s; Novosibirsk IV.4: 5 s; Tour 3.3: 10 s). Buttons open at the announcement (Umlaut 3.3), with the reading
(Novosibirsk IV.4) or after it (Tour 3.3). The first to press gets the right and the reading stops. Right: the value
is his and the question is closed. Wrong: the value is lost (IV.5, 3.4), he has had his attempt (IV.6), and the others
go on: the reading, if it was broken off, or a window, fresh or what was left. When everybody has tried, the question
is closed. Who presses while another answers is ignored (Novosibirsk), locked for a second after "wrong" unless it was
in the first three seconds (Umlaut 3.4), or fined once the answering player has been named (Tour 4.2). On hold all
clocks stand still. What makes no sense changes nothing and is told as refused.

Shapes: a host's transition takes (setup, game, fact, at_us, out) and returns the new game, or a text: why it is
refused. ``at_us`` is the instant at which the fact takes effect; outcomes are appended to ``out``.
"""

from __future__ import annotations

from collections.abc import Callable

from buzzer.core import facts as f
from buzzer.core import outcomes as o
from buzzer.core import record
from buzzer.core.arbiter import FINE, fined_now, has_tried
from buzzer.core.order import in_place, theme_of_next
from buzzer.core.scoring import total, with_points, worth
from buzzer.core.state import (
    Announced,
    Answering,
    Broken,
    Finished,
    Game,
    Judged,
    Live,
    OnHold,
    Question,
    Reading,
    Setup,
    Theme,
    Window,
)  # fmt: skip

Out = list[o.Outcome]
NOBODY = "nobody is answering"
SOMEBODY = "somebody is answering"
NO_QUESTION = "no question is open"
OPEN = "a question is open"
_MAY_READ = (Announced, Broken)
_MAY_END = (Announced, Reading, Broken)


# ---------------------------------------------------------------- the question's way


def theme(setup: Setup, game: Game, fact: f.ThemeFact, at_us: int, out: Out) -> Game | str:
    if game.live is not None:
        return OPEN
    return game._replace(theme=Theme(fact.number, fact.name))


def announce(setup: Setup, game: Game, fact: f.Announce, at_us: int, out: Out) -> Game | str:
    if game.live is not None:
        return OPEN
    if fact.replaces is not None:
        if not 1 <= fact.replaces <= len(game.questions) or not game.questions[fact.replaces - 1].void:
            return f"question {fact.replaces} has not been withdrawn"
        if not in_place(game, fact.replaces).void:
            return f"the place of question {fact.replaces} has been taken already"
    opened = setup.rules.opens == "announce"
    if fact.replaces is not None:
        gone = game.questions[fact.replaces - 1]
        number, name = gone.theme, gone.theme_name
    else:
        number, name = theme_of_next(setup, game), game.theme.name if game.theme else None
    question = Question(
        number=len(game.questions) + 1, value=fact.value, theme=number, theme_name=name, replaces=fact.replaces,
        announced_us=at_us, opened_us=at_us if opened else None,
    )  # fmt: skip
    return game._replace(
        phase=Announced(),
        live=Live(opened=opened, locks_g=(None,) * (len(game.seats) + 1)),
        questions=(*game.questions, question),
        hold=None,
        offset_us=0,
    )


def read(setup: Setup, game: Game, fact: f.Read, at_us: int, out: Out) -> Game | str:
    if isinstance(game.phase, _MAY_READ):
        assert game.live is not None
        game = game._replace(phase=Reading(), live=game.live._replace(begun=True))
        return game if setup.rules.opens == "read_end" else _opened(game, at_us)
    return _why_not(game, "it is being read already")


def read_end(setup: Setup, game: Game, fact: f.ReadEnd, at_us: int, out: Out) -> Game | str:
    if not isinstance(game.phase, _MAY_END):
        return _why_not(game, "it has been read to its end already")
    game = _opened(game, at_us)
    assert game.live is not None
    game = game._replace(live=game.live._replace(read_over=True))
    return _run_window(setup, game, game.clock_g(at_us) + setup.rules.signal_us, at_us, out)


def close(setup: Setup, game: Game, fact: f.Close, at_us: int, out: Out) -> Game | str:
    if game.live is None:
        return NO_QUESTION
    if isinstance(game.phase, Answering):
        return SOMEBODY
    return record.end_question(game, "host", at_us, out)


def finish(setup: Setup, game: Game, fact: f.Finish, at_us: int, out: Out) -> Game | str:
    if game.live is not None:
        return OPEN
    return game._replace(phase=Finished())


def _why_not(game: Game, already: str) -> str:
    if game.live is None:
        return NO_QUESTION
    return SOMEBODY if isinstance(game.phase, Answering) else already


def _opened(game: Game, at_us: int) -> Game:
    """The buttons are live from here on; the first time counts."""
    if game.live is None or game.live.opened:
        return game
    return game.with_question(opened_us=at_us)._replace(live=game.live._replace(opened=True))


def _run_window(setup: Setup, game: Game, until_g: int, at_us: int, out: Out) -> Game:
    now_g = game.clock_g(at_us)
    calls = tuple(
        left for left in sorted(set(setup.rules.countdown_s), reverse=True) if until_g - left * 1_000_000 >= now_g
    )
    out.append(o.WindowRuns(at_us, game.wall_us(until_g, at_us)))
    return game._replace(phase=Window(until_g, calls))


# ---------------------------------------------------------------- the answer


def accept(setup: Setup, game: Game, seat: int, since_us: int, out: Out, by_hand: bool = False) -> Game:
    """The seat has the right to answer, from its stamp on; a window that runs is kept with what is left of it."""
    assert game.live is not None
    since_g = game.clock_g(since_us)
    until_g = None if setup.rules.answer_us is None else since_g + setup.rules.answer_us
    out.append(o.Accepted(since_us, seat, None if until_g is None else game.wall_us(until_g, since_us)))
    live = game.live
    if isinstance(game.phase, Window):
        live = live._replace(rest_us=max(0, game.phase.until_g - since_g), end_g=game.phase.until_g)
    return game._replace(phase=Answering(seat, since_g, until_g, by_hand=by_hand), live=live)


def grant(setup: Setup, game: Game, fact: f.Grant, at_us: int, out: Out) -> Game | str:
    if game.live is None:
        return NO_QUESTION
    if isinstance(game.phase, Answering):
        return SOMEBODY
    if game.seats[fact.seat - 1].state != "in":
        return f"seat {fact.seat} is not in the match now"
    if has_tried(setup, game, fact.seat):
        return f"seat {fact.seat} has answered this question"
    return accept(setup, game, fact.seat, at_us, out, by_hand=True)


def named(setup: Setup, game: Game, fact: f.Named, at_us: int, out: Out) -> Game | str:
    phase = game.phase
    if not isinstance(phase, Answering):
        return NOBODY
    if phase.named_g is not None:
        return game
    return game._replace(
        phase=Answering(phase.seat, phase.since_g, phase.until_g, game.clock_g(at_us), phase.up, phase.by_hand)
    )


def judge(setup: Setup, game: Game, fact: f.Judge, at_us: int, out: Out) -> Game | str:
    phase = game.phase
    if not isinstance(phase, Answering):
        return NOBODY
    if fact.seat is not None and fact.seat != phase.seat:
        return "other_seat"
    return give_verdict(setup, game, phase.seat, fact.verdict, at_us, out)


def give_verdict(setup: Setup, game: Game, seat: int, verdict: str, at_us: int, out: Out) -> Game:
    """The verdict on the seat that is answering, and what follows for the question."""
    delta = worth(setup, game.questions[-1].value, verdict)
    verdicts = (*game.questions[-1].verdicts, Judged(seat, verdict, delta))
    game = with_points(game.with_question(verdicts=verdicts), seat, delta)
    out.append(o.VerdictGiven(at_us, seat, verdict, delta, total(setup, game, seat)))
    if verdict == "correct":
        return record.end_question(game, "correct", at_us, out)
    if verdict == "none":
        return _after_none(setup, game, at_us, out)
    return _after_wrong(setup, game, at_us, out)


def _after_none(setup: Setup, game: Game, at_us: int, out: Out) -> Game:
    """The press is annulled: the window goes on with what it had, an interrupted reading may go on, marks are
    dropped.
    """
    live = game.live
    assert live is not None
    game = game._replace(live=live._replace(marked=frozenset()))
    if not live.read_over:
        return _broken_off(game, at_us)
    return _run_window(setup, game, game.clock_g(at_us) + live.rest_us, at_us, out)


def _broken_off(game: Game, at_us: int) -> Game:
    """The rest is still to be read. If it had begun the buttons are live at once, whatever opens them otherwise."""
    assert game.live is not None
    return (_opened(game, at_us) if game.live.begun else game)._replace(phase=Broken())


def _after_wrong(setup: Setup, game: Game, at_us: int, out: Out) -> Game:
    live = game.live
    assert live is not None
    awaited = [
        seat
        for seat, sitting in enumerate(game.seats, 1)
        if sitting.state == "in" and seat not in live.out and not has_tried(setup, game, seat)
    ]
    if not awaited:
        return record.end_question(game, "all_tried", at_us, out)
    now_g = game.clock_g(at_us)
    for seat in sorted(live.marked):
        assert setup.rules.busy_lock_us is not None
        if game.seats[seat - 1].state == "in":
            game = _lock(game, seat, now_g + setup.rules.busy_lock_us, at_us, out)
    assert game.live is not None
    game = game._replace(live=game.live._replace(marked=frozenset()))
    if not live.read_over:
        return _broken_off(game, at_us)
    policy = setup.rules.after_wrong
    if policy == "restart":
        assert setup.rules.after_wrong_us is not None
        until_g = now_g + setup.rules.after_wrong_us
    elif policy == "remaining":
        until_g = now_g + live.rest_us
    else:
        until_g = live.end_g
        if until_g < now_g:
            return record.end_question(game, "timeout", at_us, out)
    return _run_window(setup, game, until_g, at_us, out)


def _lock(game: Game, seat: int, until_g: int, at_us: int, out: Out) -> Game:
    """The seat's button is dead until ``until_g``; a lock never shortens another."""
    assert game.live is not None
    locks = game.live.locks_g
    before = locks[seat]
    until_g = until_g if before is None else max(before, until_g)
    out.append(o.Locked(at_us, seat, game.wall_us(until_g, at_us)))
    return game._replace(live=game.live._replace(locks_g=(*locks[:seat], until_g, *locks[seat + 1 :])))


# ---------------------------------------------------------------- the clocks


def hold(setup: Setup, game: Game, fact: f.Hold, at_us: int, out: Out) -> Game | str:
    if game.hold is not None:
        return "on hold already"
    out.append(o.Held(at_us, fact.why))
    return game._replace(hold=OnHold(fact.why, game.clock_g(at_us)))


def resume(setup: Setup, game: Game, fact: f.Resume, at_us: int, out: Out) -> Game | str:
    if game.hold is None:
        return "not on hold"
    game = game._replace(hold=None, offset_us=at_us - game.hold.at_g)
    out.append(o.Resumed(at_us))
    if isinstance(game.phase, Window):
        out.append(o.WindowRuns(at_us, game.wall_us(game.phase.until_g, at_us)))
    return game


def session(setup: Setup, game: Game, fact: f.Session, at_us: int, out: Out) -> Game | str:
    if game.live is None or game.hold is not None:
        return game
    out.append(o.Held(at_us, "session"))
    return game._replace(hold=OnHold("session", game.clock_g(at_us)))


def hold_for_undo(game: Game, at_us: int) -> Game:
    """The hold that stands in the place of what was undone; nothing where no question is open."""
    if game.live is None or game.hold is not None:
        return game
    return game._replace(hold=OnHold(None, game.clock_g(at_us)))


def next_timer_us(game: Game) -> int | None:
    """When the next clock of this state runs down, on the table's time line; None if no clock runs."""
    phase = game.phase
    if game.hold is not None:
        return None
    if isinstance(phase, Window):
        return phase.until_g - (phase.calls[0] * 1_000_000 if phase.calls else 0) + game.offset_us
    if isinstance(phase, Answering) and phase.until_g is not None and not phase.up:
        return phase.until_g + game.offset_us
    return None


def window_ends(game: Game) -> bool:
    """Whether what `next_timer_us` tells is the end of a window, and not only a second that is called."""
    return isinstance(game.phase, Window) and game.phase.calls[:1] in ((), (0,))


def fire_timer(setup: Setup, game: Game, at_us: int, out: Out) -> Game:
    """The clock that `next_timer_us` tells has run down."""
    phase = game.phase
    if isinstance(phase, Window):
        if phase.calls:
            out.append(o.Countdown(at_us, phase.calls[0]))
        if phase.calls[:1] in ((), (0,)):
            return record.end_question(game, "timeout", at_us, out)
        return game._replace(phase=Window(phase.until_g, phase.calls[1:]))
    assert isinstance(phase, Answering)
    out.append(o.AnswerTimeUp(at_us, phase.seat))
    game = game._replace(phase=Answering(phase.seat, phase.since_g, phase.until_g, phase.named_g, True, phase.by_hand))
    if setup.rules.answer_time_up == "wrong":
        return give_verdict(setup, game, phase.seat, "wrong", at_us, out)
    return game


# ---------------------------------------------------------------- the players


def barred_press(setup: Setup, game: Game, press: f.Press, why: str, out: Out) -> Game:
    """A press that gives no right, and what it costs."""
    live, phase = game.live, game.phase
    early = live is not None and not live.opened and why in ("not_open", "locked")
    if why == FINE or (early and why == "not_open" and setup.rules.early_press == "fine"):
        game = _fine(game, press.seat, press.at_us, out)
    else:
        out.append(o.Ignored(press.at_us, press.seat, why))
    if live is not None and why == "busy_punished":
        return game._replace(live=live._replace(marked=live.marked | {press.seat}))
    if live is None or not early or isinstance(phase, Answering):
        return game
    if setup.rules.early_press == "out":
        return game._replace(live=live._replace(out=live.out | {press.seat}))
    if setup.rules.early_press == "lock" and (why == "not_open" or setup.rules.early_lock_restarts):
        assert setup.rules.early_lock_us is not None
        until_g = game.clock_g(press.at_us) + setup.rules.early_lock_us
        return _lock(game, press.seat, until_g, press.at_us, out)
    return game


def message(setup: Setup, game: Game, fact: f.Message, out: Out) -> Game:
    """Words out of turn: fined where the ruleset says so, else without consequence (Tour 4.2)."""
    phase = game.phase
    if (
        isinstance(phase, Answering)
        and game.hold is None
        and fact.seat != phase.seat
        and game.seats[fact.seat - 1].state == "in"
        and fined_now(setup, phase, game.clock_g(fact.at_us))
    ):
        return _fine(game, fact.seat, fact.at_us, out)
    return game


def _fine(game: Game, seat: int, at_us: int, out: Out) -> Game:
    delta = -game.questions[-1].value
    out.append(o.Fined(at_us, seat, delta))
    return with_points(game.with_question(fines=(*game.questions[-1].fines, (seat, delta))), seat, delta)


def loser_reason(setup: Setup) -> str:
    """How a lot's loser is told: never fined, never punished."""
    return "busy_grace" if setup.rules.busy_press == "lock" else "busy"


def pressed_down(game: Game, press: f.Press) -> Game:
    return game._replace(down=game.down | {press.seat}) if press.held else game


_AFTER_FINISH = (f.Void, f.Rejudge, f.Adjust, f.Check, f.Note, f.Session)
_HOST: dict[type[f.Fact], Callable[..., Game | str]] = {
    f.ThemeFact: theme, f.Announce: announce, f.Read: read, f.ReadEnd: read_end, f.Named: named, f.Judge: judge,
    f.Grant: grant, f.Close: close, f.Void: record.void, f.Rejudge: record.rejudge, f.Adjust: record.adjust,
    f.SeatFact: record.seat, f.Check: record.check, f.Hold: hold, f.Resume: resume, f.Note: record.note, f.Session:
    session, f.Finish: finish,
}  # fmt: skip


def host_fact(setup: Setup, game: Game, fact: f.Fact, at_us: int, out: Out) -> Game | str:
    """Any fact of the host's but ``undo``: the new game, or why it is refused."""
    if isinstance(game.phase, Finished) and not isinstance(fact, _AFTER_FINISH):
        return "finished"
    seat_number = getattr(fact, "seat", None)
    if seat_number is not None and not 1 <= seat_number <= len(game.seats):
        return f"there is no seat {seat_number}"
    return _HOST[type(fact)](setup, game, fact, at_us, out)
