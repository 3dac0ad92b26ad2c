"""The parts by themselves: rulesets, facts as records, lots, outcomes, order of play, places, record numbers."""

from __future__ import annotations

import hashlib
from dataclasses import fields
from typing import Any

import pytest
from pydantic import ValidationError

from buzzer.core import facts as f
from buzzer.core import outcomes as o
from buzzer.core.arbiter import candidates, draw
from buzzer.core.history import taken_back
from buzzer.core.match import fold, new_match, next_deadline, run_out, step
from buzzer.core.order import turn
from buzzer.core.rules import Ruleset, duration_us
from buzzer.core.scoring import places, ties
from buzzer.core.state import Answering, Setup
from buzzer.rulesets import names, preset

from .strategies import tiny

# ---------------------------------------------------------------- rulesets


@pytest.mark.parametrize(
    ("written", "us"),
    [
        ("7 s", 7_000_000),
        ("0.25 s", 250_000),
        ("250 ms", 250_000),
        ("1.5ms", 1_500),
        ("3 us", 3),
        (" 2 µs ", 2),
        (5, 5),
    ],
)
def test_durations_are_read_exactly(written: object, us: int) -> None:
    assert duration_us(written) == us


@pytest.mark.parametrize("written", ["7", "7 min", "-1 s", "1e3 s", "0.5 us", "1.0000001 s", ""])
def test_what_is_no_duration_is_refused(written: str) -> None:
    with pytest.raises(ValueError, match=r"duration|microsecond"):
        duration_us(written)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"after_wrong_us": None}, "after_wrong_us"),
        ({"early_press": "lock"}, "early_lock_us"),
        ({"busy_press": "lock"}, "busy_lock_us"),
        ({"seats": (3, 2)}, "seats"),
        ({"values": (10, 10)}, "values"),
        ({"values": ()}, "values"),
        ({"signal_us": 0}, "signal_us"),
        ({"signal_us": -1}, "signal_us"),
        ({"signal_us": True}, "signal_us"),
        ({"answer_us": 0}, "answer_us"),
        ({"attempts": 0}, "attempts"),
        ({"wrong_factor": -2}, "wrong_factor"),
        ({"opens": "later"}, "opens"),
        ({"sound": 1}, "sound"),
    ],
)
def test_a_ruleset_that_contradicts_itself_is_refused(change: dict[str, Any], told: str) -> None:
    with pytest.raises(ValidationError, match=told):
        tiny().overridden(change)


def test_an_override_changes_and_removes_single_fields() -> None:
    umlaut = preset("umlaut")
    changed = umlaut.overridden({"answer_us": None, "signal_us": "8 s"})
    assert (changed.answer_us, changed.signal_us) == (None, 8_000_000)
    assert changed.model_copy(update={"answer_us": 7_000_000, "signal_us": 7_000_000}) == umlaut


def test_every_field_of_a_ruleset_says_what_it_is() -> None:
    assert [name for name, field in Ruleset.model_fields.items() if not field.description] == []


# ---------------------------------------------------------------- facts as records

EVERY: list[dict[str, Any]] = [
    {"kind": "theme", "number": 2, "name": "Lakes"},
    {"kind": "announce", "value": 10, "replaces": 1},
    {"kind": "read"},
    {"kind": "read_end"},
    {"kind": "named"},
    {"kind": "judge", "verdict": "no_answer", "seat": 2},
    {"kind": "grant", "seat": 2},
    {"kind": "close"},
    {"kind": "void", "question": 2},
    {"kind": "rejudge", "question": 1, "seat": 2, "verdict": "none"},
    {"kind": "adjust", "seat": 1, "delta": -5, "reason": "ruled"},
    {"kind": "seat", "seat": 1, "state": "no_show", "name": "Eve"},
    {"kind": "check", "question": 1, "seat": 2, "open": False},
    {"kind": "hold", "why": "link"},
    {"kind": "resume"},
    {"kind": "undo"},
    {"kind": "note", "text": "x", "seat": 1},
    {"kind": "session", "wall": "now", "boxes": [{"id": "b"}]},
    {"kind": "finish"},
    {"kind": "press", "seat": 1, "err_us": 3, "box": "L", "boot": 1, "seq": 0, "held": True},
    {"kind": "release", "seat": 1},
    {"kind": "message", "seat": 1},
]


@pytest.mark.parametrize("record", EVERY, ids=lambda record: record["kind"])
def test_a_fact_is_written_as_it_was_read(record: dict[str, Any]) -> None:
    whole = {
        "at_us": 5,
        **record,
        "arrived_us": 7,
        "key": 4,
        "auto": record["kind"] not in ("announce", "grant", "judge"),
    }
    if not whole["auto"]:
        del whole["auto"]
    fact = f.parse_fact(whole)
    assert fact is not None
    assert f.dump_fact(fact) == whole
    assert f.unknown_fields({**whole, "crc": "00000000", "odd": 1}) == ["odd"]


