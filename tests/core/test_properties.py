"""What holds for every match: ticks, delays, labels, time shifts, taking back, sums, odd input."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from buzzer.core import facts as f
from buzzer.core import outcomes as o
from buzzer.core.history import entries
from buzzer.core.match import fold, new_match, next_deadline, preview, run_out, step
from buzzer.core.play import next_timer_us
from buzzer.core.scoring import question_points, total
from buzzer.core.settle import HOST
from buzzer.core.state import Setup

from .playing import Drawn, come, few, is_player, lines, played
from .strategies import HOST as HOST_KINDS
from .strategies import matches, one_fact, setups

# ---------------------------------------------------------------- time


@given(matches(), st.data())
@few
def test_ticks_change_nothing(drawn: Drawn, data: st.DataObject) -> None:
    setup, facts = drawn
    ticked: list[f.Fact | f.Tick] = []
    for fact, after in zip(facts, [*facts[1:], None], strict=True):
        ticked.append(fact)
        last_us = come(fact) + 20 if after is None else come(after)
        ticked += [f.Tick(at_us) for at_us in data.draw(st.lists(st.integers(come(fact), last_us), max_size=3))]
    plain, found = played(setup, facts)
    other, found_ticked = played(setup, ticked)
    plain, rest = run_out(plain)
    other, rest_ticked = run_out(other)
    assert lines(found + rest) == lines(found_ticked + rest_ticked)
    assert (plain.game, plain.log, plain.pending) == (other.game, other.log, other.pending)


@given(matches(late=False))
@few
def test_the_deadline_is_exact(drawn: Drawn) -> None:
    setup, facts = drawn
    match = new_match(setup)
    for fact in facts:
        match, _ = step(match, fact)
        while (due_us := next_deadline(match)) is not None:
            assert match.known_us is not None
            assert due_us > match.known_us
            before, nothing = step(match, f.Tick(due_us - 1))
            assert nothing == []
            assert before._replace(known_us=match.known_us) == match
            after, _ = step(match, f.Tick(due_us))
            assert after._replace(known_us=match.known_us) != match
            if fact is not facts[-1]:
                break
            match = after


@given(matches(late=False), st.data())
@few
def test_delivery_within_the_settling_time_changes_nothing(drawn: Drawn, data: st.DataObject) -> None:
    setup, facts = drawn
    facts = told_apart(facts)
    host = sorted((fact for fact in facts if not is_player(fact)), key=lambda fact: fact.at_us)
    players = [fact for fact in facts if is_player(fact)]
    at_once = [replace(fact, arrived_us=None) for fact in sorted([*host, *players], key=lambda fact: fact.at_us)]
    delays = data.draw(st.lists(st.integers(0, setup.settle_us), min_size=len(facts), max_size=len(facts)))
    delayed, host_us = [], -(10**9)
    for fact, delay_us in zip(at_once, delays, strict=True):
        arrived_us = fact.at_us + delay_us
        if not is_player(fact):  # the host's own order is that of the lines
            arrived_us = host_us = max(host_us, arrived_us)
        delayed.append(replace(fact, arrived_us=arrived_us))
    assert all(come(fact) - fact.at_us <= setup.settle_us for fact in delayed)
    assert lines(fold(setup, sorted(delayed, key=come))[1]) == lines(fold(setup, at_once)[1])


def told_apart(facts: list[f.Fact]) -> list[f.Fact]:
    """Without repeated records, and without two presses of one seat at one instant."""
    found: dict[Any, f.Fact] = {}
    for number, fact in enumerate(facts):
        name = (fact.kind, fact.at_us, getattr(fact, "seat", None)) if is_player(fact) else number
        found.setdefault(name, replace(fact, seq=None) if isinstance(fact, f.Press) else fact)
    return list(found.values())


def no_lots(facts: list[f.Fact]) -> list[f.Fact]:
    """The same with a stamp of its own for each, on one box: nothing to draw lots for."""
    return [
        replace(replace(fact, box=None, err_us=0) if isinstance(fact, f.Press) else fact, at_us=2 * at, arrived_us=None)
        for at, fact in enumerate(facts)
    ]


@given(matches(), st.sampled_from([1, -7, 10**15, -(10**15)]))
@few
def test_shifting_time_shifts(drawn: Drawn, by_us: int) -> None:
    setup, facts = drawn
    facts = no_lots(facts)
    moved = [replace(fact, at_us=fact.at_us + by_us) for fact in facts]
    here, there = fold(setup, facts)[1], fold(setup, moved)[1]
    back: list[o.Outcome | o.Result] = []
    for outcome in there[:-1]:
        assert isinstance(outcome, o.Outcome)
        outcome = replace(outcome, at_us=outcome.at_us - by_us)
        if isinstance(outcome, o.Accepted | o.Locked | o.WindowRuns) and outcome.until_us is not None:
            outcome = replace(outcome, until_us=outcome.until_us - by_us)
        back.append(outcome)
    assert [*back, there[-1]] == here


@given(matches(), st.randoms(use_true_random=False))
@few
def test_relabelling_the_seats_relabels(drawn: Drawn, random: Any) -> None:
    setup, facts = drawn
    seats = list(range(1, len(setup.players) + 1))
    random.shuffle(seats)
    new = dict(enumerate(seats, 1))

    def fact_named(fact: f.Fact) -> f.Fact:
        seat = getattr(fact, "seat", None)
        return fact if seat is None else replace(fact, seat=new[seat])  # type: ignore[call-arg]

    def named(line: dict[str, Any], new: dict[int, int]) -> str:
        if line["event"] == "result":
            line = {
                name: {str(new[int(seat)]): value for seat, value in line[name].items()}
                for name in ("scores", "places", "counts")
            }
        elif "seat" in line:
            line = {**line, "seat": new[line["seat"]]}
        return "refused" if line.get("event") == "refused" else json.dumps(line, sort_keys=True)

    facts = no_lots([fact for fact in facts if getattr(fact, "seat", 1) in (*new, None)])
    here = [o.dump_outcome(outcome) for outcome in fold(setup, facts)[1]]
    there = [o.dump_outcome(outcome) for outcome in fold(setup, [fact_named(fact) for fact in facts])[1]]
    same = {seat: seat for seat in seats}
    assert sorted(named(line, new) for line in here) == sorted(named(line, same) for line in there)


@given(matches(late=False), st.randoms(use_true_random=False))
@few
def test_relabelling_the_seats_relabels_who_draws_lots(drawn: Drawn, random: Any) -> None:
    """Up to the first lot; whom it takes hangs on the seats' numbers, by its definition."""
    setup, facts = drawn
    seats = list(range(1, len(setup.players) + 1))
    random.shuffle(seats)
    new = dict(enumerate(seats, 1))
    facts = told_apart([fact for fact in facts if getattr(fact, "seat", 1) in (*new, None)])
    moved = [
        fact if getattr(fact, "seat", None) is None else replace(fact, seat=new[fact.seat])  # type: ignore[call-arg,attr-defined]
        for fact in facts
    ]
    first, other = (
        next((outcome for outcome in fold(setup, each)[1] if isinstance(outcome, o.LotDrawn)), None)
        for each in (facts, moved)
    )
    assert (first is None) == (other is None)
    if first is not None and other is not None:
        assert other.at_us == first.at_us
        assert set(other.seats) == {new[seat] for seat in first.seats}


