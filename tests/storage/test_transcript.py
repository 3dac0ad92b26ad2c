"""Reading a transcript: everything that can be wrong with one is told with file and line."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from buzzer.core.facts import KINDS
from buzzer.errors import InputError
from buzzer.storage.lines import write_line
from buzzer.storage.transcript import parse

HEADER: dict[str, Any] = {"kind": "match", "v": 1, "rules": "umlaut", "players": ["A", "B"]}
ANNOUNCE = {"at_us": 5, "kind": "announce", "value": 10}


def file(*records: dict[str, Any], crc: bool = False) -> bytes:
    return b"".join(write_line(record, crc=crc) for record in records)


def told(data: bytes) -> str:
    with pytest.raises(InputError) as caught:
        parse(data, "f.jsonl")
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_a_header_is_read_with_its_defaults() -> None:
    setup = parse(file(HEADER), "f").header.setup
    assert (setup.players, setup.settle_us, setup.lot_seed, setup.themes) == (("A", "B"), 0, 0, None)


def test_what_the_header_says_is_taken_and_what_it_says_besides_is_kept() -> None:
    more = {"settle_us": 60000, "lot_seed": 20130526, "themes": 6, "package": "x.si4s"}
    header = parse(file(HEADER | more), "f").header
    assert (header.setup.settle_us, header.setup.lot_seed, header.setup.themes) == (60000, 20130526, 6)
    assert header.raw == HEADER | more


def test_override_changes_and_null_removes() -> None:
    rules = parse(file(HEADER | {"override": {"answer_us": None, "signal_us": 5}}), "f").header.setup.rules
    assert (rules.answer_us, rules.signal_us) == (None, 5)


def test_a_ruleset_may_stand_there_as_an_object() -> None:
    own = {"opens": "read_end", "signal_us": 3_000_000, "after_wrong": "remaining", "seats": [2, 8]}
    rules = parse(file(HEADER | {"rules": own, "players": list("ABCDEFGH")}), "f").header.setup.rules
    assert (rules.opens, rules.signal_us) == ("read_end", 3_000_000)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"kind": "read"}, "must be a header"),
        ({"kind": None}, "must be a header"),
        ({"v": 2}, "written by a newer buzzer"),
        ({"v": 0}, "there is no format 0"),
        ({"v": True}, '"v": 1 was expected'),
        ({"v": "1"}, '"v": 1 was expected'),
        ({"rules": "no-such"}, "no ruleset 'no-such'"),
        ({"rules": 5}, "preset's name or an object"),
        ({"rules": {"opens": "never"}}, "opens"),
        ({"override": {"signal_us": -1}}, "override: signal_us"),
        ({"override": {"no_such": 1}}, "override: no_such"),
        ({"override": [1]}, "override: an object"),
        ({"players": ["A"]}, "players: there are 1, the ruleset wants 2 to 4"),
        ({"players": list("ABCDE")}, "players: there are 5"),
        ({"players": "AB"}, "players: a list of names"),
        ({"players": ["A", 5]}, "players: a list of names"),
        ({"settle_us": -1}, "settle_us: too small"),
        ({"settle_us": 1.5}, "settle_us: an integer"),
        ({"settle_us": None}, "settle_us: an integer"),
        ({"lot_seed": "x"}, "lot_seed: an integer"),
        ({"lot_seed": 10**200}, "lot_seed: too large"),
        ({"themes": 0}, "themes: too small"),
        ({"journal": 1}, "journal: true or false"),
        ({"journal": True}, "has no check sum"),
    ],
)
def test_a_wrong_header_is_told(change: dict[str, Any], said: str) -> None:
    message = told(file(HEADER | change, ANNOUNCE))
    assert message.startswith("f.jsonl:1: ")
    assert said in message


@pytest.mark.parametrize("missing", ["kind", "v", "rules", "players"])
def test_a_header_without_one_of_its_keys_is_told(missing: str) -> None:
    assert told(file({name: value for name, value in HEADER.items() if name != missing})).startswith("f.jsonl:1: ")


def test_no_file_is_a_match() -> None:
    assert "is empty" in told(b"")


@pytest.mark.parametrize(
    ("record", "said"),
    [
        ({"at_us": 5}, "needs a kind"),
        ({"at_us": 5, "kind": 7}, "needs a kind"),
        ({"at_us": 5, "kind": "buzz"}, "unknown kind 'buzz'"),
        (HEADER, "unknown kind 'match'"),
        ({"kind": "read"}, "at_us"),
        ({"at_us": 1.5, "kind": "read"}, "at_us"),
        ({"at_us": True, "kind": "read"}, "at_us"),
        ({"at_us": 10**40, "kind": "read"}, "at_us"),
        ({"at_us": 5, "kind": "press", "seat": 3}, "seat 3 is beyond the last of 2 players"),
        ({"at_us": 5, "kind": "judge", "verdict": "wrong", "seat": 3}, "seat 3 is beyond"),
        ({"at_us": 5, "kind": "press", "seat": 0}, "seat"),
        ({"at_us": 5, "kind": "press", "seat": "1"}, "seat"),
        ({"at_us": 5, "kind": "judge", "verdict": "right"}, "verdict"),
        ({"at_us": 5, "kind": "judge", "verdict": "wrong", "auto": True}, "auto"),
        ({"at_us": 4, "kind": "read"}, "became known at 4, before"),
        ({"at_us": 9, "arrived_us": 4, "kind": "read"}, "became known at 4, before"),
    ],
)
def test_a_wrong_fact_is_told(record: dict[str, Any], said: str) -> None:
    message = told(file(HEADER, ANNOUNCE, record))
    assert message.startswith("f.jsonl:3: ")
    assert said in message


def test_a_late_fact_stands_where_it_became_known() -> None:
    late = {"at_us": 1, "arrived_us": 6, "kind": "press", "seat": 1}
    assert len(parse(file(HEADER, ANNOUNCE, late), "f").facts) == 2


def test_private_kinds_are_kept_and_no_facts() -> None:
    found = parse(file(HEADER, {"kind": "x-own", "any": [1]}, ANNOUNCE, {"kind": "x-own", "at_us": 1}), "f")
    assert len(found.facts) == 1
    assert found.records[0] == {"kind": "x-own", "any": [1]}


def test_an_unknown_field_is_kept_and_told_once() -> None:
    found = parse(file(HEADER, ANNOUNCE | {"mood": 1}, ANNOUNCE | {"mood": 2}), "f.jsonl")
    assert found.records[1]["mood"] == 2
    assert found.warnings == ("f.jsonl:2: warning: announce has no field 'mood'; it has no effect",)


def test_known_fields_are_not_told() -> None:
    assert parse(file(HEADER, ANNOUNCE | {"key": 1, "arrived_us": 9}, crc=True), "f").warnings == ()


def test_a_check_sum_is_compared_wherever_one_stands() -> None:
    right = file(HEADER, ANNOUNCE, crc=True)
    assert len(parse(right, "f").facts) == 1
    assert told(right.replace(b'"value": 10', b'"value": 20')).startswith("f.jsonl:2: the check sum is wrong")


def test_each_line_of_a_journal_has_one() -> None:
    header = file(HEADER | {"journal": True}, crc=True)
    assert "f.jsonl:2: has no check sum" in told(header + file(ANNOUNCE))
    assert parse(header + file(ANNOUNCE, crc=True), "f").header.journal


def test_the_last_line_may_be_without_its_end_and_lines_may_end_as_on_windows() -> None:
    assert len(parse(file(HEADER, ANNOUNCE)[:-1], "f").facts) == 1
    assert len(parse(file(HEADER, ANNOUNCE, crc=True).replace(b"\n", b"\r\n"), "f").facts) == 1


def complaint(data: bytes) -> str:
    try:
        parse(data, "f")
    except InputError as error:
        return str(error)
    return "none"


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)
field_names = st.sampled_from(
    ["seat", "value", "verdict", "key", "auto", "boxes", "text", "err_us", "arrived_us", "crc"]
)


@given(st.sampled_from(sorted(KINDS)), st.dictionaries(field_names, json_values))
def test_no_record_makes_a_traceback(kind: str, fields: dict[str, Any]) -> None:
    line = json.dumps({"at_us": 0, "kind": kind} | fields).encode() + b"\n"
    assert complaint(file(HEADER) + line).startswith(("f:2: ", "none"))


@given(
    st.dictionaries(st.sampled_from([*HEADER, "override", "settle_us", "lot_seed", "themes", "journal"]), json_values)
)
def test_no_header_makes_a_traceback(fields: dict[str, Any]) -> None:
    assert complaint(json.dumps(HEADER | fields).encode()).startswith(("f:1: ", "none"))
