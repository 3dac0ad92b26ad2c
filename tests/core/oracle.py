"""A second, slow reading of the transcript format, to compare the core with.

It has the whole file before it at once and none of the core's machinery: no horizon, no game clock, no frozen state.
A hold is told by pushing every deadline on as time goes by; an undo by playing the whole file again. Only facts and
rules are shared.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from buzzer.core import facts as f
from buzzer.core.rules import Ruleset
from buzzer.core.state import Setup

Line = dict[str, Any]
SECOND_US = 1_000_000


@dataclass
class Place:
    """A fact and when it takes effect."""

    at: int
    rank: int
    seat: int
    line: int
    fact: f.Fact

    def order(self) -> tuple[int, int, int, int]:
        return self.at, self.rank, self.seat, self.line


@dataclass
class Open:
    """The open question."""

    opened: bool
    phase: str = "announced"
    begun: bool = False
    over: bool = False
    seat: int = 0
    since: int = 0
    named: int | None = None
    answer_end: int | None = None
    window_end: int = 0
    rest: int = 0
    calls: list[int] = field(default_factory=list)
    locks: dict[int, int] = field(default_factory=dict)
    marks: set[int] = field(default_factory=set)
    out: set[int] = field(default_factory=set)

    def push(self, by: int) -> None:
        """All clocks have stood still for so long."""
        self.since += by
        self.window_end += by
        self.named = None if self.named is None else self.named + by
        self.answer_end = None if self.answer_end is None else self.answer_end + by
        self.locks = {seat: end + by for seat, end in self.locks.items()}


@dataclass
class Asked:
    value: int
    replaces: int | None
    verdicts: list[list[Any]] = field(default_factory=list)
    fines: list[int] = field(default_factory=list)
    closed: bool = False
    void: bool = False


Fate = Literal["stands", "dead", "back"]


class Oracle:
    """One file. `run` gives the outcome lines."""

    def __init__(self, setup: Setup, facts: Sequence[f.Fact]) -> None:
        self.rules: Ruleset = setup.rules
        self.setup = setup
        self.places = sorted(self._placed(facts), key=Place.order)
        self.fates: dict[int, Fate] = {place.line: "stands" for place in self.places}
        self.no_hold: set[int] = set()
        self.lines: list[Line] = []
        self.silent = False
        self.clear()

    def _placed(self, facts: Sequence[f.Fact]) -> list[Place]:
        known: int | None = None
        seen: set[tuple[Any, ...]] = set()
        found = []
        for line, fact in enumerate(facts):
            arrived = fact.at_us if fact.arrived_us is None else fact.arrived_us
            known = arrived if known is None else max(known, arrived)
            late = known - fact.at_us > self.setup.settle_us
            at = known - self.setup.settle_us if late else fact.at_us
            if isinstance(fact, f.Press | f.Release | f.Message):
                if not 0 < fact.seat <= len(self.setup.players):
                    continue
                if isinstance(fact, f.Press) and fact.seq is not None:
                    if (fact.box, fact.boot, fact.seq) in seen:
                        continue
                    seen.add((fact.box, fact.boot, fact.seq))
                if late and isinstance(fact, f.Message):
                    continue
                rank = 1 if isinstance(fact, f.Release) else 4 if isinstance(fact, f.Message) else 2 if late else 3
                found.append(Place(at, rank, fact.seat, line, fact))
            else:
                found.append(Place(at, 0, 0, line, fact))
        return found

    def clear(self) -> None:
        seats = range(1, len(self.setup.players) + 1)
        self.state = dict.fromkeys(seats, "in")
        self.given: list[tuple[int, int]] = []
        self.asked: list[Asked] = []
        self.q: Open | None = None
        self.hold: list[Any] | None = None
        self.down: set[int] = set()
        self.finished = False
        self.handled: set[int] = set()
        self.done: list[Place] = []

    # ---------------------------------------------------------------- the sweep

    def run(self) -> list[Line]:
        for index, place in enumerate(self.places):
            if isinstance(place.fact, f.Undo):
                self.clocks(place.at)
                self.undo(index, place)
            else:
                self.one(place)
        self.clocks(None)
        return [*self.lines, self.result()]

    def one(self, place: Place) -> None:
        """One fact in its place. Presses of one instant: those without a right first."""
        self.clocks(place.at)
        self.creep(place.at)
        if place.rank == 3:
            self.instant(place.at)
            return
        fact = place.fact
        if place.rank == 1:
            self.down.discard(place.seat)
        elif place.rank == 2:
            self.say(fact.at_us, "ignored", seat=place.seat, why="late")
        elif place.rank == 4:
            q = self.q
            free = q is None or q.phase != "answering" or self.hold or self.state[place.seat] != "in"
            if q is not None and not free and place.seat != q.seat and self.fining(q, fact.at_us):
                self.fine(place.seat, fact.at_us)
        else:
            self.host(place)
        self.done.append(place)

    def instant(self, at: int) -> None:
        while True:
            group = [p for p in self.places if p.rank == 3 and p.at == at and p not in self.done]
            free = [p for p in group if p.line not in self.handled]
            barred = [p for p in free if self.bar(p.fact) is not None]
            if not group:
                return
            if group[0] not in free:
                self.press_down(group[0])
            elif barred:
                self.barred(barred[0])
            else:
                self.right(free[0])

    def press_down(self, place: Place) -> None:
        assert isinstance(place.fact, f.Press)
        if place.fact.held:
            self.down.add(place.seat)
        self.done.append(place)

    def say(self, at: int, event: str, **fields: Any) -> None:
        if not self.silent:
            self.lines.append({"at_us": at, "event": event, **fields})

    def creep(self, at: int) -> None:
        if self.hold is not None:
            if self.q:
                self.q.push(at - self.hold[1])
            self.hold[1] = at

    def clocks(self, before: int | None) -> None:
        """Every clock that runs down before an instant (None: ever)."""
        while self.q is not None and self.hold is None:
            q = self.q
            if q.phase == "window":
                end = q.window_end - (q.calls[0] * SECOND_US if q.calls else 0)
            elif q.phase == "answering" and q.answer_end is not None:
                end = q.answer_end
            else:
                return
            if before is not None and end >= before:
                return
            if q.phase == "answering":
                self.say(end, "answer_time_up", seat=q.seat)
                q.answer_end = None
                if self.rules.answer_time_up == "wrong":
                    self.verdict("wrong", end)
                continue
            if end == q.window_end and (astride := [p for p in self.unjudged() if self.reaches(p, end)]):
                self.right(astride[0])
                continue
            if q.calls:
                self.say(end, "countdown", left_s=q.calls.pop(0))
            if end == q.window_end:
                self.close("timeout", end)

    # ---------------------------------------------------------------- presses

    def unjudged(self) -> list[Place]:
        return [p for p in self.places if p.rank == 3 and p.line not in self.handled and p not in self.done]

    def reaches(self, place: Place, end: int) -> bool:
        assert isinstance(place.fact, f.Press)
        return place.at - place.fact.err_us <= end and self.bar(place.fact) is None

    def tries(self, seat: int) -> int:
        return sum(1 for who, verdict, _ in self.asked[-1].verdicts if who == seat and verdict != "none")

    def fining(self, q: Open, at: int) -> bool:
        start = q.since if self.rules.fine_from == "accepted" else q.named
        return self.rules.busy_press == "fine" and start is not None and at >= start

    def bar(self, press: f.Fact) -> str | None:
        assert isinstance(press, f.Press)
        seat, at, err, q = press.seat, press.at_us, press.err_us, self.q
        if self.state[seat] != "in":
            return "out"
        if seat in self.down:
            return "button_held"
        if self.hold:
            return "on_hold"
        if q is None:
            return "closed" if self.asked else "not_open"
        tried = self.tries(seat) >= self.rules.attempts
        if q.phase == "answering":
            if q.seat == seat:
                return "own"
            if self.fining(q, at):
                return "fine"
            if tried:
                return "tried"
            if self.rules.busy_press == "lock" and seat not in q.out:
                late = at - err > q.since + (self.rules.busy_grace_us or 0)
                return "busy_punished" if late else "busy_grace"
            return "busy"
        if tried:
            return "tried"
        if seat in q.out or at + err < q.locks.get(seat, at):
            return "locked"
        return None if q.opened else "not_open"

    def barred(self, place: Place) -> None:
        press, q = place.fact, self.q
        why = self.bar(press)
        early = q is not None and q.phase != "answering" and not q.opened and why in ("not_open", "locked")
        if why == "fine" or (early and why == "not_open" and self.rules.early_press == "fine"):
            self.fine(place.seat, press.at_us)
        else:
            self.say(press.at_us, "ignored", seat=place.seat, why=why)
        if q and why == "busy_punished":
            q.marks.add(place.seat)
        if q and early and self.rules.early_press == "out":
            q.out.add(place.seat)
        if q and early and self.rules.early_press == "lock" and (why == "not_open" or self.rules.early_lock_restarts):
            assert self.rules.early_lock_us
            self.lock(q, place.seat, press.at_us, self.rules.early_lock_us)
        self.press_down(place)

    def lock(self, q: Open, seat: int, at: int, us: int) -> None:
        q.locks[seat] = max(q.locks.get(seat, at), at + us)
        self.say(at, "locked", seat=seat, until_us=q.locks[seat])

    def right(self, first: Place) -> None:
        q = self.q
        assert q is not None
        may = []
        for place in self.unjudged():
            assert isinstance(place.fact, f.Press)
            if self.bar(place.fact) is None and (q.phase != "window" or self.reaches(place, q.window_end)):
                may.append(place)
        found: dict[int, Place] = {}
        for place in may:
            if not any(sure(other, place) for other in may):
                found.setdefault(place.seat, place)
        seats, winner = sorted(found), first
        if len(seats) > 1:
            text = f"{self.setup.lot_seed}:{len(self.asked)}:{first.at}"
            number = int(hashlib.sha256(text.encode()).hexdigest()[:16], 16)
            winner = found[seats[number % len(seats)]]
            self.say(first.at, "lot", seats=seats, chosen=winner.seat)
        self.accept(winner.seat, winner.at)
        for place in sorted(found.values(), key=lambda p: (p.at, p.seat)):
            self.handled.add(place.line)
            if place is not winner:
                why = "busy_grace" if self.rules.busy_press == "lock" else "busy"
                self.say(place.at, "ignored", seat=place.seat, why=why)

    # ---------------------------------------------------------------- the question

    def accept(self, seat: int, at: int) -> None:
        q = self.q
        assert q is not None
        if q.phase == "window":
            q.rest = max(0, q.window_end - at)
        q.phase, q.seat, q.since, q.named = "answering", seat, at, None
        q.answer_end = None if self.rules.answer_us is None else at + self.rules.answer_us
        self.say(at, "accepted", seat=seat, until_us=q.answer_end)

    def fine(self, seat: int, at: int) -> None:
        self.asked[-1].fines.append(seat)
        self.say(at, "fined", seat=seat, delta=-self.asked[-1].value)

    def close(self, why: str, at: int) -> None:
        self.say(at, "closed", why=why)
        self.asked[-1].closed = True
        self.q = self.hold = None

    def window(self, at: int, end: int) -> None:
        q = self.q
        assert q is not None
        q.phase, q.window_end = "window", end
        q.calls = [s for s in sorted(set(self.rules.countdown_s))[::-1] if end - s * SECOND_US >= at]
        self.say(at, "window", until_us=end)

    def worth(self, verdict: str, value: int) -> int:
        return {"correct": value, "none": 0}.get(verdict, value * self.rules.wrong_factor)

    def verdict(self, verdict: str, at: int) -> None:
        q, now = self.q, self.asked[-1]
        assert q is not None
        delta = self.worth(verdict, now.value)
        now.verdicts.append([q.seat, verdict, delta])
        self.say(at, "verdict", seat=q.seat, verdict=verdict, delta=delta, total=self.total(q.seat))
        if verdict == "correct":
            return self.close("correct", at)
        marks, q.marks = q.marks, set()
        if verdict != "none":
            free = [seat for seat in self.state if self.state[seat] == "in" and seat not in q.out]
            if all(self.tries(seat) >= self.rules.attempts for seat in free):
                return self.close("all_tried", at)
            for seat in sorted(marks):
                assert self.rules.busy_lock_us
                if self.state[seat] == "in":
                    self.lock(q, seat, at, self.rules.busy_lock_us)
        if not q.over:
            q.phase, q.opened = "broken", q.opened or q.begun
            return None
        if verdict == "none" or self.rules.after_wrong == "remaining":
            return self.window(at, at + q.rest)
        if self.rules.after_wrong == "absolute":
            return self.close("timeout", at) if q.window_end < at else self.window(at, q.window_end)
        return self.window(at, at + (self.rules.after_wrong_us or 0))

    # ---------------------------------------------------------------- the host

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

    # ---------------------------------------------------------------- taking back

    def key(self, place: Place) -> bool:
        passed = isinstance(place.fact, f.Undo | f.Hold | f.Resume | f.Session)
        return place.rank == 0 and self.fates[place.line] == "stands" and not place.fact.auto and not passed

    def undo(self, index: int, place: Place) -> None:
        self.creep(place.at)
        keys = [p for p in self.places[:index] if self.key(p)]
        self.fates[place.line] = "dead"
        if not keys:
            self.say(place.at, "refused", kind="undo", why="*")
            return
        key = keys[-1].fact.key
        taken = [p for p in keys if p is keys[-1] or (key is not None and p.fact.key == key)]
        hanging = [
            p for p in taken
            if not isinstance(p.fact, f.Adjust | f.Check | f.Note | f.Rejudge) and p.line not in self.no_hold
        ]  # fmt: skip
        for each in taken:
            self.fates[each.line] = "back" if each in hanging else "dead"
        if hanging:
            for each in self.places[self.places.index(hanging[0]) : index]:
                if isinstance(each.fact, f.Hold | f.Resume):
                    self.fates[each.line] = "dead"
        told = self.handled
        self.clear()
        self.silent = True
        for each in self.places[:index]:
            if self.fates[each.line] == "stands":
                self.one(each)
            elif self.fates[each.line] == "back":
                self.clocks(each.at)
                self.creep(each.at)
                if self.q and not self.hold:
                    self.hold = [None, each.at]
        self.clocks(place.at)
        self.creep(place.at)
        self.silent = False
        self.handled = told
        for each in taken:
            self.say(place.at, "undone", kind=each.fact.kind)
        if self.hold:
            self.say(place.at, "held", why=self.hold[0])

    # ---------------------------------------------------------------- the sheet

    def total(self, seat: int) -> int:
        if self.state[seat] == "no_show":
            return self.rules.no_show_score or 0
        points = sum(delta for who, delta in self.given if who == seat)
        for asked in self.asked:
            if not asked.void:
                points += sum(delta for who, _, delta in asked.verdicts if who == seat)
                points -= asked.value * asked.fines.count(seat)
        return points

    def result(self) -> Line:
        right: dict[int, dict[int, int]] = {seat: {} for seat in self.state}
        for asked in self.asked:
            for who, verdict, _ in [] if asked.void else asked.verdicts:
                if verdict == "correct":
                    right[who][asked.value] = right[who].get(asked.value, 0) + 1
        values = sorted({value for each in right.values() for value in each}, reverse=True)
        rank = {seat: [self.total(seat)] for seat in self.state}
        if self.rules.place_by == "score_counts":
            rank = {seat: [*rank[seat], *(right[seat].get(value, 0) for value in values)] for seat in rank}
        places = {}
        for seat in rank:
            first = 1 + sum(rank[other] > rank[seat] for other in rank)
            last = sum(rank[other] >= rank[seat] for other in rank)
            places[str(seat)] = str(first) if first == last else f"{first}-{last}"
        scores = {str(seat): self.total(seat) for seat in self.state}
        counts = {str(s): {str(v): n for v, n in sorted(right[s].items())} for s in right}
        return {"event": "result", "scores": scores, "places": places, "counts": counts}


def sure(one: Place, other: Place) -> bool:
    """Whether one press certainly precedes another."""
    assert isinstance(one.fact, f.Press)
    assert isinstance(other.fact, f.Press)
    if one.fact.box == other.fact.box:
        return one.at < other.at
    return one.at + one.fact.err_us < other.at - other.fact.err_us
