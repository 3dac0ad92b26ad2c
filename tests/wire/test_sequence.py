"""Retained records: each once, in order; what the box has forgotten is not waited for."""

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from buzzer.wire.messages import Press
from buzzer.wire.sequence import QUEUE, Sequence, on_wire
from buzzer.wire.ticks import seq_add


def record(depth: int) -> Press:
    return Press(1, 1, 0, depth)


def numbers(taken: list) -> list[int]:
    return [seq for seq, _ in taken]


def test_in_order() -> None:
    sequence = Sequence()
    assert numbers(sequence.take(1, record(1))) == [1]
    assert numbers(sequence.take(2, record(2))) == [2]
    assert sequence.got == 2


def test_repeats_are_dropped() -> None:
    sequence = Sequence()
    sequence.take(1, record(1))
    assert sequence.take(1, record(1)) == []
    assert (sequence.got, sequence.repeats) == (1, 1)


def test_a_gap_waits() -> None:
    sequence = Sequence()
    sequence.take(1, record(1))
    assert sequence.take(3, record(3)) == []
    assert sequence.take(3, record(3)) == []
    assert (sequence.got, sequence.repeats) == (1, 1)
    assert numbers(sequence.take(2, record(2))) == [2, 3]


def test_a_first_record_that_is_not_the_oldest_waits_for_it() -> None:
    sequence = Sequence()
    assert sequence.take(38, record(2)) == []
    assert sequence.got == 0
    assert numbers(sequence.take(37, record(1))) == [37, 38]


def test_what_the_box_has_forgotten_is_counted_and_passed_over() -> None:
    sequence = Sequence()
    sequence.take(1, record(1))
    sequence.take(4, record(4))
    assert numbers(sequence.take(70, record(QUEUE))) == [4], "2, 3, 5 and 6 are gone, 4 had come"
    assert sequence.missed == 4
    assert numbers(sequence.take(7, record(1))) == [7]


def test_over_the_wrap() -> None:
    sequence = Sequence()
    assert numbers(sequence.take(65535, record(1))) == [65535]
    assert numbers(sequence.take(1, record(2))) == [65536]
    assert sequence.got == 65536
    assert on_wire(sequence.got) == 1


def test_a_first_record_whose_queue_lies_over_the_wrap() -> None:
    sequence = Sequence()
    assert sequence.take(1, record(2)) == []
    assert numbers(sequence.take(65535, record(1))) == [65535, 65536]


def test_a_reordered_record_and_resends_over_the_wrap() -> None:
    sequence = Sequence()
    assert numbers(sequence.take(65534, record(1))) == [65534]
    assert sequence.take(2, record(4)) == []
    assert sequence.take(1, record(3)) == []
    assert sequence.take(2, record(4)) == []
    assert sequence.repeats == 1
    assert numbers(sequence.take(65535, record(2))) == [65535, 65536, 65537]
    assert [sequence.take(seq, record(1)) for seq in (65534, 65535, 1, 2)] == [[], [], [], []]
    assert (sequence.got, sequence.repeats, sequence.missed) == (65537, 5, 0)


def test_what_was_forgotten_over_the_wrap_is_counted() -> None:
    sequence = Sequence()
    sequence.take(65533, record(1))
    assert numbers(sequence.take(2, record(2))) == []
    assert sequence.missed == 2
    assert numbers(sequence.take(1, record(1))) == [65536, 65537]


def test_no_number_comes_twice_in_a_boot() -> None:
    sequence, taken = Sequence(), []
    for n in range(140_000):
        taken += numbers(sequence.take(n % 65535 + 1, record(1)))
    assert taken == list(range(1, 140_001))


def test_numbers_as_frames_carry_them() -> None:
    assert [on_wire(seq) for seq in (0, 1, 65535, 65536, 2 * 65535, 2 * 65535 + 1)] == [0, 1, 65535, 1, 65535, 1]


def test_a_depth_of_nothing_is_one() -> None:
    assert numbers(Sequence().take(5, record(0))) == [5]


def test_a_depth_that_cannot_be_is_cut() -> None:
    assert Sequence().take(200, record(255)) == []


@given(st.integers(0, 1_000_000), st.one_of(st.integers(1, 65535), st.integers(65_450, 65_535)), st.integers(1, 120))
def test_any_order_any_loss_any_repeats(seed: int, first: int, count: int) -> None:
    """A box that keeps up to 64 and repeats at random: each record once and in order, none invented."""
    random = Random(seed)
    sequence, waiting, taken = Sequence(), [], []
    made = 0
    while made < count or waiting:
        if made < count and len(waiting) < QUEUE and random.random() < 0.5:
            waiting.append(seq_add(first, made))
            made += 1
        if waiting:
            at = random.randrange(len(waiting))
            taken += numbers(sequence.take(waiting[at], record(at + 1)))
            if random.random() < 0.5 and on_wire(sequence.got) in waiting:
                del waiting[: waiting.index(on_wire(sequence.got)) + 1]
    assert taken == [first + n for n in range(count)]
    assert sequence.missed == 0
