"""Ticks and numbers over every wrap (O-19)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from buzzer.wire.ticks import TICK_BITS, seq_add, seq_diff, tick_add, tick_diff

TOP = 1 << TICK_BITS
ticks = st.integers(0, TOP - 1)
seqs = st.integers(1, 65535)


@pytest.mark.parametrize(
    ("earlier", "later", "apart"),
    [
        (4_294_960_000, 4_294_968_796, 8_796),  # over 2^32
        (2_147_483_640, 2_147_483_660, 20),  # over the sign bit of 32
        (TOP - 100, 100, 200),  # over 2^48
        (TOP // 2 - 1, TOP // 2 + 1, 2),
        (0, 80 * 60 * 2_000_000, 80 * 60 * 2_000_000),  # a silence of 80 minutes
    ],
)
def test_differences(earlier: int, later: int, apart: int) -> None:
    assert tick_diff(later, earlier) == apart
    assert tick_diff(earlier, later) == -apart


@given(ticks, st.integers(-(TOP // 2), TOP // 2 - 1))
def test_adding_is_undone(tick: int, delta: int) -> None:
    assert tick_diff(tick_add(tick, delta), tick) == delta


@given(seqs, st.integers(-32767, 32767))
def test_numbers_wrap_over_zero(seq: int, delta: int) -> None:
    other = seq_add(seq, delta)
    assert 1 <= other <= 65535
    assert seq_diff(other, seq) == delta


def test_after_65535_comes_1() -> None:
    assert seq_add(65535, 1) == 1
    assert seq_diff(1, 65535) == 1