# ---------------------------------------------------------------- sums, late presses, odd input


@given(matches(size=40))
@few
def test_totals_are_the_sum_of_verdicts_fines_and_adjustments(drawn: Drawn) -> None:
    setup, facts = drawn
    match = new_match(setup)
    for fact in facts:
        match, outcomes = step(match, fact)
        game = match.game
        for seat, sitting in enumerate(game.seats, 1):
            earned = [each for asked in game.questions if not asked.void for each in question_points(asked)]
            earned += [(who, delta) for who, delta, _ in game.adjusts]
            points = sum(delta for who, delta in earned if who == seat)
            assert sitting.points == points
            assert total(setup, game, seat) == (
                (setup.rules.no_show_score or 0) if sitting.state == "no_show" else points
            )
        last = outcomes[-1] if outcomes else None
        if isinstance(last, o.VerdictGiven | o.Adjusted | o.Rejudged):
            assert last.total == total(setup, game, last.seat)


@given(matches(), st.data())
@few
def test_a_late_press_is_told_and_changes_nothing(drawn: Drawn, data: st.DataObject) -> None:
    setup, facts = drawn
    more: list[f.Fact] = []
    for fact in facts:
        more.append(fact)
        if data.draw(st.booleans()):
            at_us = come(fact) - setup.settle_us - data.draw(st.integers(1, 5))
            seat = data.draw(st.integers(1, len(setup.players)))
            more.append(
                f.Press(at_us=at_us, arrived_us=come(fact), seat=seat, box="late", held=data.draw(st.booleans()))
            )
    plain, found = fold(setup, facts)
    other, found_more = fold(setup, more)
    late = Counter(lines(found_more)) - Counter(lines(found))
    assert late.total() == len(more) - len(facts)
    assert all(json.loads(line)["why"] == "late" for line in late)
    assert [line for line in lines(found_more) if "late" not in line] == [
        line for line in lines(found) if "late" not in line
    ]
    assert plain.game == other.game


