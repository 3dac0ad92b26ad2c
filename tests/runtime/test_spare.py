"""A question is withdrawn and a spare takes its place, by the host's keys alone (O-31)."""

from __future__ import annotations

from buzzer.host import Do, Step, next_step

from .conftest import MS, S, Table


def test_the_spare_is_played_in_the_place_of_the_withdrawn_question(table: Table) -> None:
    table.question()
    table.press(0b0001)
    table.pass_us(S)
    table.key(Do.WRONG, 1)
    table.pass_us(100 * MS)
    assert table.scores() == [-10, 0, 0, 0]

    table.key(Do.WITHDRAW)
    table.pass_us(100 * MS)
    assert table.scores() == [0, 0, 0, 0]
    table.key(Do.EARLIER)
    assert table.published.cursor == (1, 10)

    table.key(Do.NEXT)
    announced = [each for each in table.keeper.dumped() if each["kind"] == "announce"]
    assert [(each["value"], each.get("replaces")) for each in announced] == [(10, None), (10, 1)]
    table.press(0b0010)
    table.pass_us(S)
    table.key(Do.RIGHT, 2)
    table.pass_us(100 * MS)
    assert table.scores() == [0, 10, 0, 0]
    assert [(each.number, each.value, each.void) for each in table.published.game.questions] == [
        (1, 10, True),
        (2, 10, False),
    ]

    table.key(Do.NEXT)
    assert table.published.game.questions[-1].value == 20


def test_a_place_that_is_played_is_not_played_twice(table: Table) -> None:
    table.question()
    table.key(Do.CLOSE)
    table.pass_us(100 * MS)
    table.key(Do.EARLIER)
    assert next_step(table.published.match.setup, table.published.game, table.published.cursor) is Step.PLAYED
    table.key(Do.NEXT)
    assert len(table.published.game.questions) == 1
    table.key(Do.LATER)
    table.key(Do.NEXT)
    assert table.published.game.questions[-1].value == 20
