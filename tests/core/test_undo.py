"""Taking back: it is the identity, it gives no press a consequence, and the way to it does not matter."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from hypothesis import assume, given
from hypothesis import strategies as st

from buzzer.core import facts as f
from buzzer.core import outcomes as o
from buzzer.core.history import Fate, entries, taken_back
from buzzer.core.item import Item
from buzzer.core.match import fold, new_match, step
from buzzer.core.scoring import total
from buzzer.core.settle import Settling
from buzzer.core.state import Game, Setup, new_game

from .playing import Drawn, come, few, played
from .strategies import matches, one_fact, setups, tiny, transcripts


def sheet(setup: Setup, game: Game) -> Any:
    """Scores and record."""
    return (
        [total(setup, game, seat) for seat in range(1, len(game.seats) + 1)],
        game.questions,
        game.adjusts,
        game.seats,
    )


@given(setups(settles=(0,)), st.data())
@few
def test_undo_after_do_is_identity(setup: Setup, data: st.DataObject) -> None:
    match, _ = played(setup, data.draw(transcripts(setup, late=False)))
    assert match.known_us is not None
    do_us = match.known_us + 1
    kinds = ["announce", "read", "read_end", "judge", "named", "grant", "close", "void", "seat", "theme", "finish"]
    kinds += ["adjust", "check", "note", "rejudge"]
    kind = data.draw(st.sampled_from(kinds))
    did = replace(data.draw(one_fact(kind, len(setup.players), 0, None, {"at_us": do_us})), auto=False)
    before, _ = step(match, f.Tick(do_us))
    done, _ = step(step(before, did)[0], f.Tick(do_us + 1))
    first = next(iter(entries(done.log)))
    assume(first.item.fact is did and first.fate.value == "stands")
    undo_us = do_us
    after = step(before, did)[0]
    if not first.opens_no_hold:
        for _ in range(data.draw(st.integers(0, 4))):
            undo_us += data.draw(st.integers(0, 9))
            between = data.draw(st.sampled_from(["press", "message", "hold", "resume", "release", "session"]))
            fact = data.draw(one_fact(between, len(setup.players), 0, None, {"at_us": undo_us}))
            after, _ = step(after, replace(fact, auto=False))
    after, _ = step(after, f.Undo(at_us=undo_us))
    after, found = step(after, f.Tick(undo_us + 1))
    assert any(isinstance(outcome, o.Undone) for outcome in found)
    if first.opens_no_hold:
        before, _ = step(before, f.Tick(undo_us + 1))  # nothing was held, so the clocks have run
    assert sheet(setup, after.game) == sheet(setup, before.game)
    assert type(after.game.phase) is type(before.game.phase)
    assert (after.game.hold is not None) or after.game.live is None or first.opens_no_hold


def consequences(outcomes: Iterable[o.Outcome]) -> set[tuple[int, str, int]]:
    """What presses and words led to: (instant, what, seat)."""
    found = set()
    for outcome in outcomes:
        if isinstance(outcome, o.Accepted | o.Fined | o.Locked):
            found.add((outcome.at_us, outcome.event, outcome.seat))
        if isinstance(outcome, o.Ignored) and outcome.why in ("busy_punished", "locked"):
            found.add((outcome.at_us, outcome.why, outcome.seat))
    return found


@given(matches(size=40))
@few
def test_no_press_has_after_an_undo_what_it_had_not_before(drawn: Drawn) -> None:
    setup, facts = drawn
    match, told = new_match(setup), set()
    last: f.Fact | f.Tick = f.Tick(come(facts[-1]) + 50)
    for fact in [*facts, last]:
        log = match.log
        match, outcomes = step(match, fact)
        told |= consequences(outcomes)
        undone = [each.item for each in entries(match.log) if isinstance(each.item.fact, f.Undo)]
        if match.log is log or not undone:
            continue
        again = Settling(setup, new_game(setup), ())
        again.reach_us = max(setup.settle_us // 2, match.widest_us)
        again.refold(list(entries(match.log))[::-1], match.pending, undone[0].at_us)
        assert consequences(again.out) <= told


@given(matches(size=40))
@few
def test_folding_from_the_slip_on_is_folding_from_the_start(drawn: Drawn) -> None:
    setup, facts = drawn
    match = new_match(setup)
    for fact in facts:
        log = match.log
        match, _ = step(match, fact)
        behind: list[Item] = []
        chain = match.log
        while chain is not None and chain is not log and not isinstance(chain[0].item.fact, f.Undo):
            behind.insert(0, chain[0].item)
            chain = chain[1]
        if chain is None or chain is log or chain[0].fate is not Fate.DEAD:
            continue
        again = Settling(setup, new_game(setup), ())
        again.reach_us = max(setup.settle_us // 2, match.widest_us)
        again.refold(list(entries(chain[1]))[::-1], [*behind, *match.pending], chain[0].item.at_us)
        assert again.log == chain[1]


def test_a_number_that_comes_again_behind_another_key_is_another_press() -> None:
    """Else the hold of the second question would go with the first, and its press would get the right."""
    setup = Setup(tiny(signal_us=50), ("A", "B"))
    facts: list[f.Fact] = [
        f.Announce(at_us=0, value=10, key=1),
        f.Close(at_us=1, key=2),
        f.Announce(at_us=2, value=20, key=3),
        f.ReadEnd(at_us=3, key=4),
        f.Hold(at_us=4, why="link", auto=True),
        f.Press(at_us=5, seat=1),
        f.Resume(at_us=6, auto=True),
        f.Note(at_us=7, text="-", key=1),
    ]
    match, _ = played(setup, [*facts, f.Tick(8)])
    assert taken_back(match.log) == facts[-1:]
    match, found = fold(setup, [*facts, f.Undo(at_us=9)])
    assert [outcome.kind for outcome in found if isinstance(outcome, o.Undone)] == ["note"]
    assert not any(isinstance(outcome, o.Accepted) for outcome in found)
    assert len(match.game.questions) == 2


def test_facts_of_one_press_are_taken_back_together_whatever_the_players_did_between() -> None:
    setup = Setup(tiny(signal_us=50, after_wrong_us=50), ("A", "B", "C"))
    facts: list[f.Fact] = [
        f.Announce(at_us=0, value=10, key=1),
        f.ReadEnd(at_us=1, key=2),
        f.Press(at_us=2, seat=1),
        f.Judge(at_us=3, verdict="wrong", key=3),
        f.Press(at_us=4, seat=2),
        f.Hold(at_us=5, why="link", auto=True),
        f.Judge(at_us=6, verdict="correct", key=3),
    ]
    match, _ = played(setup, [*facts, f.Tick(7)])
    assert taken_back(match.log) == [facts[3], facts[6]]
    match, _ = fold(setup, [*facts, f.Undo(at_us=9), f.Resume(at_us=10), f.Judge(at_us=11, verdict="correct")])
    assert [sitting.points for sitting in match.game.seats] == [10, 0, 0]


def test_a_key_without_a_number_is_taken_back_alone() -> None:
    match, _ = played(Setup(tiny(), ("A", "B")), [f.Announce(at_us=0, value=10), f.Read(at_us=0), f.Tick(1)])
    assert [fact.kind for fact in taken_back(match.log)] == ["read"]
