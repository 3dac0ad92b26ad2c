"""Faults that people reported of other systems, as cases: O-01 to O-13, O-16, O-31. Times in microseconds."""

from __future__ import annotations

from typing import Any

import pytest

from buzzer.core import facts as f
from buzzer.core.history import entries, taken_back
from buzzer.core.match import Match, fold, new_match, next_deadline, preview, run_out, step
from buzzer.core.order import played, turn
from buzzer.core.outcomes import dump_outcome
from buzzer.core.scoring import counts, places, ties, total
from buzzer.core.state import Answering, Finished, Setup
from buzzer.rulesets import preset

ABCD = ("A", "B", "C", "D")


def setup_of(rules: str, players: tuple[str, ...] = ABCD, settle_us: int = 0, **more: Any) -> Setup:
    override = more.pop("override", {})
    return Setup(preset(rules).overridden(override), players, settle_us, **more)


def facts_of(*rows: tuple[Any, ...]) -> list[f.Fact]:
    """(at_us, kind, fields) each."""
    found = []
    for at_us, kind, *more in rows:
        fact = f.parse_fact({"at_us": at_us, "kind": kind, **(more[0] if more else {})})
        assert fact is not None
        found.append(fact)
    return found


def said(setup: Setup, facts: list[f.Fact], *events: str) -> list[tuple[Any, ...]]:
    """(instant, event, the other fields' values) of the outcomes of these events; all but the result by default."""
    lines = [dump_outcome(outcome) for outcome in fold(setup, facts)[1]][:-1]
    return [tuple(line.values()) for line in lines if not events or line["event"] in events]


def press(at_us: int, seat: int, **more: Any) -> tuple[Any, ...]:
    return (at_us, "press", {"seat": seat, **more})


def judge(at_us: int, verdict: str, **more: Any) -> tuple[Any, ...]:
    return (at_us, "judge", {"verdict": verdict, **more})


def announce(at_us: int, value: int = 30, **more: Any) -> tuple[Any, ...]:
    return (at_us, "announce", {"value": value, **more})


def scores(match: Match) -> list[int]:
    return [total(match.setup, match.game, seat) for seat in range(1, len(match.game.seats) + 1)]


def test_o_01_a_refused_press_never_wins_later() -> None:
    facts = facts_of(press(1_000_000, 2), announce(1_050_000), press(1_480_000, 1))
    assert said(setup_of("umlaut"), facts) == [
        (1_000_000, "ignored", 2, "not_open"),
        (1_480_000, "accepted", 1, 8_480_000),
        (8_480_000, "answer_time_up", 1),
    ]
    match, _ = step(fold(setup_of("umlaut"), facts[:2])[0], facts_of(press(1_100_000, 2))[0])
    assert preview(match).phase == Answering(seat=2, since_g=1_100_000, until_g=8_100_000)  # B is not barred by it


@pytest.mark.parametrize(
    ("last_us", "more", "accepted", "locked"),
    [
        (7_200_000, [], (7_020_000, 2), True),
        (4_980_000, [press(6_000_050, 2)], (6_000_050, 2), False),
        (7_200_000, [press(6_400_000, 3)], (6_400_000, 3), True),
    ],
    ids=["hammering does not extend it", "only in the first three seconds", "a silent one is free"],
)
def test_o_02_mashing(last_us: int, more: list[Any], accepted: tuple[int, int], locked: bool) -> None:
    rows: list[Any] = [announce(1_000_000), press(2_000_000, 1), judge(6_000_000, "wrong")]
    for at_us in range(2_100_000, last_us + 1, 120_000):
        rows += [press(at_us, 2, held=True), (at_us + 60_000, "release", {"seat": 2})]
    found = said(setup_of("umlaut"), facts_of(*sorted(rows + more, key=lambda row: row[0])))
    rights = [(at_us, fields[0]) for at_us, event, *fields in found if event == "accepted"]
    assert rights == [(2_000_000, 1), accepted]
    assert [line for line in found if line[1] == "locked"] == ([(6_000_000, "locked", 2, 7_000_000)] if locked else [])
    free = [
        at_us for at_us, event, *fields in found if event == "ignored" and fields[1] == "busy_grace" and at_us < 6e6
    ]
    marked = [at_us for at_us, event, *fields in found if event == "ignored" and fields[1] == "busy_punished"]
    assert (free[0], free[-1]) == (2_100_000, 4_980_000)
    assert marked[:1] == ([5_100_000] if locked else [])
    assert marked[-1:] == ([5_940_000] if locked else [])


