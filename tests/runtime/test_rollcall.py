"""The roll call: whose button is whose, by pressing it; the match is never touched."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from buzzer.host import Do
from buzzer.published import RollView
from buzzer.runtime.rollcall import RollCall, begin
from buzzer.runtime.rolls import restored
from buzzer.runtime.seating import Seating

from .conftest import MS, S, Table

FOUR = Seating(4, tuple((("A", seat), seat) for seat in (1, 2, 3, 4)))


def roll() -> RollCall:
    return begin(FOUR, (1, 2, 3, 4), (), 0)


def test_each_called_seat_presses_and_the_next_is_called() -> None:
    call = roll()
    for seat in (1, 2, 3, 4):
        assert call.called == seat
        call = call.pressed("A", [seat], seat * S).released("A", [seat])
        assert call.lit == seat
    assert call.called is None
    assert call.done
    assert call.seating == FOUR


def test_swapped_buttons_change_seats_and_are_told() -> None:
    call = roll().pressed("A", [2], S)
    assert call.seating.place(1) == ("A", 2)
    assert call.seating.place(2) == ("A", 1)
    assert call.swapped == (1, 2)
    assert call.pressed("A", [1], 2 * S).checked == {1, 2}


def test_button_of_a_checked_seat_is_kept_until_it_is_freed() -> None:
    call = roll().pressed("A", [1], S).pressed("A", [1], 2 * S)
    assert (call.called, call.taken, call.trouble(2, 2 * S)) == (2, 1, "taken")
    call = call.call(1, 3 * S).free().call(2, 4 * S).pressed("A", [1], 5 * S)
    assert call.seating.place(2) == ("A", 1)
    assert call.seating.place(1) is None
    assert call.trouble(1, 5 * S) == "no_button"


def test_two_at_once_give_nothing() -> None:
    call = roll().pressed("A", [1, 2], S)
    assert (call.called, call.checked, call.trouble(1, S)) == (1, frozenset(), "several")


def test_stuck_is_told_at_the_call_and_after_two_seconds() -> None:
    call = roll().pressed("A", [1], S).held("A", 0b110, S + 1)
    assert call.trouble(2, S + 2) == ""  # pressed since it was called
    assert call.trouble(2, 4 * S) == "stuck"
    call = call.call(3, 2 * S)
    assert call.trouble(3, 2 * S + 1) == "stuck"  # down when it was called
    assert call.held("A", 0, 5 * S).trouble(3, 5 * S) == ""


def test_lost_box_is_checked_anew() -> None:
    call = roll()
    for seat in (1, 2, 3, 4):
        call = call.pressed("A", [seat], seat * S)
    call = call.went("A", 5 * S)
    assert (call.checked, call.called, call.trouble(2, 5 * S)) == (frozenset(), 1, "no_link")
    assert call.came("A", FOUR, 6 * S).trouble(2, 6 * S) == ""


def test_nobodys_button_is_told_when_all_are_checked() -> None:
    call = begin(FOUR, (), (), 0).pressed("B", [3], S)
    assert call.stray(S) == (("B", 3),)


EVENTS = st.one_of(
    st.tuples(st.just("press"), st.sampled_from("AB"), st.integers(1, 63)),
    st.tuples(st.just("held"), st.sampled_from("AB"), st.integers(0, 63)),
    st.tuples(st.just("call"), st.just(""), st.integers(1, 4)),
    st.tuples(st.just("free"), st.just(""), st.just(0)),
    st.tuples(st.just("went"), st.sampled_from("AB"), st.just(0)),
    st.tuples(st.just("came"), st.sampled_from("AB"), st.just(0)),
)


@given(events=st.lists(EVENTS, max_size=40))
def test_no_button_has_two_seats_and_no_seat_two_buttons(events: list[tuple[str, str, int]]) -> None:
    call = roll()
    for at_us, (what, box, number) in enumerate(events, 1):
        if what == "press":
            call = call.pressed(box, [bit + 1 for bit in range(6) if number >> bit & 1], at_us)
        elif what == "held":
            call = call.held(box, number, at_us)
        elif what == "call":
            call = call.call(number, at_us)
        elif what == "free":
            call = call.free()
        elif what == "went":
            call = call.went(box, at_us)
        else:
            call = call.came(box, call.seating, at_us)
        buttons = [button for button, _ in call.seating.places]
        seats = [seat for _, seat in call.seating.places]
        assert len(set(buttons)) == len(buttons)
        assert len(set(seats)) == len(seats)
        assert call.done == (call.called is None) or call.called in call.wanted
        assert all(call.seating.place(seat) is not None for seat in call.checked) or what == "free"


# ---------------------------------------------------------------- at a table


def on(table: Table) -> RollView:
    view = table.published.roll
    assert view is not None
    return view


def test_swapped_wires_are_mended_and_the_match_is_untouched(table: Table) -> None:
    before = table.keeper.facts[:]
    table.key(Do.ROLL)
    table.pass_us(100 * MS)
    table.press(0b10)
    assert table.driver.take()[-1] == ("lamps", 0b10, 0, 0)
    table.release(0b10)
    for mask in (0b01, 0b100, 0b1000):
        table.pass_us(500 * MS)
        table.press(mask)
        table.release(mask)
    assert on(table).done
    table.key(Do.NEXT)
    assert table.published.roll is None
    assert table.driver.take()[-1] == ("lamps", 0, 0, 0)
    assert table.keeper.facts == before
    assert not table.published.presses
    table.question()
    table.press(0b10)
    assert table.answering == 1
    again = restored(4, table.keeper.dumped())
    assert again is not None
    assert again.place(1) == ("BOX-1", 2)
    assert again.place(2) == ("BOX-1", 1)


def test_refused_where_it_cannot_be(table: Table) -> None:
    table.question()
    table.key(Do.ROLL)
    assert table.published.roll is None
    assert table.published.notices[-1].detail == "roll_question"
    bare = Table()
    bare.key(Do.ROLL)
    assert bare.published.notices[-1].detail == "roll_no_box"


def test_other_keys_wait_for_its_end(table: Table) -> None:
    table.key(Do.ROLL)
    table.key(Do.NEXT)
    table.key(Do.WITHDRAW)
    table.key(Do.GRANT, 1)
    assert on(table).called == 1
    assert not table.keeper.facts
    table.key(Do.ROLL_CALL, 3)
    assert on(table).called == 3
    table.key(Do.ROLL_END)
    assert table.published.roll is None
    table.key(Do.NEXT)
    assert table.keeper.kinds()[-1] == "theme"


def test_new_match_with_a_box_begins_with_it_and_a_started_one_does_not() -> None:
    table = Table(roll=True)
    assert table.published.roll is None
    table.box_up()
    assert on(table).called == 1
    table.key(Do.ROLL_END)
    table.box_down()
    table.box_up()
    assert table.published.roll is None
    late = Table(roll=True)
    late.key(Do.NEXT)
    late.box_up()
    assert late.published.roll is None


def test_places_that_make_no_sense_are_left_alone() -> None:
    bad: list[object] = [[["A", 1, 9]], [["A", 1, 1], ["A", 1, 2]], [["A", 1, 1], ["A", 2, 1]], [1], [["A", True, 1]]]
    assert restored(4, [{"kind": "x-roll", "places": places} for places in bad]) is None


@given(
    deeds=st.lists(
        st.one_of(
            st.tuples(st.just("press"), st.integers(1, 63)),
            st.tuples(st.just("state"), st.integers(0, 63)),
            st.tuples(st.just("key"), st.sampled_from([each for each in Do if each is not Do.ROLL_END])),
            st.tuples(st.just("pass"), st.integers(1, 3 * S)),
        ),
        max_size=25,
    )
)
def test_no_press_and_no_key_changes_the_match_while_it_is_on(deeds: list[tuple[str, int | Do]]) -> None:
    table = Table()
    table.box_up()
    table.key(Do.ROLL)
    for what, with_what in deeds:
        if isinstance(with_what, Do):
            table.key(with_what, 1)
        elif what == "press":
            table.press(with_what)
        elif what == "state":
            table.state(held=with_what)
        else:
            table.pass_us(with_what)
        if table.published.roll is None:
            return  # Space ended it: all were checked
        assert table.keeper.facts == []
        assert table.scores() == [0, 0, 0, 0]
