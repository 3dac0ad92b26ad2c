"""The table of keys, key by key: what each does to a match, from the keyboard's place to the folded state.

A key whose function is not there yet (R roll call) does nothing at all.
"""

from __future__ import annotations

from collections.abc import Callable

import pygame
import pytest

from buzzer.core import facts as f
from buzzer.core.match import preview
from buzzer.core.state import Answering, Broken, Finished, Game, Idle, Reading, Window
from buzzer.host import Cursor, Do, facts_for, moved
from hosts.console.keys import Action, Button, FullScreen, Keys, Quit, Send, seen
from hosts.console.sample import S, Table, at_theme_two, setup
from hosts.console.screen import Change
from hosts.console.view.ui import Digits, Ui

LATE_MS = 10_000
_MOVES = (Do.EARLIER, Do.LATER, Do.THEME_BACK, Do.THEME_ON)


class Hall:
    """A keyboard, the real keys' meaning, the real core."""

    def __init__(self, table: Table, digits: Digits = "off") -> None:
        self.table = table.settled()
        self.keys = Keys(digits)
        self.cursor: Cursor | None = None
        self.other: list[Action] = []
        self.said: list[str] = []
        self._key = 10**9

    @property
    def game(self) -> Game:
        return preview(self.table.match)

    @property
    def ui(self) -> Ui:
        return self.keys.ui

    def press(self, *names: str) -> Hall:
        """Keystrokes, a second apart; the host has seen the frame before each."""
        for name in names:
            scancode = int(getattr(pygame, f"KSCAN_{name}"))
            shown = seen(self.table.published(cursor=self.cursor))
            for action in (*self.keys.down(scancode, LATE_MS, shown), *self.keys.up(scancode)):
                self._do(action)
            self.table.until(self.table.at_us + S)
        return self

    def _do(self, action: Action) -> None:
        if not isinstance(action, Send):
            self.other.append(action)
            return
        match, do = self.table.match, action.command.do
        if do in _MOVES:
            self.cursor = moved(match.setup, self.game, self.cursor, do, 2)
            return
        self._key += 1
        at_us = self.table.at_us + 1
        made = facts_for(match.setup, self.game, action.command, at_us, self._key, cursor=self.cursor)
        if isinstance(made, str):
            self.said.append(made)
            return
        self.table.put(*made).settled()

    def total(self, seat: int) -> int:
        return self.game.seats[seat - 1].points


def idle() -> Table:
    return at_theme_two()


def reading(rules: str = "umlaut") -> Table:
    table = at_theme_two(rules)
    return table.put(f.Announce(at_us=260 * S, key=1, value=30), f.Read(at_us=260 * S, key=1)).settled()


def window(rules: str = "umlaut") -> Table:
    return reading(rules).put(f.ReadEnd(at_us=270 * S, key=2)).settled()


def answering(rules: str = "umlaut") -> Table:
    return window(rules).put(f.Press(at_us=272 * S, seat=3), f.Release(at_us=272 * S + 1000, seat=3)).settled()


def interrupted() -> Table:
    return reading().put(f.Press(at_us=262 * S, seat=3), f.Release(at_us=262 * S + 1000, seat=3)).settled()


@pytest.mark.parametrize("space", ["SPACE", "PAGEDOWN"])
def test_space_walks_through_a_question(space: str) -> None:
    hall = Hall(Table(setup()))
    hall.press(space)
    assert hall.game.theme is not None
    assert isinstance(hall.game.phase, Idle)
    hall.press(space)
    assert isinstance(hall.game.phase, Reading)
    hall.press(space)
    assert isinstance(hall.game.phase, Window)
    hall.press(space)
    assert isinstance(hall.game.phase, Window)
    assert hall.said == ["nothing: the window runs"]


def test_space_after_an_interruption_reads_to_the_end() -> None:
    hall = Hall(interrupted()).press("F")
    assert isinstance(hall.game.phase, Broken)
    assert isinstance(hall.press("SPACE").game.phase, Window)