def test_o_03_next_while_somebody_answers_takes_no_points() -> None:
    setup = setup_of("umlaut", settle_us=60_000)
    rows = [announce(-1_000_000, 50), (0, "read_end"), (6_900_000, "close"), press(6_899_999, 1, arrived_us=6_904_000)]
    rows += [(6_950_000, "close"), (7_000_000, "close")]
    match, outcomes = fold(setup, facts_of(*rows))
    found = [tuple(dump_outcome(outcome).values()) for outcome in outcomes[:-1]]
    assert found[1:5] == [
        (6_899_999, "accepted", 1, 13_899_999),
        *((at_us, "refused", "close", "somebody is answering") for at_us in (6_900_000, 6_950_000, 7_000_000)),
    ]
    assert scores(match) == [0, 0, 0, 0]
    assert match.game.live is not None
    assert len(list(entries(match.log))) == len(rows)


@pytest.mark.parametrize("late_us", [410, 30_000])
def test_o_04_the_close_of_a_window_never_overtakes_an_earlier_press(late_us: int) -> None:
    setup = setup_of("novosibirsk-2013", settle_us=60_000)
    match = new_match(setup)
    for fact in facts_of(announce(-1_000_000), (-500_000, "read"), (0, "read_end")):
        match, _ = step(match, fact)
    match, told = step(match, f.Tick(5_000_390))
    assert [outcome.event for outcome in told] == ["window"]
    match, _ = step(match, facts_of(press(4_999_990, 1, arrived_us=4_999_990 + max(late_us, 400)))[0])
    assert isinstance(preview(match).phase, Answering)
    match, told = step(match, f.Tick(6_000_000))
    assert [tuple(dump_outcome(outcome).values()) for outcome in told] == [(4_999_990, "accepted", 1, None)]
    assert match.game.live is not None


def test_o_05_the_right_is_seen_at_once_and_the_order_does_not_wait() -> None:
    match = new_match(setup_of("umlaut", settle_us=60_000))
    for fact in facts_of(announce(0), press(1_000_000, 1)):
        match, _ = step(match, fact)
    assert preview(match).phase == Answering(seat=1, since_g=1_000_000, until_g=8_000_000)
    match, _ = step(match, facts_of(press(1_030_000, 2))[0])
    assert getattr(preview(match).phase, "seat", None) == 1


def test_o_06_a_pause_does_not_leak_into_the_next_question() -> None:
    setup = setup_of("novosibirsk-2013")
    begin = [announce(-100), (-50, "read"), (0, "read_end"), (2_000_000, "hold"), press(30_000_000, 1)]
    first = said(setup, facts_of(*begin, (62_000_000, "resume")), "window", "closed", "ignored")
    assert first == [
        (0, "window", 5_000_000),
        (30_000_000, "ignored", 1, "on_hold"),
        (62_000_000, "window", 65_000_000),
        (65_000_000, "closed", "timeout"),
    ]
    following = [(62_000_000, "close"), announce(70_000_000), (71_000_000, "read"), (80_000_000, "read_end")]
    second = said(setup, facts_of(*begin, *following), "window", "closed", "resumed")
    assert second[1:] == [
        (62_000_000, "closed", "host"),
        (80_000_000, "window", 85_000_000),
        (85_000_000, "closed", "timeout"),
    ]


def test_o_07_pauses_lose_nothing() -> None:
    rows: list[Any] = [announce(-100), (-50, "read"), (0, "read_end")]
    now_us = 0
    for _ in range(20):
        rows += [(now_us + 230_000, "hold"), (now_us + 1_530_000, "resume")]
        now_us += 1_530_000
    found = said(setup_of("novosibirsk-2013"), facts_of(*rows), "window", "closed")
    assert found[-2:] == [(now_us, "window", now_us + 400_000), (now_us + 400_000, "closed", "timeout")]


@pytest.mark.parametrize(("at_us", "accepted"), [(5_999_999, True), (6_000_000, True), (6_000_001, False)])
@pytest.mark.parametrize("under_way_us", [0, 60_000])
def test_o_08_on_the_deadline(at_us: int, accepted: bool, under_way_us: int) -> None:
    setup = setup_of("novosibirsk-2013", settle_us=60_000)
    facts = facts_of(announce(0), (500_000, "read"), (1_000_000, "read_end"), (1_030_000, "read_end"))
    facts += facts_of(press(at_us, 1, arrived_us=at_us + under_way_us))
    found = said(setup, facts)
    assert found[:2] == [
        (1_000_000, "window", 6_000_000),
        (1_030_000, "refused", "read_end", "it has been read to its end already"),
    ]
    right = [(at_us, "accepted", 1, None)]
    none = [(6_000_000, "closed", "timeout"), (at_us, "ignored", 1, "closed")]
    assert found[2:] == (right if accepted else none)
    match = new_match(setup)  # live: a tick every 10 ms
    live = []
    for fact in facts:
        for tick_us in range((match.known_us or 0) + 10_000, fact.arrived_us or fact.at_us, 10_000):
            match, outcomes = step(match, f.Tick(tick_us))
            live += outcomes
        match, outcomes = step(match, fact)
        live += outcomes
    live += run_out(match)[1]
    assert [tuple(dump_outcome(outcome).values()) for outcome in live] == found


