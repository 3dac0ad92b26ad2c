"""One table in every state that a console can show: the same list for golden drawings, layout tests and pictures."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

from buzzer.core import facts as f
from buzzer.published import Notice, Published, RollSeat, RollView, Saved
from hosts.console.sample import BOX, PACKAGE, PLAYERS, S, Table, at_theme_two, setup
from hosts.console.view.draft import Change, Draft
from hosts.console.view.ui import Ui


class State(NamedTuple):
    """What `view` is called with, but for size and language. ``paper``: no package."""

    published: Published
    now_us: int
    ui: Ui = Ui()
    paper: bool = False


def states(rules: str = "umlaut", seats: int = 4) -> dict[str, State]:
    """By name, in the order of a question's life."""
    made = _Made(rules, seats)
    return {name: build(made) for name, build in _STATES.items()}


class _Made:
    """The third question of the second theme, at any point of its life. Stamps in seconds from 260 on."""

    def __init__(self, rules: str, seats: int) -> None:
        self.rules, self.seats = rules, seats

    def before(self) -> Table:
        return at_theme_two(self.rules, self.seats)

    def announced(self) -> Table:
        table = self.before()
        value = table.match.setup.rules.values[2 % len(table.match.setup.rules.values)]
        return table.put(f.Announce(at_us=260 * S, key=1, value=value)).settled()

    def reading(self) -> Table:
        return self.announced().put(f.Read(at_us=260 * S + 1, key=1)).settled()

    def window(self) -> Table:
        return self.reading().put(f.ReadEnd(at_us=270 * S, key=2)).settled()

    def naming(self) -> Table:
        """The first press has been accepted; the host has not said who it is."""
        return self.window().put(f.Press(at_us=272 * S, seat=2), f.Release(at_us=272 * S + 90_000, seat=2)).settled()

    def answering(self) -> Table:
        table = self.window().put(f.Press(at_us=272 * S, seat=2))
        if table.match.setup.rules.busy_press == "fine":
            table.put(f.Named(at_us=272 * S + 1))
        table.put(f.Press(at_us=272 * S + 3_400, seat=1), f.Release(at_us=273 * S, seat=1))
        last = self.seats
        if last > 2:
            table.put(f.Press(at_us=276 * S, seat=last), f.Release(at_us=276 * S + 100_000, seat=last))
        return table.until(276 * S + 200_000)

    def after_wrong(self) -> Table:
        return self.answering().put(f.Judge(at_us=277 * S, key=3, verdict="wrong", seat=2)).until(277 * S + 1)

    def broken(self) -> Table:
        table = self.reading().put(f.Press(at_us=262 * S, seat=2)).until(262 * S + 1)
        return table.put(f.Judge(at_us=263 * S, key=3, verdict="wrong", seat=2)).until(263 * S + 1)

    def over(self) -> Table:
        table = Table(setup(self.rules, self.seats, 1))
        for index, value in enumerate(table.match.setup.rules.values):
            winner = (1, 2, None)[index % 3] if self.seats > 2 else None
            table.played(value, winner, (10 + 20 * index) * S)
        return table.put(f.Finish(at_us=900 * S, key=9)).until(900 * S + 1)


def _plain(table: Table, now_us: int | None = None, ui: Ui = Ui(), **changes: object) -> State:  # noqa: B008
    at_us = table.at_us if now_us is None else now_us
    return State(table.published(**changes), at_us, ui)


def _start(made: _Made) -> State:
    return _plain(Table(setup(made.rules, made.seats)))


def _unnamed(made: _Made) -> Published:
    return Table(setup(made.rules, made.seats)).published(theme_names=())


def _early_press(made: _Made) -> State:
    table = made.announced().put(f.Press(at_us=261 * S, seat=1)).until(261 * S + 1)
    return _plain(table, 261 * S + 300_000)


def _time_up(made: _Made) -> State:
    return _plain(made.window().put(f.Press(at_us=272 * S, seat=2)).until(300 * S))