def test_space_goes_on_after_a_hold() -> None:
    hall = Hall(window()).press("P")
    assert hall.game.hold is not None
    assert hall.press("SPACE").game.hold is None


def test_space_never_costs_anybody_points() -> None:
    hall = Hall(answering())
    before = hall.game.seats
    hall.press("SPACE", "SPACE", "PAGEDOWN")
    assert isinstance(hall.game.phase, Answering)
    assert hall.game.seats == before


VERDICTS: dict[str, tuple[int, type]] = {
    "RETURN": (30, Idle), "KP_ENTER": (30, Idle), "J": (30, Idle),
    "BACKSPACE": (-30, Window), "F": (-30, Window), "DELETE": (-30, Window), "N": (0, Window),
}  # fmt: skip


@pytest.mark.parametrize(("key", "then"), VERDICTS.items())
def test_verdicts(key: str, then: tuple[int, type]) -> None:
    hall = Hall(answering()).press(key)
    assert (hall.total(3), type(hall.game.phase)) == then
    verdict = {"RETURN": "correct", "KP_ENTER": "correct", "J": "correct", "DELETE": "no_answer", "N": "none"}
    assert hall.game.questions[-1].verdicts[-1].verdict == verdict.get(key, "wrong")


@pytest.mark.parametrize("key", VERDICTS)
@pytest.mark.parametrize("table", [idle, reading, window])
def test_a_verdict_on_nobody_changes_nothing(table: Callable[[], Table], key: str) -> None:
    hall = Hall(table())
    before = hall.game
    assert hall.press(key).game == before
    assert hall.ui.message == "nobody is answering"


def test_c_closes_and_is_no_verdict() -> None:
    hall = Hall(window()).press("C")
    assert isinstance(hall.game.phase, Idle)
    assert hall.game.questions[-1].ended == "host"
    assert hall.game.questions[-1].verdicts == ()


def test_c_does_not_take_the_answer_from_anybody() -> None:
    hall = Hall(answering())
    before = hall.game.seats
    hall.press("C")
    assert hall.game.seats == before


def test_u_takes_back() -> None:
    hall = Hall(answering()).press("F", "U")
    assert hall.total(3) == 0
    assert hall.game.hold is not None


def test_p_holds_and_goes_on() -> None:
    hall = Hall(window()).press("P")
    assert hall.game.hold is not None
    assert hall.press("P").game.hold is None


def test_g_gives_the_right_by_hand() -> None:
    hall = Hall(window()).press("G", "4")
    assert hall.game.phase == Answering(4, hall.game.phase.since_g, hall.game.phase.until_g, by_hand=True)  # type: ignore[union-attr]


def test_without_a_box_the_digit_alone_does() -> None:
    hall = Hall(window(), "grant").press("2")
    assert isinstance(hall.game.phase, Answering)
    assert hall.game.phase.seat == 2
    assert isinstance(Hall(window()).press("2").game.phase, Window)


def test_digits_play_buttons_in_a_rehearsal() -> None:
    assert Hall(window(), "buttons").press("2").other == [Button(2, True), Button(2, False)]


def test_k_opens_and_settles_a_check() -> None:
    hall = Hall(answering()).press("F", "K")
    assert {seat for _, seat in hall.game.checks} == {3}
    assert hall.press("K").game.checks == frozenset()


def test_v_asks_once_and_withdraws() -> None:
    hall = Hall(answering()).press("F", "V")
    assert not hall.game.questions[-1].void
    assert hall.press("V").game.questions[-1].void
    assert hall.total(3) == 0


def test_e_moves_a_seat() -> None:
    """Verdicts and points are corrected in a later version; here E takes the seats."""
    assert Hall(idle()).press("E", "S", "4", "2").game.seats[3].state == "out"


def test_arrows_choose_before_a_question_and_never_during_one() -> None:
    hall = Hall(idle()).press("RIGHT")
    assert hall.cursor == (2, 40)
    assert hall.press("LEFT", "LEFT", "UP").cursor == (1, 10)
    assert hall.press("DOWN").cursor == (2, 10)
    assert Hall(idle()).press("RIGHT", "SPACE").game.questions[-1].value == 40


