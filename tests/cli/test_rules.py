"""`buzzer rules`."""

import json
from pathlib import Path

import pytest

from buzzer.cli import main
from buzzer.commands.rules import in_units, said
from buzzer.core.rules import Ruleset
from buzzer.rulesets import names, preset

Said = pytest.CaptureFixture[str]
OWN = 'title = "Клубная"\nopens = "read_end"\nsignal_us = "5 s"\nafter_wrong = "remaining"\n'


def test_list(capfd: Said) -> None:
    assert main(["rules", "list"]) == 0
    listed = [line.split()[0] for line in capfd.readouterr().out.splitlines()]
    assert listed == names()
    assert {"umlaut", "novosibirsk-2013", "tour-de-svoyak-2007"} <= set(listed)


def test_list_for_programs(capfd: Said) -> None:
    assert main(["rules", "list", "--json"]) == 0
    assert [each["name"] for each in json.loads(capfd.readouterr().out)["rulesets"]] == names()


@pytest.mark.parametrize("name", names())
def test_show_for_programs_is_the_whole_ruleset(name: str, capfd: Said) -> None:
    assert main(["rules", "show", name, "--json"]) == 0
    assert Ruleset.model_validate(json.loads(capfd.readouterr().out)) == preset(name)


def test_show_has_every_field_with_its_value_and_clause(capfd: Said, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    assert main(["rules", "show", "umlaut"]) == 0
    out = capfd.readouterr().out
    for field in Ruleset.model_fields:
        assert f" {field} " in out
    assert "Umlaut 3.4" in out
    assert " 7 s " in out


def test_check_of_a_good_file(capfd: Said, tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_text(OWN, encoding="utf-8")
    assert main(["rules", "check", str(own)]) == 0
    assert capfd.readouterr().out == f"{own}: a whole ruleset, Клубная\n"


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        (OWN + "early_lock = 5\n", "early_lock: there is no such field"),
        (OWN.replace("5 s", "5 parsec"), "signal_us: "),
        (OWN.replace('"5 s"', "0"), "signal_us: "),
        (OWN.replace("read_end", "later"), "opens: "),
        ('opens = "read"\n', "signal_us: "),
        ("opens = \n", "is no TOML"),
    ],
)
def test_check_tells_file_and_field(text: str, wrong: str, capfd: Said, tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_text(text, encoding="utf-8")
    assert main(["rules", "check", str(own)]) == 2
    out, err = capfd.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert err.startswith(f"{own}: {wrong}")


def test_names_that_lead_to_nothing_are_told(capfd: Said, tmp_path: Path) -> None:
    for arguments in (["show", "ulmaut"], ["check", "umlaut"], ["check", str(tmp_path / "none.toml")]):
        assert main(["rules", *arguments]) == 2
        assert capfd.readouterr().err.count("\n") == 1


@pytest.mark.parametrize(
    ("value", "duration", "text"),
    [(None, True, "–"), ((), False, "–"), (7_000_000, True, "7 s"), (True, False, "true"), ((2, 4), False, "2, 4")],
)
def test_values_are_said_as_in_a_file(value: object, duration: bool, text: str) -> None:
    assert said(value, duration) == text


def test_units() -> None:
    assert [in_units(us) for us in (250_000, 1_500_000, 7)] == ["250 ms", "1500 ms", "7 us"]
