"""The host's facts, one method a kind: None, or why it is refused."""

from __future__ import annotations

from typing import Literal

from buzzer.core import facts as f

from .parts import Asked, Open, Place
from .question import Question

Fate = Literal["stands", "dead", "back"]


class Host(Question):
    fates: dict[int, Fate]
    no_hold: set[int]

    def host(self, place: Place) -> None:
        fact = place.fact
        seat = getattr(fact, "seat", None)
        late = isinstance(fact, f.Void | f.Rejudge | f.Adjust | f.Check | f.Note | f.Session)
        why: str | None
        if self.finished and not late:
            why = "finished"
        elif seat is not None and not 0 < seat <= len(self.state):
            why = "no such seat"
        else:
            why = getattr(self, f"do_{fact.kind}")(fact, place)
        if why is not None:
            self.fates[place.line] = "dead"
            why = why if why in ("finished", "other_seat") else "*"
            self.say(place.at, "refused", kind=fact.kind, why=why)

    def do_theme(self, fact: f.ThemeFact, place: Place) -> str | None:
        return "open" if self.q else None

    def do_finish(self, fact: f.Finish, place: Place) -> str | None:
        self.finished = self.q is None
        return "open" if self.q else None

    def root(self, number: int) -> int:
        above = self.asked[number - 1].replaces
        return number if above is None else self.root(above)

    def do_announce(self, fact: f.Announce, place: Place) -> str | None:
        if self.q:
            return "open"
        if fact.replaces is not None:
            if not 0 < fact.replaces <= len(self.asked) or not self.asked[fact.replaces - 1].void:
                return "not withdrawn"
            root = self.root(fact.replaces)
            if any(self.root(n) == root and not each.void for n, each in enumerate(self.asked, 1)):
                return "taken"
        self.asked.append(Asked(fact.value, fact.replaces))
        self.q, self.hold = Open(opened=self.rules.opens == "announce"), None
        return None

    def do_read(self, fact: f.Read, place: Place) -> str | None:
        if not self.q or self.q.phase not in ("announced", "broken"):
            return "no"
        self.q.phase, self.q.begun = "reading", True
        self.q.opened = self.q.opened or self.rules.opens != "read_end"
        return None

    def do_read_end(self, fact: f.ReadEnd, place: Place) -> str | None:
        if not self.q or self.q.phase not in ("announced", "reading", "broken"):
            return "no"
        self.q.opened = self.q.over = True
        self.window(place.at, place.at + self.rules.signal_us)
        return None

    def do_named(self, fact: f.Named, place: Place) -> str | None:
        if not self.q or self.q.phase != "answering":
            return "no"
        if self.q.named is None:
            self.q.named = place.at
        return None

    def do_judge(self, fact: f.Judge, place: Place) -> str | None:
        if not self.q or self.q.phase != "answering":
            return "no"
        if fact.seat not in (None, self.q.seat):
            return "other_seat"
        self.verdict(fact.verdict, place.at)
        return None

    def do_grant(self, fact: f.Grant, place: Place) -> str | None:
        if not self.q or self.q.phase == "answering" or self.state[fact.seat] != "in":
            return "no"
        if self.tries(fact.seat) >= self.rules.attempts:
            return "tried"
        self.accept(fact.seat, place.at)
        return None

    def do_close(self, fact: f.Close, place: Place) -> str | None:
        if not self.q or self.q.phase == "answering":
            return "no"
        self.close("host", place.at)
        return None

    def do_void(self, fact: f.Void, place: Place) -> str | None:
        number = len(self.asked) if fact.question is None else fact.question
        if not 0 < number <= len(self.asked) or self.asked[number - 1].void:
            return "no"
        self.asked[number - 1].void = True
        self.say(place.at, "voided", question=number)
        if self.q and number == len(self.asked):
            self.close("void", place.at)
        else:
            self.no_hold.add(place.line)
        return None

    def do_rejudge(self, fact: f.Rejudge, place: Place) -> str | None:
        if not 0 < fact.question <= len(self.asked):
            return "no"
        asked = self.asked[fact.question - 1]
        mine = [each for each in asked.verdicts if each[0] == fact.seat]
        if asked.void or not asked.closed or not mine:
            return "no"
        delta = self.worth(fact.verdict, asked.value)
        change, mine[-1][1:] = delta - mine[-1][2], [fact.verdict, delta]
        total = self.total(fact.seat)
        self.say(
            place.at,
            "rejudged",
            question=fact.question,
            seat=fact.seat,
            verdict=fact.verdict,
            delta=change,
            total=total,
        )
        return None

    def do_adjust(self, fact: f.Adjust, place: Place) -> None:
        self.given.append((fact.seat, fact.delta))
        self.say(place.at, "adjusted", seat=fact.seat, delta=fact.delta, total=self.total(fact.seat))

    def do_seat(self, fact: f.SeatFact, place: Place) -> None:
        self.state[fact.seat] = fact.state
        self.say(place.at, "seat", seat=fact.seat, state=fact.state, total=self.total(fact.seat))

    def do_check(self, fact: f.Check, place: Place) -> str | None:
        if not 0 < fact.question <= len(self.asked) or self.asked[fact.question - 1].void:
            return "no"
        self.say(place.at, "check", question=fact.question, seat=fact.seat, open=fact.open)
        return None

    def do_note(self, fact: f.Note, place: Place) -> None:
        pass

    def do_hold(self, fact: f.Hold, place: Place) -> str | None:
        if self.hold:
            return "held"
        self.hold = [fact.why, place.at]
        self.say(place.at, "held", why=fact.why)
        return None

    def do_resume(self, fact: f.Resume, place: Place) -> str | None:
        if not self.hold:
            return "not held"
        self.hold = None
        self.say(place.at, "resumed")
        if self.q and self.q.phase == "window":
            self.say(place.at, "window", until_us=self.q.window_end)
        return None

    def do_session(self, fact: f.Session, place: Place) -> None:
        if self.q and not self.hold:
            self.hold = ["session", place.at]
            self.say(place.at, "held", why="session")