def test_the_window_s_own_keys_touch_no_match() -> None:
    hall = Hall(reading())
    before = hall.game
    assert hall.press("H").ui.hidden
    assert hall.press("T").ui.theme
    assert not hall.press("ESCAPE").ui.theme
    assert hall.press("F1").ui.help
    assert not hall.press("ESCAPE").ui.help
    assert hall.press("F11", "ESCAPE").other == [FullScreen(None), FullScreen(False)]
    assert hall.game == before


def test_ctrl_q_asks() -> None:
    keys = Keys()
    shown = seen(answering().published())
    keys.down(int(pygame.KSCAN_LCTRL), LATE_MS, shown)
    assert keys.down(int(pygame.KSCAN_Q), LATE_MS, shown) == []
    assert keys.down(int(pygame.KSCAN_Q), LATE_MS, shown) == [Quit()]


@pytest.mark.parametrize("key", ["Q", "S", "B", "9", "0", "TAB", "HOME", "PAGEUP", "F8", "INSERT"])
@pytest.mark.parametrize("table", [idle, reading, window, answering])
def test_a_key_that_is_none_does_nothing(table: Callable[[], Table], key: str) -> None:
    hall = Hall(table())
    before = hall.game
    assert hall.press(key).game == before
    assert (hall.other, hall.said, hall.ui) == ([], [], Ui())


@pytest.mark.parametrize(
    ("key", "turn"), [("F2", "lang"), ("F3", "light"), ("F4", "larger"), ("F5", "still"), ("M", "muted")]
)
def test_the_keys_of_the_look_leave_the_match_alone(key: str, turn: str) -> None:
    hall = Hall(reading())
    before = hall.game
    assert hall.press(key).game == before
    assert hall.other == [Change(turn)]  # type: ignore[arg-type]


def test_a_says_that_the_name_is_said() -> None:
    """Tour 3.3, 4.2: from the naming on others are fined, not before."""

    def elsewhere(hall: Hall) -> int:
        at_us = hall.table.at_us + 1
        hall.table.put(f.Press(at_us=at_us, seat=1), f.Release(at_us=at_us + 1000, seat=1)).settled()
        return hall.total(1)

    hall = Hall(answering("tour-de-svoyak-2007"))
    before = hall.total(1)
    assert elsewhere(hall) == before
    hall.press("A")
    assert elsewhere(hall) == before - 30
    hall.press("A")
    assert hall.said == ["named already"]


def test_a_is_taken_back_by_u() -> None:
    hall = Hall(answering("tour-de-svoyak-2007")).press("A", "U")
    assert isinstance(hall.game.phase, Answering)
    assert hall.game.phase.named_g is None


def test_a_does_nothing_where_nothing_hangs_on_it() -> None:
    hall = Hall(answering()).press("A")
    assert hall.said == ["nothing hangs on the naming"]
    assert Hall(window("tour-de-svoyak-2007")).press("A").ui.message == "nobody is answering"


def test_whom_the_host_did_not_see_he_has_not_named() -> None:
    table = answering("tour-de-svoyak-2007")
    game = preview(table.match)
    stale = Keys()
    (sent,) = stale.down(int(pygame.KSCAN_A), LATE_MS, seen(table.published())._replace(answering=1))
    assert isinstance(sent, Send)
    assert facts_for(table.match.setup, game, sent.command, table.at_us, 7) == "other_seat"


def test_a_finished_match_is_left_alone() -> None:
    table = Table(setup(themes=1))
    for index, value in enumerate((10, 20, 30, 40, 50)):
        table.played(value, 1, (10 + 20 * index) * S)
    hall = Hall(table).press("SPACE")
    assert isinstance(hall.game.phase, Finished)
    before = hall.game
    assert hall.press("SPACE", "J", "F", "C", "P", "A").game == before