def test_o_08_nothing_counts_after_the_hosts_zero() -> None:
    facts = facts_of(announce(0), (0, "read_end"), press(10_000_001, 1))
    assert said(setup_of("tour-de-svoyak-2007", ABCD[:3]), facts)[-3:] == [
        (10_000_000, "countdown", 0),
        (10_000_000, "closed", "timeout"),
        (10_000_001, "ignored", 1, "closed"),
    ]


def test_o_09_a_gap_holds_the_question_and_decides_nothing() -> None:
    rows = [
        announce(0),
        (1_000_000, "read"),
        (3_200_000, "read_end"),
        (5_000_000, "hold", {"why": "gap", "auto": True}),
    ]
    rows += [press(5_000_000 + 20_000_000 * number, number, arrived_us=95_000_000) for number in (1, 2, 3)]
    match, outcomes = fold(setup_of("novosibirsk-2013"), facts_of(*rows))
    found = [tuple(dump_outcome(outcome).values()) for outcome in outcomes[:-1]]
    assert found[1] == (5_000_000, "held", "gap")
    assert [line[3] for line in found[2:]] == ["late"] * 3
    assert match.game.live is not None
    assert next_deadline(match) is None
    later = facts_of((100_000_000, "resume"))
    assert said(setup_of("novosibirsk-2013"), [*facts_of(*rows), *later], "window", "closed")[1:] == [
        (100_000_000, "window", 103_200_000),
        (103_200_000, "closed", "timeout"),
    ]


def test_o_10_a_correction_is_told_from_what_is_stored() -> None:
    setup = setup_of("umlaut")
    rows = [announce(0, 40), press(1, 3), judge(2, "wrong"), (3, "close")]
    rows += [(4, "adjust", {"seat": 3, "delta": 20, "reason": "C +20"})]
    rows += [(5, "adjust", {"seat": 3, "delta": -1000, "reason": "C -1000"})]
    facts = facts_of(*rows)
    assert said(setup, facts, "adjusted") == [(4, "adjusted", 3, 20, -20), (5, "adjusted", 3, -1000, -1020)]
    match, outcomes = fold(setup, facts)
    assert scores(match)[2] == -1020
    assert dump_outcome(outcomes[-1])["scores"]["3"] == -1020
    again = [f.parse_fact(f.dump_fact(fact)) for fact in facts]
    assert fold(setup, [fact for fact in again if fact is not None])[1] == outcomes


@pytest.mark.parametrize(
    "names",
    [
        ("Ли", "Анна Петрова", "Анна Петрова (мл.)", "Мария дель Кармен Ривас"),
        ("Ли", "Анна +", "Анна"),
        ("Иванов Иван", "Иванов Иван"),
    ],
)
def test_o_11_scores_go_by_seat_and_not_by_name(names: tuple[str, ...]) -> None:
    for seat in range(1, len(names) + 1):
        match, _ = fold(setup_of("umlaut", names), facts_of(announce(0), press(1, seat), judge(2, "correct")))
        assert scores(match) == [30 if other == seat else 0 for other in range(1, len(names) + 1)]
        assert [sitting.name for sitting in match.game.seats] == list(names)


def test_o_12_an_accepted_appeal_and_what_followed() -> None:
    setup = setup_of("novosibirsk-2013")
    rows = [announce(0, 40), (1, "read"), press(2, 1), judge(3, "wrong"), press(4, 2), judge(5, "correct")]
    rows += [announce(10, 50), (11, "read"), (12, "read_end"), (13, "close"), announce(20, 10), (21, "close")]
    before, _ = fold(setup, facts_of(*rows))
    rows += [(30, "rejudge", {"question": 1, "seat": 1, "verdict": "correct", "key": 9})]
    rows += [(30, "rejudge", {"question": 1, "seat": 2, "verdict": "none", "key": 9})]
    match, _ = fold(setup, facts_of(*rows))
    assert said(setup, facts_of(*rows), "rejudged") == [
        (30, "rejudged", 1, 1, "correct", 80, 40),
        (30, "rejudged", 1, 2, "none", -40, 0),
    ]
    assert (scores(before), scores(match)) == ([-40, 40, 0, 0], [40, 0, 0, 0])
    assert (counts(match.game, 1), counts(match.game, 2)) == ({40: 1}, {})
    assert places(setup, match.game)[1] == "1"
    rows += [(31, "rejudge", {"question": 1, "seat": 2, "verdict": "wrong"})]  # a second correction on one question
    assert scores(fold(setup, facts_of(*rows))[0]) == [40, -40, 0, 0]
    assert [type(fact) for fact in taken_back(match.log)] == [f.Rejudge, f.Rejudge]  # one key, one undo


