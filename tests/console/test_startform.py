"""The start screen's form: whatever keys come, it can be drawn and begins only what can be played."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from buzzer.opening import Wish
from buzzer.settings import Settings
from console.test_layout import faults
from hosts.console.faces import Fonts
from hosts.console.keys import DIGITS
from hosts.console.screen import Change, FullScreen, Quit
from hosts.console.startform import MOST_SEATS, Form, form_of, lacking, rows, settings_of, settled
from hosts.console.startkeys import Begin, GoOn, StartKeys
from hosts.console.startscreen import wish_of
from hosts.console.startstates import StartState, start_drawing, start_states
from hosts.console.view.fit import Fits
from hosts.console.view.ui import Look

KEYS = {
    "space": 44, "enter": 40, "esc": 41, "back": 42, "delete": 76, "up": 82, "down": 81, "left": 80, "right": 79,
    "home": 74, "end": 77, "P": 19, "M": 16, "F1": 58, "F2": 59, "F6": 63, "F11": 68, "Q": 20, "ctrl": 224,
} | {str(number): scancode for scancode, number in DIGITS.items() if scancode < 80}  # fmt: skip


def keyed(keys: StartKeys, *names: str) -> list[object]:
    """Keystrokes, one after the other; in the field a word that is no key is typed."""
    found: list[object] = []
    for name in names:
        if name in KEYS:
            found += keys.down(KEYS[name], 1_000)
            keys.up(KEYS[name])
        else:
            keys.typed(name)
    return found


def first() -> StartKeys:
    state = start_states()["start-first"]
    return StartKeys(state.form, state.around)


def test_names_are_written_one_after_the_other_and_space_begins() -> None:
    keys = first()
    assert keyed(keys, "space") == []
    assert lacking(keys.form, keys.around) is not None
    keyed(keys, "1", "Анна  ", "enter", "Борис", "enter", "Вера", "enter", "Глеб", "enter")
    assert keys.form.players == ("Анна", "Борис", "Вера", "Глеб")
    assert keys.form.field is None
    assert keyed(keys, "space") == [Begin()]
    assert wish_of(keys.form, keys.around, "ru") == Wish(
        rules="umlaut",
        players=("Анна", "Борис", "Вера", "Глеб"),
        themes=6,
        box="auto",
        lang="ru",
        roll=True,
    )


def test_names_between_commas_fill_the_seats() -> None:
    keys = first()
    keyed(keys, "2", "Б, В,, Г", "enter")
    assert keys.form.players == ("", "Б", "В", "Г")


def test_in_the_field_keys_are_letters() -> None:
    """Space, P, M and the digits are words there; the commands are not."""
    keys = first()
    assert keyed(keys, "1", "space", "P", "M", "2") == []
    assert keyed(keys, "Ян", "left", "back", "enter") == []
    assert keys.form.names[0] == "н"


def test_esc_leaves_it_as_it_was() -> None:
    keys = first()
    keyed(keys, "1", "Анна", "enter", "esc", "1", "Я", "esc")
    assert keys.form.names[0] == "Анна"


def test_the_arrows_change_what_is_chosen() -> None:
    keys = first()
    keyed(keys, "right")
    assert keys.form.rules != "umlaut"
    keyed(keys, "left", "down", "right", "right")
    assert (keys.form.rules, keys.form.stage) == ("umlaut", "quarterfinal")
    keyed(keys, "3")
    assert (keys.form.stage, keys.form.themes) == ("", 3)
    keyed(keys, *["down"] * 4, "2")
    assert keys.form.size == 2
    keyed(keys, "left")
    assert keys.form.size == 2


def test_a_digit_is_a_seats_name() -> None:
    keys = first()
    keyed(keys, "3")
    assert keys.form.at == "seat3"
    assert keys.form.field is not None


def test_keys_of_every_screen() -> None:
    keys = first()
    assert keyed(keys, "F2", "F11", "M") == [Change("lang"), FullScreen(None), Change("muted")]
    keys.down(KEYS["ctrl"], 0)
    assert keyed(keys, "Q", "Q") == [Quit()]


def test_p_goes_on_where_there_is_a_match() -> None:
    assert keyed(first(), "P") == []
    ready = start_states()["start-ready"]
    assert keyed(StartKeys(ready.form, ready.around), "P") == [GoOn()]


@pytest.mark.parametrize("rules", ["umlaut", "jeopardy", "brain-ring", "naqt-tossup"])
def test_seats_stay_within_the_rules(rules: str) -> None:
    around = start_states()["start-first"].around
    for size in range(1, MOST_SEATS + 1):
        form = settled(Form(rules=rules, size=size), around)
        ruleset = around.ruleset(rules)
        assert ruleset is not None
        assert ruleset.seats[0] <= form.size <= ruleset.seats[1]


@settings(max_examples=60)
@given(
    st.sampled_from(sorted(start_states())),
    st.lists(st.one_of(st.sampled_from(sorted(KEYS)), st.text(max_size=30)), max_size=40),
)
def test_any_keys_leave_a_form_that_can_be_drawn_and_kept(fonts: Fonts, name: str, strokes: list[str]) -> None:
    state = start_states()[name]
    keys = StartKeys(state.form, state.around)
    for stroke in strokes:
        actions = keyed(keys, stroke)
        assert not any(isinstance(each, Begin) for each in actions) or lacking(keys.form, keys.around) is None
    form = keys.form
    assert form == settled(form, keys.around)
    assert form.at in rows(form)
    kept = settings_of(form, Settings())
    assert Settings.model_validate(kept.model_dump()) == kept
    assert form_of(kept).players == form.players
    drawing = start_drawing(StartState(form, keys.around, keys.manner), (1280, 720), Look("ru"), Fits(fonts.measure))
    assert faults(drawing, (1280, 720), fonts) == []
