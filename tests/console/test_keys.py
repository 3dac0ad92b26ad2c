"""Keys by scancode: any layout, any lock, stuck modifiers, and who a verdict goes to."""

from __future__ import annotations

import pygame
import pytest

from buzzer.core.facts import SeatState
from buzzer.host import VERDICTS, Command, Do
from hosts.console.keys import DEAF_MS, Button, FullScreen, Keys, Quit, Seen, Send, seen
from hosts.console.states import states
from hosts.console.view.ui import Digits

LATE = 10_000
TABLE = Seen(answering=2, seats=4, withdrawable=True)
NOBODY = Seen(answering=None, seats=4, withdrawable=True)
COMMANDS = {
    "SPACE": Do.NEXT, "PAGEDOWN": Do.NEXT, "RETURN": Do.RIGHT, "KP_ENTER": Do.RIGHT, "J": Do.RIGHT,
    "BACKSPACE": Do.WRONG, "F": Do.WRONG, "DELETE": Do.NO_ANSWER, "N": Do.ANNUL, "C": Do.CLOSE, "U": Do.UNDO,
    "A": Do.NAMED, "P": Do.HOLD, "K": Do.CHECK, "LEFT": Do.EARLIER, "RIGHT": Do.LATER,
    "UP": Do.THEME_BACK, "DOWN": Do.THEME_ON, "R": Do.ROLL,
}  # fmt: skip


def scancode(name: str) -> int:
    return int(getattr(pygame, f"KSCAN_{name}"))


def press(keys: Keys, name: str, last: Seen = TABLE, at_ms: int = LATE) -> list[object]:
    """A whole keystroke, down and up."""
    return [*keys.down(scancode(name), at_ms, last), *keys.up(scancode(name))]


@pytest.mark.parametrize(("name", "do"), COMMANDS.items())
def test_a_key_is_its_command(name: str, do: Do) -> None:
    """Only the key's place is asked: what a Russian layout, AZERTY, CapsLock or NumLock make of it never matters."""
    seat = 2 if do in VERDICTS or do is Do.NAMED else None
    assert press(Keys(), name) == [Send(Command(do, seat))]


@pytest.mark.parametrize("number", range(1, 9))
@pytest.mark.parametrize("row", ["{}", "KP_{}", "KP{}"])
def test_digits(row: str, number: int) -> None:
    name = row.format(number)
    last = Seen(None, 8)
    assert press(Keys(), name, last) == []
    assert press(Keys("grant"), name, last) == [Send(Command(Do.GRANT, number))]
    assert press(Keys("buttons"), name, last) == [Button(number, True), Button(number, False)]
    keys = Keys()
    assert press(keys, "G", last) == []
    assert keys.ui.asking == "grant"
    assert press(keys, name, last) == [Send(Command(Do.GRANT, number))]
    assert keys.ui.asking is None
    assert press(keys, name, last) == []


@pytest.mark.parametrize("digits", ["grant", "buttons"])
def test_there_is_no_fifth_seat_at_a_table_of_four(digits: Digits) -> None:
    assert press(Keys(digits), "5") == []


def test_g_gives_the_right_in_a_rehearsal_too() -> None:
    keys = Keys("buttons")
    assert press(keys, "G") == []
    assert press(keys, "3") == [Send(Command(Do.GRANT, 3))]
    assert press(keys, "3") == [Button(3, True), Button(3, False)]


def test_a_verdict_goes_to_whom_the_host_saw() -> None:
    for name in ("F", "J", "DELETE", "N", "RETURN", "BACKSPACE", "A"):
        (sent,) = press(Keys(), name, Seen(answering=3, seats=4))
        assert isinstance(sent, Send)
        assert sent.command.seat == 3


def test_a_verdict_on_nobody_is_not_sent() -> None:
    """Somebody may have pressed since the last frame: he must not be judged by a key that was meant for nobody."""
    for name in ("F", "J", "DELETE", "N", "RETURN", "BACKSPACE", "A"):
        keys = Keys()
        assert press(keys, name, NOBODY) == []
        assert keys.ui.message == "nobody is answering"
    assert press(keys, "SPACE", NOBODY) == [Send(Command(Do.NEXT))]
    assert keys.ui.message is None


