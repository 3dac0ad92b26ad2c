"""Whatever comes, in whatever order: the journal is a transcript that folds to what was shown, and no lamp lies."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from buzzer.core.match import fold
from buzzer.core.state import Answering
from buzzer.host import Do
from buzzer.storage.lines import write_line
from buzzer.storage.transcript import parse

from .conftest import MS, S, Table

Deed = Callable[[Table], None]


def key(do: Do, seat: int | None) -> Deed:
    return lambda table: table.key(do, seat)


def press(mask: int, ago_us: int, history: bool) -> Deed:
    return lambda table: table.press(mask, ago_us, history=history)


def passing(us: int) -> Deed:
    return lambda table: table.pass_us(us)


def gap(us: int) -> Deed:
    return lambda table: table.clock.advance(us)


def state(held: int) -> Deed:
    return lambda table: table.state(held=held)


def release(mask: int) -> Deed:
    return lambda table: table.release(mask)


def link(up: bool, restarted: bool) -> Deed:
    return lambda table: table.box_up(restarted=restarted) if up else table.box_down()


def repeat(table: Table) -> None:
    table.seq = max(0, table.seq - 1)
    table.press(0b0001)


DEEDS = st.one_of(
    st.builds(
        key, st.sampled_from([do for do in Do if do not in (Do.SEAT, Do.ADJUST)]), st.sampled_from([None, 1, 2, 4])
    ),
    st.builds(key, st.just(Do.NEXT), st.none()),
    st.builds(press, st.integers(1, 63), st.integers(-5 * MS, 80 * MS), st.booleans()),
    st.builds(press, st.integers(1, 15), st.integers(0, 20 * MS), st.just(False)),
    st.builds(passing, st.integers(1, 500 * MS)),
    st.builds(passing, st.integers(1, 8 * S)),
    st.builds(gap, st.integers(S, 60 * S)),
    st.builds(state, st.integers(0, 15)),
    st.builds(release, st.integers(1, 15)),
    st.builds(link, st.booleans(), st.booleans()),
    st.just(repeat),
)


@pytest.mark.parametrize("rules", ["umlaut", "novosibirsk-2013", "tour-de-svoyak-2007", "jeopardy"])
@given(deeds=st.lists(DEEDS, max_size=40), settle_us=st.sampled_from([0, 60 * MS, 150 * MS]))
def test_journal_folds_to_what_was_shown(rules: str, deeds: list[Deed], settle_us: int) -> None:
    table = Table(rules, seats=2 if rules == "brain-ring" else 3, settle_us=settle_us)
    table.box_up()
    lit = 0
    for deed in deeds:
        deed(table)
        table.runtime.pump()
        for told in table.driver.take():
            if told[0] == "lamps":
                lit = told[1] | told[2]
        phase = table.published.game.phase
        roll = table.published.roll
        if table.published.boxes[0].up and roll is None:  # a roll call may have seated somebody elsewhere
            seating = table.runtime._boxes.seating
            assert lit == (seating.mask("BOX-1", [phase.seat]) if isinstance(phase, Answering) else 0)
    for _ in range(4):
        table.pass_us(10 * S)
    match, _ = fold(table.setup, table.keeper.facts)
    assert match.game == table.published.match.game
    assert table.published.game == table.published.match.game
    first = {"kind": "match", "v": 1, "rules": rules, "players": list(table.setup.players), "settle_us": settle_us}
    lines = [write_line(first, crc=False), *(write_line(record, crc=False) for record in table.keeper.dumped())]
    transcript = parse(b"".join(lines), "match.jsonl")
    assert list(transcript.facts) == table.keeper.facts
    assert not transcript.warnings
