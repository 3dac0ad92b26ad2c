"""`buzzer bench core`: the shape of what it says. How fast is fast enough is for a quiet machine to show."""

import json

import pytest

from buzzer.bench import facts_of_match, setup
from buzzer.cli import main
from buzzer.commands.bench import LIMITS
from buzzer.core.match import fold
from buzzer.core.outcomes import Refused
from buzzer.core.state import Finished


def test_the_match_that_is_measured_is_a_whole_one() -> None:
    match, outcomes = fold(setup(), facts_of_match(100))
    assert len(match.game.questions) == 100
    assert isinstance(match.game.phase, Finished)
    assert not [each for each in outcomes if isinstance(each, Refused)]
    assert {question.ended for question in match.game.questions} == {"correct", "timeout"}


def test_the_keys_that_programs_rely_on(capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "core", "--json"]) == 0
    figures = json.loads(capfd.readouterr().out)
    assert set(LIMITS) <= set(figures)
    assert all(value > 0 for value in figures.values())


def test_people_get_a_table(capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "core"]) == 0
    out = capfd.readouterr().out
    for name in LIMITS:
        assert name in out
