"""The sweep over the whole file: places, clocks, the presses of an instant, lots, taking back."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

from buzzer.core import facts as f
from buzzer.core.state import Setup

from .host import Fate, Host
from .parts import SECOND_US, Line, Place, sure


class Oracle(Host):
    """One file. `run` gives the outcome lines."""

    def __init__(self, setup: Setup, facts: Sequence[f.Fact]) -> None:
        super().__init__(setup)
        self.places = sorted(self._placed(facts), key=Place.order)
        self.fates: dict[int, Fate] = {place.line: "stands" for place in self.places}
        self.no_hold: set[int] = set()

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
                self.press_down(barred[0])
            else:
                self.right(free[0])

    def press_down(self, place: Place) -> None:
        assert isinstance(place.fact, f.Press)
        if place.fact.held:
            self.down.add(place.seat)
        self.done.append(place)

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
        others = [n for n, p in enumerate(keys[:-1], 1) if key is None or p.fact.key != key]
        taken = keys[others[-1] :] if others else keys  # from behind the last other key on
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