def _by_hand(made: _Made) -> State:
    return _plain(made.window().put(f.Grant(at_us=272 * S, key=5, seat=1)).until(273 * S), boxes=())


def _hold(why: f.HoldWhy) -> Callable[[_Made], State]:
    def build(made: _Made) -> State:
        table = made.window().put(f.Hold(at_us=272 * S, why=why, auto=why != "host"))
        table.put(f.Press(at_us=273 * S, seat=1)).until(273 * S + 1)
        boxes = (replace(BOX, up=False, trouble="unplugged"),) if why == "link" else (BOX,)
        return _plain(table, 280 * S, boxes=boxes)

    return build


def _undone(made: _Made) -> State:
    return _plain(made.after_wrong().put(f.Undo(at_us=278 * S, key=4)).until(278 * S + 1), 279 * S)


def _hold_answering(made: _Made) -> State:
    return _plain(made.answering().put(f.Hold(at_us=277 * S, why="host")).until(277 * S + 1), 280 * S)


def _right(made: _Made) -> State:
    return _plain(made.answering().put(f.Judge(at_us=277 * S, key=3, verdict="correct", seat=2)).until(277 * S + 1))


def _theme_over(made: _Made) -> State:
    table = Table(setup(made.rules, made.seats))
    values = table.match.setup.rules.values
    for index, value in enumerate(values):
        table.played(value, 1 + index % 2, (10 + 20 * index) * S)
    return _plain(table)


def _theme_announced(made: _Made) -> State:
    table = Table(setup(made.rules, made.seats))
    for index, value in enumerate(table.match.setup.rules.values):
        table.played(value, 1 + index % 2, (10 + 20 * index) * S)
    return _plain(table.put(f.ThemeFact(at_us=400 * S, number=2, name=PACKAGE.themes[1].name)).until(401 * S))


LONG = (
    "Реки и берега", "Крылатые латинизмы", "Города, которых больше нет на карте ни под одним из своих имён", "Z",
    "Мосты и переправы", "Слова, которые пишутся одинаково, а читаются по-разному", "Химия и жизнь", "Начало на «А»",
)  # fmt: skip
"""Names of themes: eight, short and long."""


def _themes(count: int) -> Callable[[_Made], State]:
    def build(made: _Made) -> State:
        names = tuple(f"{LONG[each % 8]} {'' if each < 8 else each}".strip() for each in range(count))
        return _plain(Table(setup(made.rules, made.seats, count)), theme_names=names)

    return build


def _break(made: _Made) -> State:
    """Far apart, some level, two away, one verdict being looked up; the last theme is next."""
    table = Table(setup(made.rules, made.seats, 2))
    table.put(f.ThemeFact(at_us=0, number=1, name=LONG[0]))
    for index, value in enumerate(table.match.setup.rules.values):
        table.played(value, 1 if index % 2 else None, (10 + 120 * index) * S, wrong=(2,) if index == 3 else ())
    deltas = (2900, -3000, 2900, 0, 0, -200, -3000, 1500)[: made.seats]
    for seat, delta in enumerate(deltas, 1):
        table.put(f.Adjust(at_us=900 * S + seat, key=900 + seat, seat=seat, delta=delta, reason="-"))
    table.put(f.Check(at_us=901 * S, key=8, question=4, seat=2, open=True))
    if made.seats > 2:
        table.put(f.SeatFact(at_us=901 * S + 1, key=9, seat=made.seats, state="no_show"))
    return _plain(table.until(902 * S), 960 * S, theme_names=(LONG[0], LONG[2]))


