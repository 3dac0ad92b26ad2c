"""Band and legend in words: the naming, what an undo takes back, photo finishes; which seats a lost box takes."""

from __future__ import annotations

from dataclasses import replace

import pytest

from buzzer.core import facts as f
from buzzer.published import BoxView, PressView
from buzzer.rulesets import names as rulesets
from hosts.console.sample import BOX, PACKAGE, S, Table, at_theme_two, setup
from hosts.console.states import State, states
from hosts.console.view import view
from hosts.console.view.draw import Drawing, Text
from hosts.console.view.ui import Look, Ui
from hosts.console.view.words import Lang, say

WIDE = (1920, 1080)


def narrow_letters(text: str, size: int, _bold: bool) -> int:
    """Room enough for every word, so that only what is said is compared."""
    return len(text) * size * 20 // 100


def draw(state: State, lang: Lang = "ru") -> Drawing:
    package = None if state.paper else PACKAGE
    return view(state.published, state.now_us, WIDE, Look(lang), state.ui, measure=narrow_letters, package=package)


def words(drawing: Drawing) -> list[str]:
    return [" ".join(item.lines) for item in drawing if isinstance(item, Text)]


def shown(table: Table, lang: Lang = "ru") -> list[str]:
    return words(draw(State(table.settled().published(), table.at_us, Ui()), lang))


@pytest.mark.parametrize("rules", rulesets())
def test_the_naming_is_asked_for_only_where_something_hangs_on_it(rules: str) -> None:
    made = states(rules, 3)
    asked = {name: say("ru", "name_him") in words(draw(made[name])) for name in ("naming", "answering", "window")}
    legend = {name: "A Ф" in words(draw(made[name])) for name in ("naming", "answering", "window")}
    assert asked == legend == {"naming": rules == "tour-de-svoyak-2007", "answering": False, "window": False}
    help_words = words(draw(made["help"]))
    assert (say("ru", "h_named") in help_words) == (rules == "tour-de-svoyak-2007")


def test_a_provisional_press_is_not_to_be_named_yet() -> None:
    state = states("tour-de-svoyak-2007")["naming"]
    now = words(draw(state._replace(published=replace(state.published, provisional=True))))
    assert say("ru", "provisional") in now
    assert say("ru", "name_him") not in now


@pytest.mark.parametrize(
    ("state", "ru", "en"),
    [
        ("theme-announced", "отменить: тема 2", "undo: theme 2"),
        ("reading", "отменить: вопрос за 30", "undo: the question for 30"),
        ("window", "отменить: конец чтения", "undo: the end of the reading"),
        ("by-hand", "отменить: право", "undo: the right given"),
        ("closed", "отменить: вопрос закрыт", "undo: the question closed"),
        ("withdrawn", "отменить: вопрос снят", "undo: the question withdrawn"),
        ("checking", "отменить: проверка", "undo: the look-up"),
        ("seats-away", "отменить: перемена места", "undo: the seat's change"),
        ("end", "отменить: конец боя", "undo: the end of the match"),
    ],
)
def test_an_undo_names_what_it_takes_back(state: str, ru: str, en: str) -> None:
    made = states()
    assert ru in words(draw(made[state]))
    assert en in words(draw(made[state], "en"))


def test_an_undo_of_a_verdict_names_it_and_whose() -> None:
    made = states()
    assert "отменить: «неверно» — Борис Константинопольский-Задунайский" in words(draw(made["after-wrong"]))
    assert "undo: “right” — Борис Константинопольский-Задунайский" in words(draw(made["right"], "en"))
    assert "отменить: имя названо" in words(draw(states("tour-de-svoyak-2007")["answering"]))


def test_where_room_ends_the_undo_loses_the_name_first() -> None:
    state = states()["after-wrong"]
    drawing = view(
        state.published, state.now_us, (1024, 768), Look("ru"), state.ui,
        measure=lambda text, size, bold: len(text) * size * 55 // 100, package=PACKAGE,
    )  # fmt: skip
    assert "отменить: «неверно»" in words(drawing)


@pytest.mark.parametrize(
    ("after_us", "line"),
    [(0, "Анна Белозерская вровень"), (3_400, "Анна Белозерская +3,4\u00a0мс"),
     (99_999, "Анна Белозерская +99\u00a0мс"), (100_000, None), (400_000, None)],
)  # fmt: skip
def test_a_photo_finish_is_under_a_tenth(after_us: int, line: str | None) -> None:
    state = states()["answering"]
    first = next(each for each in state.published.presses if each.seat == 2)
    presses = (first, PressView(1, first.at_us + after_us, "busy_grace"))
    now = words(draw(state._replace(published=replace(state.published, presses=presses))))
    found = [word for word in now if word.startswith("Анна Белозерская ")]
    assert found == ([] if line is None else [line])
    if after_us:  # the card has its own words, also where the band has none
        assert any(word.startswith("позже на ") for word in now)


def cards(boxes: tuple[BoxView, ...]) -> tuple[int, int]:
    """How many cards say that the link is lost, and that there is no button."""
    state = states()["window"]
    now = words(draw(state._replace(published=replace(state.published, boxes=boxes))))
    return now.count(say("ru", "no_link")), now.count(say("ru", "no_button"))


def test_a_lost_box_takes_exactly_its_seats() -> None:
    left, right = replace(BOX, seats=(1, 2)), BoxView("C3D4", "/dev/ttyUSB1", True, seats=(3, 4))
    assert cards((left, right)) == (0, 0)
    assert cards((replace(left, up=False, trouble="unplugged"), right)) == (2, 0)
    assert cards((left, replace(right, up=False, trouble="silent"))) == (2, 0)
    assert cards((replace(left, up=False), replace(right, up=False))) == (4, 0)
    assert cards(()) == (0, 0)


def test_a_seat_without_a_button_is_told() -> None:
    assert cards((replace(BOX, seats=(1, 2, 3)),)) == (0, 1)


def test_no_box_found_yet_is_no_link() -> None:
    assert cards((BoxView("", "/dev/ttyUSB0", False, "permission denied"),)) == (4, 0)


def test_a_box_whose_seats_another_has_is_missed_by_nobody() -> None:
    old = BoxView("C3D4", "/dev/ttyUSB1", False, "unplugged")
    state = states()["window"]
    now = words(draw(state._replace(published=replace(state.published, boxes=(old, BOX)))))
    assert say("ru", "box_up", box="A1B2") in now
    assert cards((old, BOX)) == (0, 0)


def test_space_is_told_while_somebody_answers() -> None:
    made = states()
    assert say("ru", "do_answering") in words(draw(made["answering"]))
    assert say("ru", "do_resume") in words(draw(made["hold-answering"]))


def test_the_end_tells_how_to_leave() -> None:
    assert "Ctrl+Q" in words(draw(states()["end"]))


def test_a_fresh_match_has_nothing_to_take_back() -> None:
    assert not any(word.startswith("отменить") for word in shown(Table(setup())))
    assert any(word.startswith("отменить") for word in shown(at_theme_two()))
    replayed = at_theme_two().put(f.Announce(at_us=260 * S, key=1, value=40))
    assert "отменить: вопрос за 40" in shown(replayed)
