"""What the properties of the core share: how a file is played, and how often."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Sequence

from hypothesis import settings

from buzzer.core import facts as f
from buzzer.core import outcomes as o
from buzzer.core.match import Match, new_match, step
from buzzer.core.state import Setup

Drawn = tuple[Setup, list[f.Fact]]
PROVE = bool(os.environ.get("BUZZER_PROVE"))
few = settings(max_examples=1000 if PROVE else 70, derandomize=not PROVE)


def lines(outcomes: Iterable[o.Outcome | o.Result]) -> list[str]:
    return [json.dumps(o.dump_outcome(outcome)) for outcome in outcomes]


def come(fact: f.Fact) -> int:
    """When a fact became known."""
    return fact.at_us if fact.arrived_us is None else fact.arrived_us


def played(setup: Setup, facts: Sequence[f.Fact | f.Tick]) -> tuple[Match, list[o.Outcome]]:
    match, found = new_match(setup), []
    for fact in facts:
        match, outcomes = step(match, fact)
        found += outcomes
    return match, found


def is_player(fact: f.Fact) -> bool:
    return isinstance(fact, f.PLAYER_KINDS)
