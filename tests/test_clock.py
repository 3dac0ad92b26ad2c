"""The system's clock, and gaps in it (O-09)."""

import pytest

from buzzer.clock import Reading, SystemClock, gap_us, read_both, wall_time


def test_the_clock_never_goes_back_and_both_are_read() -> None:
    clock = SystemClock()
    seen = [clock.now_us() for _ in range(1000)]
    assert seen == sorted(seen)
    before, now = read_both(clock), read_both(clock)
    assert now >= before
    assert gap_us(before, now) == 0


@pytest.mark.parametrize(
    ("passed_us", "through_us", "gap"),
    [
        (10_000, 10_000, 0),
        (2_000_000, 2_000_000, 0),  # an idle table may be looked at every 2 s
        (2_000_001, 2_000_001, 2_000_001),  # stopped
        (90_000_000, 90_000_000, 90_000_000),
        (5_000, 2_004_999, 0),
        (5_000, 2_005_000, 2_005_000),  # slept: the monotonic clock stood still
        (5_000, 3_600_000_000, 3_600_000_000),
        (5_000, -3_600_000_000, 0),  # a wall clock set back is no gap
        (2_500_000, -1, 2_500_000),
    ],
)
def test_gaps(passed_us: int, through_us: int, gap: int) -> None:
    assert gap_us(Reading(7, 1_000), Reading(7 + passed_us, 1_000 + through_us)) == gap


def test_on_windows_the_finer_clock_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.platform", "win32")
    monkeypatch.setattr("time.perf_counter_ns", lambda: 5_999)
    assert SystemClock().now_us() == 5


def test_without_a_clock_since_boot_the_wall_clock_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("buzzer.clock.sys.platform", "darwin")
    monkeypatch.setattr("time.time_ns", lambda: 7_000)
    assert read_both(SystemClock()).through_sleep_us == 7


def test_the_time_of_day_has_its_offset() -> None:
    assert wall_time()[-6] in "+-"