def test_what_was_seen_is_what_is_published() -> None:
    made = states()
    game = made["answering"].published.game
    assert seen(made["answering"].published) == Seen(2, 4, True, questions=game.questions)
    assert seen(made["window"].published).answering is None
    assert seen(made["start"].published) == Seen(None, 4, False)


def test_space_never_judges() -> None:
    """O-03: the host taps Next three times while somebody is answering."""
    keys = Keys()
    sent = [action for _ in range(3) for action in press(keys, "SPACE")]
    assert sent == [Send(Command(Do.NEXT))] * 3


@pytest.mark.parametrize("modifier", ["LALT", "RALT", "LCTRL", "RCTRL", "LGUI", "RGUI"])
def test_a_stuck_modifier_is_forgotten_with_the_focus(modifier: str) -> None:
    """O-23: Alt+Tab, the release goes elsewhere; back here, F is plain wrong."""
    keys = Keys()
    assert keys.down(scancode(modifier), LATE, TABLE) == []
    assert press(keys, "F") == []
    keys.focus(False, LATE)
    assert not keys.ui.focused
    keys.focus(True, LATE)
    assert keys.ui.focused
    assert press(keys, "F", at_ms=LATE + DEAF_MS) == [Send(Command(Do.WRONG, 2))]


def test_shift_and_caps_change_nothing() -> None:
    keys = Keys("grant")
    for name in ("LSHIFT", "RSHIFT", "CAPSLOCK", "NUMLOCK"):
        assert keys.down(scancode(name), LATE, TABLE) == []
    assert press(keys, "1") == [Send(Command(Do.GRANT, 1))]
    assert press(keys, "F") == [Send(Command(Do.WRONG, 2))]


def test_keys_typed_elsewhere_do_nothing() -> None:
    keys = Keys()
    keys.focus(False, LATE)
    for name in COMMANDS:
        assert press(keys, name) == []
    keys.focus(True, LATE)
    assert press(keys, "RETURN", at_ms=LATE + DEAF_MS - 1) == []
    assert press(keys, "RETURN", at_ms=LATE + DEAF_MS) == [Send(Command(Do.RIGHT, 2))]


def test_no_release_is_a_command() -> None:
    keys = Keys()
    for name in [*COMMANDS, "ESCAPE", "V", "G", "H", "Q"]:
        assert keys.up(scancode(name)) == []
    assert keys.ui == Keys().ui


def test_a_held_button_is_released_with_the_focus() -> None:
    keys = Keys("buttons")
    assert keys.down(scancode("2"), LATE, TABLE) == [Button(2, True)]
    assert keys.down(scancode("2"), LATE, TABLE) == []
    assert keys.focus(False, LATE) == [Button(2, False)]
    assert keys.up(scancode("2")) == []


def test_escape_never_touches_the_match() -> None:
    keys = Keys()
    assert press(keys, "ESCAPE") == [FullScreen(False)]
    for opener in ("G", "V", "F1", "E", "T"):
        press(keys, opener)
        assert keys.ui != Keys().ui
        assert press(keys, "ESCAPE") == []
        assert keys.ui == Keys().ui


def test_quitting_asks() -> None:
    keys = Keys()
    keys.down(scancode("LCTRL"), LATE, TABLE)
    assert press(keys, "Q") == []
    assert keys.ui.asking == "quit"
    assert press(keys, "Q") == [Quit()]
    keys.up(scancode("LCTRL"))
    assert press(keys, "ESCAPE") == []
    assert keys.ui.asking is None
    assert press(keys, "Q") == []
    keys.ask_quit()
    assert keys.ui.asking == "quit"


def test_control_with_another_key_is_none() -> None:
    keys = Keys()
    keys.down(scancode("RCTRL"), LATE, TABLE)
    assert [press(keys, name) for name in COMMANDS] == [[]] * len(COMMANDS)