def test_o_13_themes_values_and_the_end_belong_together() -> None:
    setup = setup_of("umlaut", ABCD[:2], themes=4)
    rows: list[Any] = []
    for number, name in ((2, "Lakes"), (3, "Rivers")):
        at_us = 1000 * number
        rows += [(at_us, "theme", {"number": number, "name": name})]
        for place, value in enumerate((10, 20, 30, 40, 50)):
            rows += [announce(at_us + 10 * place + 1, value), (at_us + 10 * place + 2, "close")]
    match, _ = fold(setup, facts_of(*rows))
    assert [(asked.theme, asked.theme_name, asked.value) for asked in match.game.questions[4:6]] == [
        (2, "Lakes", 50),
        (3, "Rivers", 10),
    ]
    assert turn(setup, match.game) == (4, 10, True)
    rows += [(5000, "theme", {"number": 4, "name": "Seas"})]
    for place, value in enumerate((10, 20, 30, 40, 50)):
        rows += [announce(5001 + 10 * place, value), press(5002 + 10 * place, 1), judge(5003 + 10 * place, "correct")]
    match, _ = fold(setup, facts_of(*rows))
    assert turn(setup, match.game) is None
    assert ties(setup, match.game) == []
    rows += [(6000, "finish"), (6001, "finish"), press(6002, 2)]
    match, _ = fold(setup, facts_of(*rows))
    assert match.game.phase == Finished()
    assert said(setup, facts_of(*rows))[-2:] == [
        (6001, "refused", "finish", "finished"),
        (6002, "ignored", 2, "closed"),
    ]
    assert [fact.kind for fact in taken_back(match.log)] == ["finish"]
    match, _ = fold(setup, facts_of(*rows, (6003, "undo")))
    assert match.game.phase != Finished()


def test_o_16_stamps_of_another_boot_are_not_mixed() -> None:
    """The stamps of a session go on after the last one; its clocks start from there."""
    last_us = 8_640_000_000_000
    setup = setup_of("novosibirsk-2013")
    rows = [announce(last_us - 3_000_000), (last_us - 2_000_000, "read"), (last_us, "read_end")]
    rows += [(last_us + 1_000_000, "session", {"wall": "2026-11-30T20:00:00", "boxes": [{"id": "b1", "boot": 8}]})]
    rows += [(last_us + 2_000_000, "close"), announce(last_us + 3_000_000, 40), (last_us + 4_000_000, "read")]
    rows += [(last_us + 5_000_000, "read_end"), press(last_us + 10_000_000, 2), judge(last_us + 11_000_000, "correct")]
    facts = facts_of(*rows)
    assert said(setup, facts, "held", "window", "accepted") == [
        (last_us, "window", last_us + 5_000_000),
        (last_us + 1_000_000, "held", "session"),
        (last_us + 5_000_000, "window", last_us + 10_000_000),
        (last_us + 10_000_000, "accepted", 2, None),
    ]
    assert scores(fold(setup, facts)[0]) == [0, 40, 0, 0]


def test_o_31_a_withdrawn_question_does_not_shift_the_numbers() -> None:
    setup = setup_of("umlaut", themes=6)
    rows: list[Any] = [(0, "theme", {"number": 4, "name": "Lakes"}), announce(1, 10), (2, "close")]
    rows += [announce(3, 20), (4, "close"), announce(10, 30), press(11, 1), judge(12, "wrong"), (13, "void")]
    gone, _ = fold(setup, facts_of(*rows))
    assert scores(gone) == [0, 0, 0, 0]
    rows += [announce(20, 30, replaces=3), press(21, 2), judge(22, "correct"), announce(30, 40), (31, "close")]
    rows += [announce(32, 50), (33, "close"), (34, "theme", {"number": 5}), (35, "seat", {"seat": 4, "state": "out"})]
    rows += [announce(36, 10), (37, "seat", {"seat": 4, "state": "in", "name": "Dora"}), press(38, 4)]
    match, _ = fold(setup, facts_of(*rows, judge(39, "correct")))
    assert scores(match) == [0, 30, 0, 10]
    assert [(asked.number, asked.value, asked.theme, asked.void) for asked in match.game.questions] == [
        (1, 10, 4, False),
        (2, 20, 4, False),
        (3, 30, 4, True),
        (4, 30, 4, False),
        (5, 40, 4, False),
        (6, 50, 4, False),
        (7, 10, 5, False),
    ]
    assert [asked.number for asked in played(match.game, 4)] == [1, 2, 4, 5, 6]
    assert [sitting.name for sitting in match.game.seats] == ["A", "B", "C", "Dora"]
    assert turn(setup, match.game) == (5, 20, False)
