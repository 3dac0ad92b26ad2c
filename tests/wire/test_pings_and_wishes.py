"""When to ping; what is wanted of a box, until it has answered."""

from itertools import pairwise

from buzzer.wire.messages import Arm, Disarm, FromHost, Lamps, State
from buzzer.wire.pings import BURST, BURST_GAP_US, PERIOD_US, Pings
from buzzer.wire.wishes import LAMPS_REFRESH_US, LAMPS_RESEND_US, RESEND_US, Wishes


def state(round_number: int, armed: int) -> State:
    return State(0, round_number, armed, 0, 0, 0, 0, 0, 0, 0)


def run_pings(pings: Pings, until_us: int, *, answer: bool) -> list[int]:
    times = []
    while pings.next_us is not None and pings.next_us <= until_us:
        now = pings.next_us
        nonce = pings.due(now)
        assert nonce is not None
        times.append(now)
        if answer:
            assert pings.answered(nonce) == now
    return times


def test_a_burst_of_eight_then_one_a_second() -> None:
    pings = Pings()
    assert pings.due(0) is None
    pings.burst(1000)
    assert pings.due(999) is None
    times = run_pings(pings, 4_000_000, answer=True)
    gaps = [b - a for a, b in pairwise(times)]
    assert gaps[: BURST - 1] == [BURST_GAP_US] * (BURST - 1)
    assert set(gaps[BURST:]) == {PERIOD_US}
    assert (pings.sent, pings.answers) == (len(times), len(times))


def test_lost_pongs_prolong_the_burst_but_not_for_ever() -> None:
    pings = Pings()
    pings.burst(0)
    times = run_pings(pings, 1_000_000, answer=False)
    assert len(times) == 3 * BURST
    assert pings.answers == 0


def test_an_answer_counts_once_and_an_unknown_one_never() -> None:
    pings = Pings()
    pings.burst(0)
    nonce = pings.due(0)
    assert nonce is not None
    assert pings.answered(nonce + 1) is None
    assert pings.answered(nonce) == 0
    assert pings.answered(nonce) is None


def test_only_the_latest_are_remembered() -> None:
    pings = Pings()
    pings.burst(0)
    nonces = [pings.due(n * 2_000_000) for n in range(17)]
    assert pings.answered(nonces[0] or 0) is None
    assert pings.answered(nonces[1] or 0) == 2_000_000


def test_stopping() -> None:
    pings = Pings()
    pings.burst(0)
    nonce = pings.due(0)
    pings.stop()
    assert pings.next_us is None
    assert pings.answered(nonce or 0) is None


def sent(wishes: Wishes, until_us: int) -> list[tuple[int, FromHost]]:
    out = []
    while wishes.next_us is not None and wishes.next_us <= until_us:
        now = wishes.next_us
        out += [(now, message) for message in wishes.due(now)]
    return out


def test_nothing_wanted() -> None:
    wishes = Wishes()
    wishes.seen(state(0, 0))
    wishes.again(5)
    assert wishes.next_us is None
    assert wishes.due(10) == []


def test_arming_is_repeated_until_the_state_shows_it() -> None:
    wishes = Wishes()
    wishes.arm(Arm(3, 0b11), 0)
    assert sent(wishes, 250_000) == [(n * RESEND_US, Arm(3, 0b11)) for n in range(3)]
    wishes.seen(state(2, 0b11))
    assert wishes.next_us is not None
    wishes.seen(state(3, 0b11))
    assert wishes.next_us is None
    wishes.seen(state(3, 0b11))


def test_the_same_round_with_another_mask_waits_for_a_second_state() -> None:
    wishes = Wishes()
    wishes.arm(Arm(3, 0b01), 0)
    wishes.due(0)
    wishes.seen(state(3, 0b11))
    assert wishes.next_us is not None, "it may be older than the command"
    wishes.seen(state(3, 0b11))
    assert wishes.next_us is None


def test_disarming() -> None:
    wishes = Wishes()
    wishes.arm(Disarm(), 0)
    wishes.due(0)
    wishes.seen(state(3, 1))
    assert wishes.next_us == RESEND_US
    wishes.seen(state(0, 0))
    assert wishes.next_us is None


def test_a_box_that_is_back_is_told_again() -> None:
    wishes = Wishes()
    wishes.arm(Arm(3, 1), 0)
    wishes.lamps(Lamps(1, 0, 0), 0)
    wishes.due(0)
    wishes.seen(state(3, 1))
    wishes.again(500)
    assert wishes.due(500) == [Arm(3, 1), Lamps(1, 0, 0)]


def test_lamps_are_repeated_soon_and_then_each_second() -> None:
    wishes = Wishes()
    wishes.lamps(Lamps(1, 2, 0), 0)
    times = [at for at, _ in sent(wishes, 2_500_000)]
    assert times == [0, LAMPS_RESEND_US, LAMPS_RESEND_US + LAMPS_REFRESH_US, LAMPS_RESEND_US + 2 * LAMPS_REFRESH_US]


def test_a_sound_goes_on_and_is_not_begun_again() -> None:
    wishes = Wishes()
    wishes.lamps(Lamps(1, 0, 30), 0)
    messages = [message for _, message in sent(wishes, 1_500_000)]
    assert messages == [Lamps(1, 0, 30), Lamps(1, 0, 24), Lamps(1, 0, 0)]
