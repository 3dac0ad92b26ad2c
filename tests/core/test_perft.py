"""Every sequence of a few facts to a depth, counted: any change of a rule changes a count.

The facts come two seconds apart; ``wait`` lets seven and a half pass. Counted are the different lists of outcomes, the
different states at the end, and how many sequences gave somebody a right, closed a question, cost somebody points.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from buzzer.core import facts as f
from buzzer.core import outcomes as o
from buzzer.core.match import Match, new_match, run_out, step
from buzzer.core.state import Setup
from buzzer.rulesets import names, preset

STEP_US, WAIT_US = 2_000_000, 7_500_000
ALPHABET = ("announce", "read", "read_end", "press 1", "press 2", "wrong", "correct", "undo", "wait")

Counts = tuple[int, int, int, int, int]

# ruleset: (lists of outcomes, states at the end, with a right, with a closed question, with points lost)
PINNED: dict[tuple[str, int], Counts] = {
    ("brain-ring", 4): (4217, 181, 3564, 1394, 0),
    ("jeopardy", 4): (3671, 266, 548, 1392, 52),
    ("naqt-tossup", 4): (3667, 161, 928, 1618, 0),
    ("novosibirsk-2013", 5): (29926, 482, 12324, 14251, 1598),
    ("tour-de-svoyak-2007", 5): (29618, 283, 7212, 12592, 856),
    ("tv-svoya-igra", 4): (3671, 266, 548, 1392, 52),
    ("umlaut", 5): (34466, 531, 34134, 15295, 6290),
}
PINNED_DEEP: dict[tuple[str, int], Counts] = {
    ("brain-ring", 6): (286047, 1306, 336316, 135926, 0),
    ("jeopardy", 6): (235280, 2572, 64608, 139487, 10126),
    ("naqt-tossup", 6): (237154, 1364, 108988, 168170, 0),
    ("novosibirsk-2013", 6): (241638, 1354, 129038, 142769, 20310),
    ("tour-de-svoyak-2007", 6): (238048, 770, 79508, 119662, 11426),
    ("tv-svoya-igra", 6): (235280, 2572, 64608, 139487, 10126),
    ("umlaut", 6): (282764, 1432, 322804, 156045, 66516),
}


def fact_of(letter: str, at_us: int) -> f.Fact | f.Tick:
    match letter:
        case "announce":
            return f.Announce(at_us=at_us, value=10)
        case "read":
            return f.Read(at_us=at_us)
        case "read_end":
            return f.ReadEnd(at_us=at_us)
        case "wrong":
            return f.Judge(at_us=at_us, verdict="wrong")
        case "correct":
            return f.Judge(at_us=at_us, verdict="correct")
        case "undo":
            return f.Undo(at_us=at_us)
        case "wait":
            return f.Tick(at_us + WAIT_US)
        case _:
            return f.Press(at_us=at_us, seat=int(letter[-1]))


def leaves(
    match: Match, told: tuple[o.Outcome, ...], at_us: int, depth: int
) -> Iterator[tuple[Match, tuple[o.Outcome, ...]]]:
    if depth == 0:
        end, outcomes = run_out(match)
        yield end, (*told, *outcomes)
        return
    for letter in ALPHABET:
        after, outcomes = step(match, fact_of(letter, at_us))
        next_us = at_us + STEP_US + (WAIT_US if letter == "wait" else 0)
        yield from leaves(after, (*told, *outcomes), next_us, depth - 1)


def perft(rules: str, depth: int) -> Counts:
    """The counts of all sequences that follow an announcement."""
    match, _ = step(new_match(Setup(preset(rules), ("A", "B"))), f.Announce(at_us=0, value=10))
    lists, states, rights, closed, lost = set(), set(), 0, 0, 0
    for end, told in leaves(match, (), STEP_US, depth):
        lists.add(told)
        states.add(end.game)
        rights += any(isinstance(outcome, o.Accepted) for outcome in told)
        closed += any(isinstance(outcome, o.Closed) for outcome in told)
        lost += any(sitting.points < 0 for sitting in end.game.seats)
    return len(lists), len(states), rights, closed, lost


@pytest.mark.parametrize(("rules", "depth"), PINNED)
def test_all_sequences_are_counted(rules: str, depth: int) -> None:
    assert perft(rules, depth) == PINNED[rules, depth]


@pytest.mark.prove
@pytest.mark.parametrize(("rules", "depth"), PINNED_DEEP)
def test_all_longer_sequences_are_counted(rules: str, depth: int) -> None:
    assert perft(rules, depth) == PINNED_DEEP[rules, depth]


def test_every_ruleset_is_pinned() -> None:
    assert {rules for rules, _ in PINNED} == {rules for rules, _ in PINNED_DEEP} == set(names())