ODD_US = st.sampled_from([0, 1, -1, 2**62, -(2**62), 10**12]) | st.integers(-50, 50)


@given(setups(settles=(0, 6, 60_000)), st.data())
@few
def test_any_sequence_of_facts_is_answered(setup: Setup, data: st.DataObject) -> None:
    match, count = new_match(setup), 0
    for _ in range(data.draw(st.integers(1, 25))):
        when = {"at_us": data.draw(ODD_US), "arrived_us": data.draw(st.none() | ODD_US)}
        kind = data.draw(st.sampled_from([*HOST_KINDS, "press", "press", "release", "message"]))
        fact = data.draw(one_fact(kind, 7, 30, 1, when))
        if hasattr(fact, "seat") and data.draw(st.integers(0, 3)) == 0:
            fact = replace(fact, seat=data.draw(st.sampled_from([0, -1, 1000])))  # type: ignore[call-arg]
        if isinstance(fact, f.Void | f.Rejudge | f.Check) and data.draw(st.booleans()):
            fact = replace(fact, question=data.draw(st.sampled_from([0, -9, 10**6])))
        match, _ = step(match, fact)
        preview(match)
        next_deadline(match)
        count += not is_player(fact)
    match, _ = run_out(match)
    assert match.pending == ()
    assert next_deadline(match) is None
    assert sum(1 for each in entries(match.log) if each.item.rank == HOST) == count


@given(matches(size=15, settles=(6,)))
@few
def test_the_preview_is_what_settles_if_nothing_more_arrives(drawn: Drawn) -> None:
    setup, facts = drawn
    match = new_match(setup)
    for fact in facts:
        match, _ = step(match, fact)
        seen, settled = preview(match), match
        while settled.pending:
            assert preview(settled) == seen
            due_us = next_deadline(settled)
            assert due_us is not None
            settled, _ = step(settled, f.Tick(due_us))
        timer_us = next_timer_us(seen)
        assert settled.known_us is not None
        if timer_us is None or timer_us >= settled.known_us - setup.settle_us:
            assert settled.game == seen


@given(matches())
@few
def test_what_is_written_is_what_is_read(drawn: Drawn) -> None:
    setup, facts = drawn
    read = [f.parse_fact(json.loads(json.dumps(f.dump_fact(fact)))) for fact in facts]
    assert read == facts
    assert lines(fold(setup, [fact for fact in read if fact is not None])[1]) == lines(fold(setup, facts)[1])


@given(matches())
@few
def test_a_repeated_record_is_dropped(drawn: Drawn) -> None:
    setup, facts = drawn
    numbered = [
        replace(fact, box=fact.box or "L", boot=3, seq=9 * number % 31) if isinstance(fact, f.Press) else fact
        for number, fact in enumerate(facts)
    ]
    again = [each for fact in numbered for each in ([fact, fact] if isinstance(fact, f.Press) else [fact])]
    tail = [replace(fact, arrived_us=come(facts[-1])) for fact in numbered if isinstance(fact, f.Press)]
    assert lines(fold(setup, [*again, *tail])[1]) == lines(fold(setup, numbered)[1])