def _corrections(made: _Made) -> State:
    """All scores far apart; a wrong answer becomes right, and the answer after it is proposed to count for nothing."""
    table = made.before()
    for seat in range(1, made.seats + 1):
        delta = (2900, -3000, 2900, 0, 0, -200, -3000, 1500)[seat - 1]
        table.put(f.Adjust(at_us=251 * S + seat, key=900 + seat, seat=seat, delta=delta, reason="-"))
    table.put(f.SeatFact(at_us=252 * S, key=9, seat=made.seats, state="out"))
    changes: tuple[Change, ...] = ((2, made.seats, "correct"),)
    return _plain(table.until(253 * S), ui=Ui(draft=Draft(2, made.seats, changes)))


def _end_ties(made: _Made) -> State:
    """Nobody has taken anything but by pairs."""
    table = Table(setup(made.rules, made.seats, 1))
    for seat in range(1, made.seats + 1):
        delta = (3000, 3000, -3000, -3000, 40, 40, 0, 0)[seat - 1]
        table.put(f.Adjust(at_us=seat, key=seat, seat=seat, delta=delta, reason="-"))
    for index, value in enumerate(table.match.setup.rules.values):
        table.played(value, None, (10 + 60 * index) * S)
    return _plain(table.put(f.Finish(at_us=900 * S, key=99)).until(900 * S + 1))


def _not_saved(made: _Made) -> State:
    return _plain(made.window(), 272 * S, saved=Saved(20, 12, "the disk is full"))


def _seats_away(made: _Made) -> State:
    table = made.window().put(f.SeatFact(at_us=271 * S, key=6, seat=1, state="no_show")).until(271 * S + 1)
    if made.seats > 2:
        table.put(f.SeatFact(at_us=271 * S + 2, key=7, seat=3, state="out")).until(271 * S + 3)
    return _plain(table, 272 * S)


def _same_names(made: _Made) -> State:
    names = ("Иванов Иван", "иванов  иван", " \u202e\n ", "Ли +", *PLAYERS[4:])[: made.seats]
    table = Table(setup(made.rules, made.seats)._replace(players=names))
    return _plain(table.played(10, 1, 10 * S))


def _roll(**troubles: RollSeat) -> Callable[[_Made], State]:
    """A roll call before the match: the first seat checked, the second lit, the third called; ``seatN`` otherwise."""

    def build(made: _Made) -> State:
        last = made.seats
        seats = [
            RollSeat("A1B2", seat, True, checked=seat < 3, lit=seat == min(2, last), down=False)
            for seat in range(1, last + 1)
        ]
        for name, seat in troubles.items():
            if int(name[4:]) <= last:
                seats[int(name[4:]) - 1] = seat
        view = RollView(3 if last > 2 else None, tuple(seats), (), all(seat.checked for seat in seats))
        return _plain(Table(setup(made.rules, made.seats)), roll=view)

    return build


def _roll_nobody(made: _Made) -> State:
    seats = tuple(RollSeat("A1B2", seat, seat != 2, True, seat == 1, False) for seat in range(1, made.seats + 1))
    view = RollView(None, seats, (("C3D4", 1), ("C3D4", 2)), True)
    return _plain(made.before(), roll=view)


