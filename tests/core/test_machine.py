"""The core as a machine that is driven step by step: facts, ticks, undo; what must hold after each, and at the end."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from buzzer.core import facts as f
from buzzer.core import outcomes as o
from buzzer.core.history import taken_back
from buzzer.core.match import fold, new_match, next_deadline, preview, run_out, step
from buzzer.core.scoring import question_points, result, total
from buzzer.core.state import Answering, Finished, Idle, Setup

from .playing import PROVE, lines
from .strategies import HOST, LIKELY, PLAYER, one_fact, setups

LATER_US = st.sampled_from([0, 1, 1, 2, 3, 7])


class Table(RuleBasedStateMachine):
    """``match`` sees every tick, ``unticked`` none."""

    @initialize(setup=setups())
    def begin(self, setup: Setup) -> None:
        self.setup = setup
        self.match = self.unticked = new_match(setup)
        self.known_us = 0
        self.facts: list[f.Fact] = []
        self.told: list[o.Outcome] = []
        self.told_unticked: list[o.Outcome] = []

    # ------------------------------------------------------------ rules

    def take(self, fact: f.Fact) -> list[o.Outcome]:
        self.facts.append(fact)
        self.match, found = step(self.match, fact)
        self.unticked, other = step(self.unticked, fact)
        self.told += found
        self.told_unticked += other
        return found

    def when(self, data: st.DataObject) -> dict[str, Any]:
        self.known_us += data.draw(LATER_US)
        under_way = data.draw(st.integers(0, self.setup.settle_us + 2))
        return {"at_us": self.known_us - under_way, "arrived_us": self.known_us}

    def fact(self, data: st.DataObject, kind: str) -> f.Fact:
        return data.draw(
            one_fact(kind, len(self.setup.players), self.setup.settle_us // 2, len(self.facts), self.when(data))
        )

    @rule(data=st.data())
    def what_makes_sense(self, data: st.DataObject) -> None:
        game = preview(self.match)
        self.take(self.fact(data, data.draw(st.sampled_from(["resume"] if game.hold else LIKELY[type(game.phase)]))))

    @rule(data=st.data(), kind=st.sampled_from(HOST))
    def any_fact_of_the_host(self, data: st.DataObject, kind: str) -> None:
        self.take(self.fact(data, kind))

    @rule(data=st.data(), kind=st.sampled_from(PLAYER))
    def any_fact_of_a_player(self, data: st.DataObject, kind: str) -> None:
        self.take(self.fact(data, kind))

    @rule(after_us=LATER_US)
    def time_passes(self, after_us: int) -> None:
        self.known_us += after_us
        self.match, found = step(self.match, f.Tick(self.known_us))
        self.told += found

    @precondition(lambda self: next_deadline(self.match) is not None)
    @rule()
    def the_deadline_comes(self) -> None:
        due_us = next_deadline(self.match)
        assert due_us is not None
        assert self.match.known_us is None or due_us > self.match.known_us
        before, self.known_us = self.match, max(self.known_us, due_us)
        self.match, found = step(self.match, f.Tick(due_us))
        self.told += found
        assert (self.match.game, self.match.pending, self.match.spent) != (before.game, before.pending, before.spent)

    @rule()
    def undo(self) -> None:
        self.known_us += self.setup.settle_us + 1  # whatever is known has settled
        self.time_passes(0)
        stands = taken_back(self.match.log)
        at_us = self.known_us
        found = self.take(f.Undo(at_us=at_us))
        self.known_us += self.setup.settle_us + 1
        self.match, more = step(self.match, f.Tick(self.known_us))
        self.told += more
        undone = [outcome.kind for outcome in [*found, *more] if isinstance(outcome, o.Undone)]
        assert undone == [fact.kind for fact in stands]
        assert stands or any(isinstance(outcome, o.Refused) for outcome in [*found, *more])

    @precondition(lambda self: any(isinstance(fact, f.Press) and fact.seq is not None for fact in self.facts))
    @rule(data=st.data())
    def a_record_comes_again(self, data: st.DataObject) -> None:
        seen = [fact for fact in self.facts if isinstance(fact, f.Press) and fact.seq is not None]
        before = self.match
        again = data.draw(st.sampled_from(seen))
        self.take(f.Press(at_us=self.known_us, seat=again.seat, box=again.box, boot=again.boot, seq=again.seq))
        assert {item.line for item in self.match.pending} <= {item.line for item in before.pending}

    # ------------------------------------------------------------ what always holds

    @invariant()
    def totals_are_sums(self) -> None:
        game = self.match.game
        earned = [each for asked in game.questions if not asked.void for each in question_points(asked)]
        earned += [(who, delta) for who, delta, _ in game.adjusts]
        for seat, sitting in enumerate(game.seats, 1):
            points = sum(delta for who, delta in earned if who == seat)
            assert sitting.points == points
            absent = sitting.state == "no_show"
            assert total(self.setup, game, seat) == ((self.setup.rules.no_show_score or 0) if absent else points)

    @invariant()
    def phase_and_question_agree(self) -> None:
        for game in (self.match.game, preview(self.match)):
            assert (game.live is None) == isinstance(game.phase, Idle | Finished)
            assert [asked.number for asked in game.questions] == list(range(1, len(game.questions) + 1))
            assert [asked.number for asked in game.questions if asked.ended is None] == (
                [len(game.questions)] if game.live else []
            )
            if isinstance(game.phase, Answering):
                tried = [each for each in game.questions[-1].verdicts if each.seat == game.phase.seat]
                assert sum(each.verdict != "none" for each in tried) < self.setup.rules.attempts

    @invariant()
    def pending_facts_are_in_order_and_have_not_settled(self) -> None:
        assert list(self.match.pending) == sorted(self.match.pending)
        assert self.match.spent <= {item.line for item in self.match.pending}

    def teardown(self) -> None:
        if not hasattr(self, "match"):
            return
        match, rest = run_out(self.match)
        unticked, rest_unticked = run_out(self.unticked)
        assert lines(self.told + rest) == lines(self.told_unticked + rest_unticked)
        assert (match.game, match.log) == (unticked.game, unticked.log)
        read = [f.parse_fact(json.loads(json.dumps(f.dump_fact(fact)))) for fact in self.facts]
        folded, found = fold(self.setup, [fact for fact in read if fact is not None])
        assert lines(found) == lines([*self.told, *rest, result(self.setup, match.game)])
        assert folded.game == match.game


TestTable = Table.TestCase
TestTable.settings = settings(
    max_examples=500 if PROVE else 120, stateful_step_count=40 if PROVE else 30, derandomize=not PROVE
)
