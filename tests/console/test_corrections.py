"""The corrections: a draft beside the match, what it would lead to, and that nothing of it is the match's."""

from __future__ import annotations

import pygame

from buzzer.core import facts as f
from buzzer.core.match import preview
from buzzer.core.scoring import total
from hosts.console.keys import Keys, Seen, seen
from hosts.console.panelkeys import turned
from hosts.console.sample import PACKAGE, S, Table, at_theme_two
from hosts.console.states import State, states
from hosts.console.view import view
from hosts.console.view.draft import Draft, all_changes, corrected, proposed
from hosts.console.view.draw import Text, Veil
from hosts.console.view.ui import Look, Ui
from hosts.console.view.words import say

SIZE = (1920, 1080)


def narrow_letters(text: str, size: int, _bold: bool) -> int:
    return len(text) * size * 20 // 100


def panel(state: State) -> list[str]:
    """The words over the veil."""
    drawing = view(
        state.published, state.now_us, SIZE, Look("ru"), state.ui, measure=narrow_letters, package=PACKAGE
    )  # fmt: skip
    cut = max(index for index, item in enumerate(drawing) if isinstance(item, Veil))
    return [" ".join(item.lines) for item in drawing[cut:] if isinstance(item, Text)]


def press(keys: Keys, last: Seen, *names: str) -> Draft:
    for name in names:
        code = int(getattr(pygame, f"KSCAN_{name}"))
        assert keys.down(code, 10_000, last) == []
        keys.up(code)
    assert keys.ui.draft is not None
    return keys.ui.draft


def opened(table: Table) -> tuple[Keys, Seen]:
    keys, last = Keys(), seen(table.published())
    press(keys, last, "E")
    return keys, last


def test_the_last_question_is_chosen_and_the_arrows_go_from_one_to_another() -> None:
    keys, last = opened(at_theme_two())
    assert press(keys, last, "UP") == Draft(7)
    assert press(keys, last, "DOWN", "4") == Draft(6, 4)
    assert press(keys, last, *["DOWN"] * 9) == Draft(1)
    assert press(keys, last, "5", "9") == Draft(1), "there is no fifth seat"


def test_a_verdict_is_drafted_and_taken_out_again() -> None:
    keys, last = opened(at_theme_two())
    draft = press(keys, last, *["DOWN"] * 5, "4", "J")
    assert draft == Draft(2, 4, ((2, 4, "correct"),))
    assert press(keys, last, "N").changes == ((2, 4, "none"),)
    assert press(keys, last, "F").changes == (), "as it was"


def test_what_cannot_be_corrected_says_why() -> None:
    keys, last = opened(at_theme_two())
    assert press(keys, last, "J").changes == ()
    assert keys.ui.message == "corr_seat"
    press(keys, last, "3", "J")
    assert keys.ui.message == "corr_no_verdict"
    open_one = at_theme_two().put(f.Announce(at_us=260 * S, value=30)).settled()
    keys, last = opened(open_one)
    press(keys, last, "1", "J")
    assert keys.ui.message == "corr_open"
    keys, last = opened(open_one.put(f.Void(at_us=261 * S)).settled())
    press(keys, last, "1", "J")
    assert keys.ui.message == "corr_void"
    keys, last = Keys(), Seen(None, 4)
    press(keys, last, "E", "1", "J", "UP", "DOWN")
    assert keys.ui.draft == Draft(0, 1)


def test_the_answers_after_a_right_one_are_proposed_to_count_for_nothing() -> None:
    game = at_theme_two().match.game
    keys, last = opened(at_theme_two())
    draft = press(keys, last, *["DOWN"] * 5, "4", "J")
    assert proposed(draft, game.questions) == ((2, 2, "none"),)
    assert all_changes(draft, game.questions) == ((2, 4, "correct"), (2, 2, "none"))
    assert len(all_changes(press(keys, last, "RIGHT"), game.questions)) == 1
    assert len(all_changes(press(keys, last, "LEFT"), game.questions)) == 2
    own = press(keys, last, "2", "F")
    assert all_changes(own, game.questions) == ((2, 4, "correct"), (2, 2, "wrong"))


def test_what_it_would_lead_to_is_what_the_core_makes_of_it() -> None:
    table = at_theme_two()
    setup, game = table.match.setup, table.match.game
    draft = Draft(2, 4, ((2, 4, "correct"),))
    after = corrected(setup, game, draft)
    for number, seat, verdict in all_changes(draft, game.questions):
        table.put(f.Rejudge(at_us=251 * S, question=number, seat=seat, verdict=verdict))
    put = preview(table.settled().match)
    assert after.seats == put.seats
    assert after.questions == put.questions
    assert total(setup, after, 4) == total(setup, game, 4) + 40


def test_the_panel_says_before_and_after() -> None:
    said = panel(states()["corrections-changed"])
    assert {"было −2920", "−2940", "было −20", "20", "+20"} <= set(said)
    assert [word for word in said if word.startswith("Ответы после верного")]
    assert "2*" in said
    said = panel(states()["corrections"])
    assert not [word for word in said if word.startswith("было")]
    assert say("ru", "corr_seats") in said


def test_a_question_that_is_open_behind_the_panel_is_told() -> None:
    said = panel(states()["corrections-answering"])
    assert "отвечает Борис Константинопольский-Задунайский: Esc — к бою" in said
    assert say("ru", "corr_later") in said


def test_an_undo_under_the_panel_leaves_it_whole() -> None:
    """The question that was chosen is gone: nothing is drawn of it, and nothing breaks."""
    table = at_theme_two()
    said = panel(State(table.published(), table.at_us, Ui(draft=Draft(99, 1, ((99, 1, "wrong"),)))))
    assert say("ru", "corrections") in said
    assert turned(Draft(99, 1), pygame.KSCAN_DOWN, table.match.game.questions) == Draft(7)
