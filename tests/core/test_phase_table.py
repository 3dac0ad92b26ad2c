"""The table in docs/ is what the code does, and covers every kind of fact and every phase."""

from __future__ import annotations

import typing

from buzzer.core import facts as f
from buzzer.core import state

from .phase_table import FACTS, PHASES, REGULATIONS, TABLE, reached, table


def test_the_table_is_what_the_code_does() -> None:
    assert TABLE.read_text(encoding="utf-8") == table(), "python -m tests.core.phase_table writes it anew"


def test_the_table_has_every_fact_and_every_phase() -> None:
    assert {fact.kind for fact in FACTS.values()} == set(f.KINDS)
    for rules in REGULATIONS:
        assert {type(reached(rules, way).game.phase) for way in PHASES.values()} == set(typing.get_args(state.Phase))