def test_the_records_name_every_kind() -> None:
    assert [record["kind"] for record in EVERY] == list(f.KINDS)


@pytest.mark.parametrize(
    ("record", "told"),
    [
        ({}, "kind"),
        ({"kind": 3}, "kind"),
        ({"kind": "pres"}, "unknown kind 'pres'"),
        ({"kind": "read"}, "read: at_us: field required"),
        ({"kind": "read", "at_us": 1.5}, "read: at_us"),
        ({"kind": "read", "at_us": True}, "read: at_us"),
        ({"kind": "read", "at_us": 2**63}, "read: at_us"),
        ({"kind": "press", "at_us": 1, "seat": 0}, "press: seat"),
        ({"kind": "press", "at_us": 1, "seat": 1, "err_us": -1}, "press: err_us"),
        ({"kind": "announce", "at_us": 1, "value": 0}, "announce: value"),
        ({"kind": "announce", "at_us": 1, "value": 10, "replaces": 0}, "announce: replaces"),
        ({"kind": "judge", "at_us": 1, "verdict": "maybe"}, "judge: verdict"),
        ({"kind": "hold", "at_us": 1, "why": "rain"}, "hold: why"),
        ({"kind": "judge", "at_us": 1, "verdict": "none", "auto": True}, "judge: auto"),
        ({"kind": "grant", "at_us": 1, "seat": 1, "auto": True}, "grant: auto"),
        ({"kind": "announce", "at_us": 1, "value": 1, "auto": True}, "announce: auto"),
    ],
)
def test_a_malformed_record_is_told_in_one_line(record: dict[str, Any], told: str) -> None:
    with pytest.raises(ValueError, match=told) as caught:
        f.parse_fact(record)
    assert "\n" not in str(caught.value)


def test_private_kinds_are_passed_over() -> None:
    assert f.parse_fact({"kind": "x-volume"}) is None
    assert f.unknown_fields({"kind": "x-volume", "level": 3}) == []


# ---------------------------------------------------------------- outcomes

FIELDS = {
    "accepted": ["seat", "until_us"],
    "ignored": ["seat", "why"],
    "fined": ["seat", "delta"],
    "locked": ["seat", "until_us"],
    "window": ["until_us"],
    "answer_time_up": ["seat"],
    "countdown": ["left_s"],
    "verdict": ["seat", "verdict", "delta", "total"],
    "closed": ["why"],
    "refused": ["kind", "why"],
    "lot": ["seats", "chosen"],
    "adjusted": ["seat", "delta", "total"],
    "rejudged": ["question", "seat", "verdict", "delta", "total"],
    "voided": ["question"],
    "seat": ["seat", "state", "total"],
    "check": ["question", "seat", "open"],
    "held": ["why"],
    "resumed": [],
    "undone": ["kind"],
}


def test_outcomes_have_the_fields_of_the_format_in_its_order() -> None:
    assert {kind.event: [field.name for field in fields(kind)] for kind in o.Outcome.__subclasses__()} == {
        event: ["at_us", *names] for event, names in FIELDS.items()
    }
    assert list(o.dump_outcome(o.LotDrawn(5, (1, 2), 2)).items()) == [
        ("at_us", 5),
        ("event", "lot"),
        ("seats", [1, 2]),
        ("chosen", 2),
    ]


# ---------------------------------------------------------------- lots and intervals


@pytest.mark.parametrize("seed", range(5))
def test_anybody_can_repeat_a_lot(seed: int) -> None:
    setup = Setup(tiny(), ("A", "B", "C", "D"), lot_seed=seed)
    number = int.from_bytes(hashlib.sha256(f"{seed}:3:-17".encode("ascii")).digest()[:8], "big")
    assert draw(setup, 3, -17, [4, 1, 2]) == [1, 2, 4][number % 3]


def test_of_one_box_the_stamps_alone_count_between_boxes_the_intervals() -> None:
    def of(seat: int, at_us: int, box: str | None, err_us: int) -> f.Press:
        return f.Press(at_us=at_us, seat=seat, box=box, err_us=err_us)

    one, same, touching, after = of(1, 0, "L", 5), of(2, 1, "L", 5), of(3, 9, "R", 4), of(4, 10, "R", 4)
    assert candidates([after, touching, same, one]) == [one, touching]
    assert candidates([same, of(1, 1, None, 0), of(1, 1, "L", 0)]) == [of(1, 1, None, 0), same]


# ---------------------------------------------------------------- order, places, keys


