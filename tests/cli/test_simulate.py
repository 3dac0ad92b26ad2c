"""`buzzer simulate` as people and programs call it."""

import io
import json
import sys
from pathlib import Path

import pytest

from buzzer.cli import main

TRANSCRIPTS = Path(__file__).parents[1] / "transcripts"
ONE = TRANSCRIPTS / "umlaut" / "u01-press-exactly-at-the-announcement-of-the-value.jsonl"
TWO = TRANSCRIPTS / "core" / "c03-a-refused-key-stays-refused-when-the-match-is-folded-again.jsonl"
Said = pytest.CaptureFixture[str]


def golden(path: Path) -> str:
    return path.with_suffix(".expect").read_text(encoding="utf-8")


def test_outcomes_are_printed_as_in_the_golden_files(capfd: Said) -> None:
    assert main(["simulate", str(ONE)]) == 0
    assert capfd.readouterr() == (golden(ONE), "")


def test_standard_input(capfd: Said, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(ONE.read_bytes())))
    assert main(["simulate", "-"]) == 0
    assert capfd.readouterr().out == golden(ONE)


def test_several_files_are_named_in_the_last_key(capfd: Said) -> None:
    assert main(["simulate", str(ONE), str(TWO)]) == 0
    records = [json.loads(line) for line in capfd.readouterr().out.splitlines()]
    assert {list(record)[-1] for record in records} == {"file"}
    assert [record["file"] for record in records if record["event"] == "result"] == [str(ONE), str(TWO)]


def test_an_expectation_that_is_met_is_silent(capfd: Said) -> None:
    assert main(["simulate", str(ONE), "--expect", str(ONE.with_suffix(".expect"))]) == 0
    assert capfd.readouterr() == ("", "")


def test_an_expectation_that_is_not_met_is_a_difference_and_exit_1(capfd: Said, tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.expect"
    wrong.write_text(golden(ONE).replace('"total": 30', '"total": 40'), encoding="utf-8")
    assert main(["simulate", str(ONE), "--expect", str(wrong)]) == 1
    out, err = capfd.readouterr()
    assert err == ""
    changed = [line for line in out.splitlines() if line.startswith(("-{", "+{"))]
    assert [line[0] for line in changed] == ["-", "+"]
    assert '"total": 40' in changed[0]
    assert '"total": 30' in changed[1]


@pytest.mark.parametrize("change", ["reorder", "why", "crlf"])
def test_spelling_is_not_compared(change: str, capfd: Said, tmp_path: Path) -> None:
    records = [json.loads(line) for line in golden(TWO).splitlines()]
    free = [record for record in records if record["event"] == "refused"]
    assert free
    if change == "reorder":
        records = [dict(reversed(record.items())) for record in records]
    if change == "why":
        for record in free:
            record["why"] = "in other words"
    spelt = tmp_path / "spelt.expect"
    end = "\r\n" if change == "crlf" else "\n"
    spelt.write_bytes("".join(json.dumps(record) + end for record in records).encode())
    assert main(["simulate", str(TWO), "--expect", str(spelt)]) == 0


def test_the_two_words_that_programs_rely_on_are_compared(tmp_path: Path) -> None:
    facts = [{"at_us": 0, "kind": "finish"}, {"at_us": 1, "kind": "announce", "value": 10}]
    header = {"kind": "match", "v": 1, "rules": "umlaut", "players": ["A", "B"]}
    match, expect = tmp_path / "m.jsonl", tmp_path / "m.expect"
    match.write_text("".join(json.dumps(record) + "\n" for record in (header, *facts)))
    result = {"event": "result", "scores": {"1": 0, "2": 0}, "places": {"1": "1-2", "2": "1-2"}}
    result["counts"] = {"1": {}, "2": {}}
    codes = []
    for why in ("finished", "other_seat", "it is over"):
        refused = {"at_us": 1, "event": "refused", "kind": "announce", "why": why}
        expect.write_text(json.dumps(refused) + "\n" + json.dumps(result) + "\n")
        codes.append(main(["simulate", str(match), "--expect", str(expect)]))
    assert codes == [0, 1, 1]


def test_a_malformed_file_is_told_and_nothing_is_printed(capfd: Said, tmp_path: Path) -> None:
    bad, worse = tmp_path / "bad.jsonl", tmp_path / "worse.jsonl"
    bad.write_bytes(ONE.read_bytes() + b'{"at_us": 9000000, "kind": "buzz"}\n')
    worse.write_bytes(b"")
    assert main(["simulate", str(ONE), str(bad), str(worse), str(tmp_path), str(tmp_path / "none")]) == 2
    out, err = capfd.readouterr()
    assert out == ""
    lines = err.splitlines()
    assert lines[0] == f"{bad}:5: unknown kind 'buzz'"
    assert lines[1].startswith(f"{worse}:1: is empty")
    assert [line.split(":")[0] for line in lines] == [str(bad), str(worse), str(tmp_path), str(tmp_path / "none")]


def test_a_malformed_expectation_is_told(capfd: Said, tmp_path: Path) -> None:
    bad = tmp_path / "bad.expect"
    bad.write_text("{}\nnot JSON\n")
    assert main(["simulate", str(ONE), "--expect", str(bad)]) == 2
    assert capfd.readouterr().err.startswith(f"{bad}:2: is no JSON")


def test_several_files_are_compared_with_what_they_print_together(capfd: Said, tmp_path: Path) -> None:
    golden = tmp_path / "both.expect"
    assert main(["simulate", str(ONE), str(TWO)]) == 0
    golden.write_bytes(capfd.readouterr().out.encode())
    assert main(["simulate", str(ONE), str(TWO), "--expect", str(golden)]) == 0
    assert main(["simulate", str(TWO), str(ONE), "--expect", str(golden)]) == 1


def test_unknown_fields_are_warned_of_and_folded(capfd: Said, tmp_path: Path) -> None:
    odd = tmp_path / "odd.jsonl"
    odd.write_bytes(ONE.read_bytes().replace(b'"seat": 1}', b'"seat": 1, "mood": "calm"}'))
    assert main(["simulate", str(odd)]) == 0
    out, err = capfd.readouterr()
    assert out == golden(ONE)
    assert err == f"{odd}:3: warning: press has no field 'mood'; it has no effect\n"