def test_withdrawing_asks_once() -> None:
    keys = Keys()
    assert press(keys, "V") == []
    assert keys.ui.asking == "withdraw"
    assert press(keys, "V") == [Send(Command(Do.WITHDRAW))]
    press(keys, "V")
    assert press(keys, "SPACE") == [Send(Command(Do.NEXT))]
    assert press(keys, "V") == []
    assert press(Keys(), "V", Seen(None, 4, False)) == []


@pytest.mark.parametrize(("digit", "state"), [("1", "in"), ("2", "out"), ("3", "no_show"), ("4", None)])
@pytest.mark.parametrize("digits", ["off", "grant", "buttons"])
def test_a_seat_goes_and_comes(digits: Digits, digit: str, state: SeatState | None) -> None:
    keys = Keys(digits)
    assert press(keys, "E") == press(keys, "S") == []
    assert press(keys, "4") == []
    assert (keys.ui.asking, keys.ui.seat) == ("state", 4)
    assert press(keys, digit) == ([] if state is None else [Send(Command(Do.SEAT, 4, state))])
    assert keys.ui.asking is None
    assert keys.ui.draft is not None


def test_no_seat_changes_by_half_a_question() -> None:
    keys = Keys()
    press(keys, "E")
    press(keys, "S")
    assert press(keys, "5") == []
    assert keys.ui.asking is None
    press(keys, "S")
    press(keys, "2")
    assert press(keys, "ESCAPE") == []
    assert press(keys, "3") == []
    press(keys, "S")
    assert press(keys, "SPACE") == []
    assert keys.ui.asking is None
    assert press(keys, "2") == []


@pytest.mark.parametrize("digits", ["off", "grant", "buttons"])
def test_nothing_in_the_corrections_touches_the_match(digits: Digits) -> None:
    keys = Keys(digits)
    press(keys, "E")
    for name in [*COMMANDS, "V", "V", "G", "1", "T", "H", "K", "F11", "R", "E"]:
        assert press(keys, name) == []
        assert keys.ui.draft is not None
        assert not keys.ui.theme
    keys.down(scancode("LCTRL"), LATE, TABLE)
    assert press(keys, "S") == []
    assert keys.ui.message == "corr_later"
    assert press(keys, "Q") == []
    assert press(keys, "Q") == [Quit()]
    keys.up(scancode("LCTRL"))
    assert press(keys, "ESCAPE") == press(keys, "ESCAPE") == []
    assert keys.ui.draft is None


def test_the_window_s_own_keys() -> None:
    keys = Keys()
    assert press(keys, "F11") == [FullScreen(None)]
    press(keys, "H")
    assert keys.ui.hidden
    press(keys, "F1")
    assert keys.ui.help
    assert press(keys, "F") == []
    assert not keys.ui.help
    assert keys.ui.hidden


def test_unknown_keys_do_nothing() -> None:
    known = {
        scancode(name)
        for name in [*COMMANDS, "ESCAPE", "V", "G", "H", "E", "T", "M", "F1", "F11", *(f"F{n}" for n in range(2, 8))]
    }
    keys = Keys()
    for code in range(512):
        if code not in known and not 224 <= code <= 231:
            assert keys.down(code, LATE, TABLE) == []
            assert keys.ui == Keys().ui


def test_keys_of_a_roll_call() -> None:
    """Enter is no verdict, a digit calls a seat; what is the match's waits."""
    keys, last = Keys("grant"), Seen(seats=4, roll=True)
    for name, command in (
        ("RETURN", Command(Do.ROLL_END)), ("DELETE", Command(Do.ROLL_FREE)), ("R", Command(Do.ROLL)),
        ("SPACE", Command(Do.NEXT)), ("3", Command(Do.ROLL_CALL, 3)),
    ):  # fmt: skip
        assert press(keys, name, last) == [Send(command)]
    for name in ("5", "J", "F", "U", "V", "G", "E", "P", "T"):
        assert press(keys, name, last) == []
    assert keys.ui == Keys("grant").ui