def test_the_turn_goes_through_the_values_then_to_the_next_theme() -> None:
    setup = Setup(tiny(values=(10, 20)), ("A", "B"), themes=2)
    match, turns = new_match(setup), []
    for number, value in enumerate((20, 10, 10, 30, 20)):
        turns.append(turn(setup, match.game))
        match, _ = step(match, f.Announce(at_us=2 * number, value=value))
        match, _ = step(match, f.Close(at_us=2 * number + 1))
        match, _ = step(match, f.Tick(2 * number + 2))
    assert turns == [(1, 10, True), (1, 10, False), (2, 10, True), (2, 20, False), None]
    assert turn(setup._replace(themes=None), match.game) is not None


def test_places_are_shared_and_the_ties_are_named() -> None:
    setup = Setup(tiny(), ("A", "B", "C", "D"))
    given = [f.Adjust(at_us=0, seat=seat, delta=delta, reason="x") for seat, delta in ((1, 5), (2, 9), (3, 5))]
    match, _ = fold(setup, given)
    assert places(setup, match.game) == {1: "2-3", 2: "1", 3: "2-3", 4: "4"}
    assert ties(setup, match.game) == [(1, 3)]


def test_what_an_undo_would_take_back() -> None:
    match = new_match(Setup(tiny(), ("A", "B")))
    assert taken_back(match.log) == []
    both: list[f.Fact] = [f.Announce(at_us=0, value=10, key=1), f.Read(at_us=0, key=1)]
    for fact in both:
        match, _ = step(match, fact)
    match, _ = step(match, f.Tick(1))
    assert taken_back(match.log) == both


def test_record_numbers_are_remembered_in_runs() -> None:
    match = new_match(Setup(tiny(), ("A", "B")))
    for at_us, seq in enumerate((1, 2, 3, 7, 5, 8, 6, 4, 2, 5, 8, 9)):
        match, _ = step(match, f.Press(at_us=at_us, seat=1, box="L", boot=1, seq=seq))
    assert match.records == {("L", 1): ((1, 3), (4, 4), (5, 5), (6, 6), (7, 9))}
    assert match.lines == 12


def test_the_first_naming_is_the_one_that_is_kept() -> None:
    rows: list[f.Fact] = [f.Announce(at_us=0, value=10), f.Press(at_us=1, seat=1), f.Named(at_us=2), f.Named(at_us=3)]
    match, _ = fold(Setup(tiny(), ("A", "B")), rows)
    assert match.game.phase == Answering(seat=1, since_g=1, until_g=None, named_g=2)


def test_nothing_is_looked_up_on_a_withdrawn_question() -> None:
    rows: list[f.Fact] = [f.Announce(at_us=0, value=10), f.Close(at_us=1), f.Announce(at_us=2, value=20)]
    rows += [f.Check(at_us=3, question=question, seat=1, open=True) for question in (1, 2)]
    match, _ = fold(Setup(tiny(), ("A", "B")), rows)
    assert match.game.checks == {(1, 1), (2, 1)}
    match, _ = fold(Setup(tiny(), ("A", "B")), [*rows, f.Void(at_us=4, question=1)])
    assert match.game.checks == {(2, 1)}


# ---------------------------------------------------------------- deadlines


def test_the_deadline_waits_for_presses_that_may_be_as_early() -> None:
    setup = Setup(tiny(signal_us=100, answer_us=50, countdown_s=(0,)), ("A", "B"), settle_us=10)
    match = new_match(setup)
    assert next_deadline(match) is None
    match, _ = step(match, f.Announce(at_us=0, value=10))
    assert next_deadline(match) == 11
    match, _ = step(match, f.ReadEnd(at_us=20))
    match, _ = step(match, f.Tick(31))
    assert next_deadline(match) == 120 + 5 + 11
    pressed, _ = step(match, f.Press(at_us=40, seat=1, box="L", err_us=3))
    assert next_deadline(pressed) == 40 + 3 + 5 + 11
    accepted, told = step(pressed, f.Tick(59))
    assert [outcome.event for outcome in told] == ["accepted"]
    assert next_deadline(accepted) == 90 + 11
    barred, _ = step(accepted, f.Press(at_us=60, seat=2))
    assert next_deadline(barred) == 71
    late, _ = step(accepted, f.Press(at_us=40, arrived_us=60, seat=2))
    assert next_deadline(late) == 61
    assert run_out(late)[0].pending == ()


@pytest.mark.parametrize("name", names())
def test_a_preset_plays_a_question(name: str) -> None:
    rows: list[f.Fact] = [f.Announce(at_us=0, value=10), f.Read(at_us=1), f.ReadEnd(at_us=2), f.Press(at_us=3, seat=1)]
    match, _ = fold(Setup(preset(name), ("A", "B")), [*rows, f.Judge(at_us=4, verdict="correct")])
    assert [sitting.points for sitting in match.game.seats] == [10, 0]
