"""Stamps of one box: the order of the ticks, whatever the relation learns."""

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from buzzer.wire.clock import ClockRelation
from buzzer.wire.stamps import GROUP_US, Stamper

HZ = 2_000_000
FAR = 1 << 60


def relation_with(*exchanges: tuple[int, int, int]) -> ClockRelation:
    relation = ClockRelation()
    for exchange in exchanges:
        relation.add(*exchange)
    return relation


def test_no_relation_no_stamp() -> None:
    stamper = Stamper(ClockRelation(), HZ)
    assert stamper.place(1, FAR) is None
    assert stamper.look(1) is None


def test_looking_keeps_nothing() -> None:
    stamper = Stamper(relation_with((0, 0, 100)), HZ)
    seen = stamper.look(200)
    assert seen is not None
    assert seen.at_us == 150
    assert stamper.place(100, FAR).at_us == 100  # type: ignore[union-attr]


def test_what_the_relation_learns_turns_no_two_presses_round() -> None:
    relation = relation_with((0, 0, 4_000))
    stamper = Stamper(relation, HZ)
    first = stamper.place(0, FAR)
    assert first is not None
    assert first.at_us == 2_000
    # A better exchange says that tick 0 was at most at 500: the next press must not come before the first one.
    relation.add(400, 800, 500)
    second = stamper.place(100, FAR)
    assert second is not None
    assert second.at_us == first.at_us + 50, "close together: the distance is the box's own"
    far = stamper.place(2 * (GROUP_US + 1_000), FAR)
    assert far is not None
    assert abs(far.at_us - (GROUP_US + 1_050)) < 600, "far away it follows the relation again"
    assert second.at_us - second.err_us <= 100, "and the error says how far off the second may be"


def test_nothing_is_stamped_later_than_it_was_told() -> None:
    stamper = Stamper(relation_with((0, 0, 4_000)), HZ)
    stamp = stamper.place(0, 1_000)
    assert stamp is not None
    assert stamp.at_us + stamp.err_us <= 1_001
    assert stamp.at_us - stamp.err_us <= 0


def test_half_a_microsecond_apart_is_not_one_instant() -> None:
    stamper = Stamper(relation_with((0, 0, 100)), HZ)
    stamps = [stamper.place(tick, FAR) for tick in (1000, 1001, 1002, 1003)]
    times = [stamp.at_us for stamp in stamps if stamp]
    assert times == sorted(set(times))
    assert times[-1] - times[0] <= 3
    again = stamper.place(1001, FAR)
    assert again is not None
    assert again.at_us == times[1], "one tick, one stamp"


def test_no_room_between_two_is_a_tie_and_no_wrong_order() -> None:
    stamper = Stamper(relation_with((0, 0, 100)), HZ)
    first, third = stamper.place(1000, FAR), stamper.place(1002, FAR)
    second = stamper.place(1001, FAR)
    assert first is not None
    assert second is not None
    assert third is not None
    assert first.at_us < second.at_us == third.at_us


def test_an_earlier_press_that_is_told_later() -> None:
    stamper = Stamper(relation_with((0, 0, 100)), HZ)
    late = stamper.place(2_000, FAR)
    early = stamper.place(1_000, FAR)
    assert early is not None
    assert late is not None
    assert late.at_us - early.at_us == 500


@given(st.integers(0, 10_000), st.lists(st.integers(0, 4_000_000), min_size=2, max_size=60, unique=True))
def test_the_order_of_stamps_is_the_order_of_ticks(seed: int, ticks: list[int]) -> None:
    random = Random(seed)
    relation = relation_with((0, 0, random.randint(10, 5000)))
    stamper = Stamper(relation, HZ)
    placed = []
    for tick in ticks:
        if random.random() < 0.3:
            at = tick // 2
            early, late = random.randint(0, 2000), random.randint(0, 2000)
            relation.add(at - early, tick, at + late)
        stamp = stamper.place(tick, FAR)
        assert stamp is not None
        assert stamp.at_us - stamp.err_us <= tick / 2 <= stamp.at_us + stamp.err_us, "truth inside"
        placed.append((tick, stamp.at_us))
    placed.sort()
    assert [at for _, at in placed] == sorted(at for _, at in placed)
