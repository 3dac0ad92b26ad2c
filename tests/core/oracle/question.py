"""The open question and the sheet: who is barred, what a press costs, verdicts, windows, totals."""

from __future__ import annotations

from typing import Any

from buzzer.core import facts as f
from buzzer.core.rules import Ruleset
from buzzer.core.state import Setup

from .parts import SECOND_US, Asked, Line, Open, Place


class Question:
    """One table, mutable; its clocks stand at the last `creep`."""

    def __init__(self, setup: Setup) -> None:
        self.rules: Ruleset = setup.rules
        self.setup = setup
        self.lines: list[Line] = []
        self.silent = False
        self.clear()

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

    def say(self, at: int, event: str, **fields: Any) -> None:
        if not self.silent:
            self.lines.append({"at_us": at, "event": event, **fields})

    def creep(self, at: int) -> None:
        if self.hold is not None:
            if self.q:
                self.q.push(at - self.hold[1])
            self.hold[1] = at

    # ---------------------------------------------------------------- presses

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

    def lock(self, q: Open, seat: int, at: int, us: int) -> None:
        q.locks[seat] = max(q.locks.get(seat, at), at + us)
        self.say(at, "locked", seat=seat, until_us=q.locks[seat])

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