_NOTICE = Notice("refused", "other_seat", 272 * S)
_STATES: dict[str, Callable[[_Made], State]] = {
    "start": _start,
    "themes-8": _themes(8),
    "themes-20": _themes(20),
    "themes-paper": lambda made: _start(made)._replace(paper=True)._replace(published=_unnamed(made)),
    "next": lambda made: _plain(made.before()),
    "cursor": lambda made: _plain(made.before(), cursor=(2, made.before().match.setup.rules.values[-1])),
    "announced": lambda made: _plain(made.announced(), 260 * S),
    "early-press": _early_press,
    "reading": lambda made: _plain(made.reading(), 261 * S),
    "broken": lambda made: _plain(made.broken(), 264 * S),
    "window": lambda made: _plain(made.window(), 272 * S + 650_000),
    "provisional": lambda made: _plain(made.answering(), provisional=True, guard_until_us=277 * S),
    "answering": lambda made: _plain(made.answering()),
    "answering-paper": lambda made: _plain(made.answering(), theme_names=())._replace(paper=True),
    "naming": lambda made: _plain(made.naming()),
    "time-up": _time_up,
    "by-hand": _by_hand,
    "after-wrong": lambda made: _plain(made.after_wrong(), 277 * S + 250_000),
    "hold": _hold("host"),
    "hold-gap": _hold("gap"),
    "hold-link": _hold("link"),
    "hold-session": _hold("session"),
    "hold-answering": _hold_answering,
    "undone": _undone,
    "right": _right,
    "closed": lambda made: _plain(made.after_wrong().put(f.Close(at_us=279 * S, key=8)).until(279 * S + 1)),
    "withdrawn": lambda made: _plain(made.window().put(f.Void(at_us=272 * S, key=8)).until(272 * S + 1)),
    "checking": lambda made: _plain(
        made.after_wrong().put(f.Check(at_us=278 * S, key=8, question=8, seat=2, open=True)).until(278 * S + 1)
    ),
    "theme-over": _theme_over,
    "theme-over-last": _break,
    "theme-over-paper": lambda made: _theme_over(made)._replace(paper=True),
    "theme-announced": _theme_announced,
    "end": lambda made: _plain(made.over()),
    "end-ties": _end_ties,
    "not-saved": _not_saved,
    "seats-away": _seats_away,
    "same-names": _same_names,
    "rehearsal": lambda made: _plain(made.window(), 271 * S, Ui(digits="buttons"), rehearsal=True, boxes=()),
    "no-box": lambda made: _plain(made.window(), 271 * S, Ui(digits="grant"), boxes=()),
    "hidden": lambda made: _plain(made.reading(), 261 * S, Ui(hidden=True)),
    "notice": lambda made: _plain(made.window(), 273 * S, notices=(_NOTICE,)),
    "ask-quit": lambda made: _plain(made.window(), 271 * S, Ui(asking="quit")),
    "ask-withdraw": lambda made: _plain(made.window(), 271 * S, Ui(asking="withdraw")),
    "ask-grant": lambda made: _plain(made.window(), 271 * S, Ui(asking="grant")),
    "ask-seat": lambda made: _plain(made.window(), 271 * S, Ui(asking="seat", draft=Draft(8))),
    "ask-state": lambda made: _plain(made.window(), 271 * S, Ui(asking="state", seat=2, draft=Draft(8))),
    "corrections": lambda made: _plain(made.before(), ui=Ui(draft=Draft(2, None))),
    "corrections-changed": _corrections,
    "corrections-none": lambda made: _plain(Table(setup(made.rules, made.seats)), ui=Ui(draft=Draft(0))),
    "corrections-answering": lambda made: _plain(made.answering(), ui=Ui(draft=Draft(7, 1), message="corr_later")),
    "roll": _roll(),
    "roll-stuck": _roll(
        seat1=RollSeat("A1B2", 3, True, True, False, False, other=3),
        seat3=RollSeat("A1B2", 1, True, False, False, True, "stuck"),
        seat4=RollSeat("C3D4", 1, True, False, False, False, "no_link"),
    ),
    "roll-taken": _roll(
        seat2=RollSeat("A1B2", 2, True, True, False, False),
        seat3=RollSeat("A1B2", 3, True, False, False, False, "taken", 2),
        seat4=RollSeat("", 0, True, False, False, False, "no_button"),
    ),
    "roll-two": _roll(seat3=RollSeat("A1B2", 3, True, False, False, True, "several")),
    "roll-nobody": _roll_nobody,
    "theme": lambda made: _plain(made.reading(), 261 * S, Ui(theme=True)),
    "theme-paper": lambda made: _plain(made.reading(), 261 * S, Ui(theme=True))._replace(paper=True),
    "help": lambda made: _plain(made.window(), 271 * S, Ui(help=True)),
    "unfocused": lambda made: _plain(made.answering(), None, Ui(focused=False)),
}
