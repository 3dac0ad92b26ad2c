"""The screens between questions: the themes to be read out, the break between two themes, the end."""

from __future__ import annotations

from dataclasses import replace

import pytest

from buzzer.core import facts as f
from buzzer.packages.model import Package, Theme
from hosts.console.sample import PACKAGE, S, Table, setup
from hosts.console.states import LONG, State, states
from hosts.console.view import View, next_change_us, view
from hosts.console.view.draw import Drawing, Rect, Sign, Text
from hosts.console.view.pause import PlayedTime, played_time
from hosts.console.view.ui import Look, Ui
from hosts.console.view.words import say

SIZE = (1920, 1080)
MINUTE = 60 * S


def narrow_letters(text: str, size: int, _bold: bool) -> int:
    """Room enough for every word, so that only what is said is compared."""
    return len(text) * size * 20 // 100


def draw(state: State, now_us: int | None = None, package: Package | None = PACKAGE) -> Drawing:
    at_us = state.now_us if now_us is None else now_us
    texts = None if state.paper else package
    return view(state.published, at_us, SIZE, Look("ru"), state.ui, measure=narrow_letters, package=texts)


def words(drawing: Drawing) -> list[str]:
    return [" ".join(item.lines) for item in drawing if isinstance(item, Text)]


# ---------------------------------------------------------------- before the first theme


@pytest.mark.parametrize("count", [8, 20])
def test_all_themes_are_listed_before_the_first(count: int) -> None:
    state = states()[f"themes-{count}"]
    said = words(draw(state))
    assert all(name in said for name in state.published.theme_names)
    assert [str(number) in said for number in range(1, count + 1)] == [True] * count
    assert f"тема 1: {LONG[0]}" in said
    assert say("ru", "no_press_yet") in said


def test_hiding_hides_the_themes() -> None:
    state = states()["themes-8"]
    said = words(draw(state._replace(ui=Ui(hidden=True))))
    assert not set(LONG) & set(said)
    assert say("ru", "hidden") in said


def test_without_names_the_themes_are_on_paper() -> None:
    said = words(draw(states()["themes-paper"]))
    assert say("ru", "themes_paper") in said
    assert say("ru", "themes_n", n=2) in said


def test_a_match_longer_than_its_package_counts_on() -> None:
    said = words(draw(State(Table(setup(themes=4)).published(), 0)))
    assert PACKAGE.themes[1].name in said
    assert "Тема 4" in said


def test_on_hold_the_band_says_why() -> None:
    table = Table(setup()).put(f.Hold(at_us=S, why="host")).until(2 * S)
    said = words(draw(State(table.published(), 2 * S)))
    assert say("ru", "hold_host") in said
    assert say("ru", "themes") not in said


# ---------------------------------------------------------------- between two themes


def test_a_break_says_what_is_next_and_the_scores_by_seat() -> None:
    theme = Theme(LONG[1], author="Р. Филин", comment="Отвечайте по-русски.")
    package = replace(PACKAGE, themes=(PACKAGE.themes[0], theme))
    state = states()["theme-over"]
    published = replace(state.published, theme_names=())
    drawing = draw(state._replace(published=published), package=package)
    said = words(drawing)
    assert f"{say('ru', 'last_theme')} · 2 из 2" in said
    assert {LONG[1], "Автор: Р. Филин", "Отвечайте по-русски.", f"тема 2: {LONG[1]}"} <= set(said)
    assert "Трава" in said, "the last answer is still there to be read out"
    assert [word for word in said if word.startswith("за тему")] == ["за тему +90", "за тему +60"] + ["за тему 0"] * 2
    assert [word for word in said if word.endswith("место")] == ["1 место", "2 место", "3–4 место", "3–4 место"]
    low = [item for item in drawing if isinstance(item, Sign) and item.box.y > 540]
    assert [item.seat for item in sorted(low, key=lambda item: item.box.x)] == [1, 2, 3, 4]


def test_before_the_last_theme_the_scores_are_announced_unless_one_is_being_looked_up() -> None:
    made = states()
    assert say("ru", "say_scores") in words(draw(made["theme-over"]))
    said = words(draw(made["theme-over-last"]))
    assert say("ru", "check_open_last") in said
    assert say("ru", "say_scores") not in said
    assert "≈ −3040" in said


def test_a_withdrawn_question_wins_nothing_in_its_theme() -> None:
    table = Table(setup())
    for index, value in enumerate(table.match.setup.rules.values):
        table.played(value, 1, (10 + 20 * index) * S)
    table.put(f.Void(at_us=200 * S, question=5)).until(201 * S)
    said = words(draw(State(table.published(), table.at_us)))
    assert "за тему +100" in said
    assert say("ru", "closed_void") in said


def test_the_time_played_goes_on_at_a_break_by_whole_minutes() -> None:
    state = states()["theme-over"]
    published, at_us = state.published, state.now_us
    assert played_time(published, at_us) == PlayedTime(1, 1)
    change_us = next_change_us(published, at_us)
    assert change_us is not None
    kept = View(narrow_letters, PACKAGE)
    for now_us in (at_us, change_us - 1, change_us, change_us + 9 * MINUTE):
        fresh = draw(state, now_us)
        assert kept(published, now_us, SIZE, Look("ru"), Ui()) == fresh
        assert (fresh == draw(state)) == (now_us < change_us)
    assert say("ru", "time_played", n=11, theme=11) in words(draw(state, change_us + 9 * MINUTE))


# ---------------------------------------------------------------- a theme that has been announced


def test_an_announced_theme_is_named_with_what_there_is_to_say() -> None:
    theme = replace(PACKAGE.themes[1], author="Р. Филин", comment="Отвечайте по-русски.")
    said = words(draw(states()["theme-announced"], package=replace(PACKAGE, themes=(PACKAGE.themes[0], theme))))
    assert said.count(theme.name) == 2
    assert "тема 2 из 2 · Автор: Р. Филин · Отвечайте по-русски." in said
    assert theme.questions[0].text in said, "it is read with the next Space"


# ---------------------------------------------------------------- the end


def test_the_end_says_how_long_and_what_is_next() -> None:
    state = states()["end"]
    said = words(draw(state))
    assert say("ru", "time_match", n=14) in said
    assert say("ru", "do_next_match") in said
    assert draw(state, state.now_us + 60 * MINUTE) == draw(state)


@pytest.mark.parametrize(("seats", "brackets"), [(2, 1), (3, 1), (4, 2), (8, 4)])
def test_shared_places_are_bracketed(seats: int, brackets: int) -> None:
    drawing = draw(states(seats=seats)["end-ties"])
    uprights = [item for item in drawing if isinstance(item, Rect) and item.fill == "live" and item.box.h > 60]
    assert len(uprights) == brackets
    assert say("ru", "shootout", n=1) in words(drawing)


def test_a_score_that_is_being_looked_up_is_no_final_one() -> None:
    table = Table(setup(themes=1))
    for index, value in enumerate(table.match.setup.rules.values):
        table.played(value, 1 + index % 2, (10 + 20 * index) * S)
    table.put(f.Check(at_us=300 * S, question=5, seat=1, open=True), f.Finish(at_us=301 * S)).until(302 * S)
    said = words(draw(State(table.published(), table.at_us)))
    assert "≈ 90" in said
    assert say("ru", "checking") in said
