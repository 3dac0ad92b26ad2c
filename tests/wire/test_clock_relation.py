"""The clock relation: the truth is inside the bound, always."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from buzzer.wire.clock import KEPT, SILENCE_US, Bound, ClockRelation
from buzzer.wire.ticks import tick_add


class Truth:
    """A box clock: ``ppm`` fast at first, changing by ``drift`` ppm a second."""

    def __init__(self, ppm: float, drift: float = 0.0, first: int = 0) -> None:
        self.ppm, self.drift, self.first = ppm, drift, first

    def tick(self, at_us: float) -> int:
        fast = self.ppm * 1e-6 * at_us + 0.5 * self.drift * 1e-12 * at_us * at_us
        return tick_add(self.first, int((at_us + fast) * 2))


def exchange(relation: ClockRelation, truth: Truth, at_us: int, out_us: int, back_us: int) -> bool:
    """A ping at ``at_us`` that takes ``out_us`` there and ``back_us`` back."""
    return relation.add(at_us, truth.tick(at_us + out_us), at_us + out_us + back_us)


def inside(bound: Bound | None, at_us: int) -> bool:
    assert bound is not None
    middle = bound.at_us
    return abs(middle - at_us) <= bound.err_us(middle)


@pytest.mark.parametrize(
    ("ppm", "drift", "out", "back"),
    [
        (0, 0.0, (100, 400), (100, 400)),
        (2000, 0.0, (100, 400), (100, 1200)),
        (-2500, 0.25, (100, 400), (3100, 3400)),  # asymmetric by 3 ms, warming
        (-2500, -0.25, (3100, 3400), (100, 400)),
        (0, 0.25, (100, 16_000), (100, 400)),
    ],
)
def test_truth_is_inside(ppm: float, drift: float, out: tuple[int, int], back: tuple[int, int]) -> None:
    random = Random(ppm)
    truth = Truth(ppm, drift, first=(1 << 32) - 3_000_000)
    relation = ClockRelation()
    now, widest = 0, 0
    for n in range(150):
        assert exchange(relation, truth, now, random.randint(*out), random.randint(*back))
        now += 20_000 if n < 8 else 1_000_000
        for _ in range(5):
            at = now + random.randint(-1_000_000 if n > 8 else 0, 1_000_000)
            bound = relation.bound(truth.tick(at))
            assert inside(bound, at), (n, at, bound)
            if n > KEPT:
                widest = max(widest, bound.err_us(bound.at_us))
    assert relation.bound(truth.tick(now)).rate_ppm == pytest.approx(ppm + drift * now / 1e6, abs=250)
    assert 0 < widest < 4000, "a bound that says nothing would be no use"


@settings(max_examples=settings.default.max_examples // 4)
@given(
    st.integers(0, 10_000),
    st.integers(-9000, 9000),
    st.floats(-0.25, 0.25),
    st.integers(0, (1 << 48) - 1),
    st.floats(0, 0.3),
)
def test_truth_is_inside_any_link(seed: int, ppm: int, drift: float, first: int, loss: float) -> None:
    random = Random(seed)
    truth = Truth(ppm, drift, first)
    relation = ClockRelation()
    slow = random.choice([300, 1200, 16_000])
    now = 0
    for n in range(80):
        if random.random() >= loss:
            assert exchange(relation, truth, now, random.randint(50, slow), random.randint(50, slow))
        at = now + random.randint(0, 2_000_000)
        if len(relation):
            assert inside(relation.bound(truth.tick(at)), at)
        now += 20_000 if n < 8 else 1_000_000


def test_seven_seconds_on_a_clock_that_is_2000_ppm_off() -> None:
    truth, relation = Truth(2000), ClockRelation()
    for n in range(60):
        exchange(relation, truth, n * 1_000_000, 150 + 37 * n % 200, 150 + 91 * n % 300)
    start, end = 60_100_000, 67_100_000
    for n in range(60, 66):
        exchange(relation, truth, n * 1_000_000, 200, 200)
    a, b = relation.bound(truth.tick(start)), relation.bound(truth.tick(end))
    assert a is not None
    assert b is not None
    assert abs((b.at_us - a.at_us) - 7_000_000) <= 500, "by the box's own count it would be 14 ms more"
    assert a.rate_ppm == pytest.approx(2000, abs=15)


def test_nothing_is_known_before_the_first_exchange() -> None:
    relation = ClockRelation()
    assert relation.bound(5) is None
    assert relation.last_us is None
    assert not relation.valid(0)


def test_one_exchange_bounds_by_the_possible_rates() -> None:
    relation = ClockRelation()
    relation.add(1_000, 0, 1_200)
    bound = relation.bound(2 * 1_000_000)
    assert bound is not None
    assert bound.at_us == pytest.approx(1_001_100, abs=5)
    assert 10_100 <= bound.err_us(bound.at_us) <= 10_105, "1 % of a second, and half the exchange"


def test_a_clock_that_jumps_leaves_no_line() -> None:
    truth, relation = Truth(0), ClockRelation()
    for n in range(20):
        assert exchange(relation, truth, n * 1_000_000, 200, 200)
    assert not relation.add(20_000_000, truth.tick(23_000_000), 20_000_400), "the box is 3 s ahead: somebody slept"
    assert len(relation) == 0
    assert relation.add(21_000_000, truth.tick(24_000_000), 21_000_400), "and it begins anew"


def test_a_clock_over_one_percent_off_is_none() -> None:
    relation = ClockRelation()
    assert exchange(relation, Truth(12_000), 0, 100, 100)
    assert not exchange(relation, Truth(12_000), 10_000_000, 100, 100)


def test_old_age_is_void() -> None:
    relation = ClockRelation()
    relation.add(0, 0, 100)
    assert relation.valid(100 + SILENCE_US)
    assert not relation.valid(101 + SILENCE_US)


def test_the_bound_grows_with_age() -> None:
    truth, relation = Truth(0), ClockRelation()
    for n in range(30):
        exchange(relation, truth, n * 1_000_000, 200, 200)
    errors = [relation.bound(truth.tick(29_000_000 + s * 1_000_000)) for s in (0, 5, 30, 120)]
    widths = [bound.err_us(bound.at_us) for bound in errors if bound]
    assert widths == sorted(set(widths))


def test_only_the_last_sixty_are_kept() -> None:
    relation = ClockRelation()
    for n in range(200):
        relation.add(n * 1000, n * 2000, n * 1000 + 300)
    assert len(relation) == KEPT


@pytest.mark.parametrize("hz", [0, -1])
def test_a_box_without_a_clock_is_refused(hz: int) -> None:
    with pytest.raises(ValueError, match="must be positive"):
        ClockRelation(hz)


def test_another_tick_rate() -> None:
    relation = ClockRelation(1_000_000)
    relation.add(0, 0, 10)
    relation.add(1_000_000, 1_000_000, 1_000_010)
    bound = relation.bound(500_000)
    assert bound is not None
    assert abs(bound.at_us - 500_005) <= 6
