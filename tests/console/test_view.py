"""What the screen says: clocks that never jump up, reasons in words, names by seat, what Space does at the end."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from buzzer.core import facts as f
from buzzer.core.rules import Ruleset
from buzzer.host import Step
from buzzer.published import PressView
from hosts.console.sample import PACKAGE, S, Table, setup
from hosts.console.states import State, states
from hosts.console.view import View, next_change_us, view
from hosts.console.view.draw import Bar, Drawing, Rect, Sign, Text
from hosts.console.view.foot import NOTICE_US
from hosts.console.view.head import step_words
from hosts.console.view.scene import scene, shown_names
from hosts.console.view.ui import Look, Ui
from hosts.console.view.words import Lang, say

SIZE = (1280, 720)
CLOCK = re.compile(r"\d+[,.]\d")


def even(text: str, size: int, _bold: bool) -> int:
    return len(text) * size * 55 // 100


def draw(state: State, lang: Lang = "ru", now_us: int | None = None) -> Drawing:
    package = None if state.paper else PACKAGE
    at_us = state.now_us if now_us is None else now_us
    return view(state.published, at_us, SIZE, Look(lang), state.ui, measure=even, package=package)


def words(drawing: Drawing) -> list[str]:
    return [" ".join(item.lines) for item in drawing if isinstance(item, Text)]


def clock(drawing: Drawing) -> int:
    """Tenths that the large clock shows."""
    (found,) = [word for word in words(drawing) if CLOCK.fullmatch(word)]
    return int(found.replace(",", ""))


@pytest.mark.parametrize("name", ["window", "after-wrong", "answering"])
def test_a_clock_never_jumps_up(name: str) -> None:
    state = states()[name]
    shown = [clock(draw(state, now_us=state.now_us + 7_001 * step)) for step in range(1200)]
    assert shown == sorted(shown, reverse=True)
    assert shown[-1] == 0
    assert len(set(shown)) > 20


def test_a_clock_shows_nothing_left_only_when_nothing_is_left() -> None:
    state = states()["window"]
    end_us = 277 * S
    assert clock(draw(state, now_us=end_us - 7 * S)) == 70
    assert clock(draw(state, now_us=end_us - 1)) == 1
    assert clock(draw(state, now_us=end_us)) == 0
    assert clock(draw(state, now_us=end_us + S)) == 0


def test_an_instant_that_was_read_too_early_does_not_turn_the_clock_back() -> None:
    """The window's thread may have read the time before the state was published."""
    state = states()["after-wrong"]
    at_us = state.published.at_us
    assert clock(draw(state, now_us=at_us - 400_000)) == clock(draw(state, now_us=at_us))


def test_on_hold_the_clock_stands() -> None:
    for name in ("hold", "hold-link", "hold-answering", "undone"):
        state = states()[name]
        assert clock(draw(state, now_us=state.now_us + 60 * S)) == clock(draw(state)) > 0


def test_an_answer_without_a_limit_counts_up_and_says_so() -> None:
    state = states("novosibirsk-2013")["answering"]
    drawing = draw(state, now_us=272 * S + 4_250_000)
    assert clock(drawing) == 42
    assert any("время ответа не ограничено" in word for word in words(drawing))
    assert not [item for item in drawing if isinstance(item, Bar)]


def test_the_change_that_is_announced_is_the_next_one() -> None:
    for name in ("window", "after-wrong", "answering", "notice", "provisional"):
        state = states()[name]
        now_us = state.now_us
        for _ in range(30):
            change_us = next_change_us(state.published, now_us)
            if change_us is None:
                break
            assert change_us > now_us
            figures = {tuple(words(draw(state, now_us=at_us))) for at_us in (now_us, (now_us + change_us) // 2)}
            assert len(figures) == 1
            now_us = change_us


def test_nothing_changes_by_itself_while_nothing_runs() -> None:
    for name in ("start", "next", "reading", "hold", "right", "end", "time-up"):
        state = states()[name]
        assert next_change_us(state.published, state.now_us) is None
        assert draw(state, now_us=state.now_us + 500 * S) == draw(state)


def test_a_notice_goes_after_six_seconds() -> None:
    state = states()["notice"]
    at_us = state.published.notices[-1].at_us
    line = say("ru", "other_seat")
    assert line in words(draw(state, now_us=at_us + NOTICE_US - 1))
    assert line not in words(draw(state, now_us=at_us + NOTICE_US))


@settings(max_examples=25)
@given(st.lists(st.tuples(st.sampled_from(sorted(states())), st.integers(0, 9_000_000), st.booleans()), max_size=12))
def test_what_is_kept_between_drawings_changes_no_drawing(steps: list[tuple[str, int, bool]]) -> None:
    kept = View(even, PACKAGE)
    made = states()
    for name, later_us, hidden in steps:
        state = made[name]
        ui = state.ui._replace(hidden=hidden)
        now_us = state.now_us + later_us
        fresh = view(state.published, now_us, SIZE, Look("ru"), ui, measure=even, package=PACKAGE)
        assert kept(state.published, now_us, SIZE, Look("ru"), ui) == fresh


def test_the_view_loads_no_pygame_and_no_clock() -> None:
    code = "import sys, hosts.console.view, hosts.console.keys; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert {"pygame", "serial", "asyncio"}.isdisjoint(done.stdout.split())


# ---------------------------------------------------------------- words


def test_every_state_is_in_english_too() -> None:
    cyrillic = re.compile("[а-яё]{2}", re.IGNORECASE)
    for name, state in states().items():
        published = state.published
        theirs = {*(theme.name for theme in PACKAGE.themes), *shown_names(published.game, "en"), *published.theme_names}
        for line in words(view(published, state.now_us, SIZE, Look("en"), state.ui, measure=even)):
            line = line.replace(" ", "")
            for own in theirs:
                line = line.replace(own.replace(" ", ""), "")
            if name != "not-saved" and "…" not in line:
                assert not cyrillic.search(line), (name, line)


REASONS = (
    "late", "out", "button_held", "on_hold", "not_open", "closed", "own", "tried", "busy", "busy_grace",
    "busy_punished", "locked", "fined",
)  # fmt: skip


@pytest.mark.parametrize("lang", get_args(Lang))
@pytest.mark.parametrize("why", REASONS)
def test_a_refused_press_is_told_in_words(why: str, lang: Lang) -> None:
    state = states()["window"]
    published = state.published
    told = PressView(3, published.at_us, why)
    with_press = state._replace(published=replace(published, presses=(told,)))
    assert say(lang, f"why_{why}") in words(draw(with_press, lang))
    assert say(lang, f"why_{why}") not in words(draw(state, lang))


def test_every_step_of_the_host_has_words() -> None:
    seen = set()
    for lang in get_args(Lang):
        for state in states().values():
            now = scene(state.published, state.ui, lang, PACKAGE)
            seen.add(now.step)
            assert step_words(now)
            now = now._replace(step=Step.PLAYED)
            assert step_words(now) == say(lang, "do_played")
    assert seen >= set(Step) - {Step.PLAYED, Step.FINISH}


# ---------------------------------------------------------------- seats and names


def test_equal_names_are_kept_apart_by_seat() -> None:
    """O-11: the name is shown, the seat is meant."""
    players = ("Ли", "Анна Петрова", "Анна Петрова (мл.)", "Мария дель Кармен Ривас")
    table = Table(setup("umlaut", 4)._replace(players=players))
    assert shown_names(table.match.game, "ru") == ("", *players)
    table = Table(setup("umlaut", 3)._replace(players=("Иванов Иван", "иванов  иван", " \u200b")))
    assert shown_names(table.match.game, "ru") == ("", "Иванов Иван (1)", "иванов иван (2)", "место 3")


def test_the_white_edge_is_on_exactly_those_who_may_press() -> None:
    def edges(state: State) -> set[int]:
        """By column: bars of full white along the top of a card."""
        rects = [item for item in draw(state) if isinstance(item, Rect) and item.fill == "live" and item.box.h <= 8]
        return {1 + (rect.box.x + rect.box.right) * 2 // SIZE[0] for rect in rects}

    made = states()
    assert edges(made["window"]) == {1, 2, 3, 4}
    assert edges(made["reading"]) == {1, 2, 3, 4}
    assert edges(made["after-wrong"]) == {1, 3}
    assert edges(made["seats-away"]) == {2, 4}
    for name in ("next", "answering", "hold", "right", "time-up", "start"):
        assert edges(made[name]) == set(), name
    assert edges(states("tour-de-svoyak-2007")["reading"]) == set()


def test_a_lock_shows_what_is_left_of_it() -> None:
    state = states()["after-wrong"]
    assert "закрыт ещё 0,8\u00a0с" in words(draw(state, now_us=277 * S + 250_000))
    assert "закрыт ещё 0,1\u00a0с" in words(draw(state, now_us=278 * S - 1))
    assert not [word for word in words(draw(state, now_us=278 * S)) if "закрыт ещё" in word]


def test_a_first_press_looks_provisional_until_it_stands() -> None:
    made = states()

    def solid(name: str) -> bool:
        return any(isinstance(item, Rect) and item.fill == "seat2" for item in draw(made[name]))

    assert solid("answering")
    assert not solid("provisional")
    assert "отвечает?" in words(draw(made["provisional"]))


def test_only_the_right_answer_s_lamp_is_lit() -> None:
    def styles(name: str) -> dict[int, str]:
        return {item.seat: item.style for item in draw(states()[name]) if isinstance(item, Sign) and item.box.y > 500}

    assert styles("right")[2] == "lit"
    assert styles("answering")[2] == "ink"
    assert styles("after-wrong") == {1: "may", 2: "dead", 3: "may", 4: "dead"}


def test_hiding_hides_question_and_answer() -> None:
    state = states()["reading"]
    text = "".join(words(draw(state)))
    assert "Нева" in text
    hidden = "".join(words(draw(state._replace(ui=Ui(hidden=True)))))
    assert "Нева" not in hidden
    assert "семьдесят" not in hidden


def test_the_theme_is_shown_unless_it_is_hidden() -> None:
    state = states()["theme"]
    shown = "".join(words(draw(state)))
    assert all(question.answers[0] in shown for question in PACKAGE.themes[1].questions)
    hidden = "".join(words(draw(state._replace(ui=Ui(theme=True, hidden=True)))))
    assert not [question for question in PACKAGE.themes[1].questions if question.answers[0] in hidden]


def test_a_spare_question_is_not_the_package_s() -> None:
    """O-31: the withdrawn question's text must not be read for the spare."""
    table = Table(setup())
    table.put(f.ThemeFact(at_us=0, number=1), f.Announce(at_us=S, value=10), f.Void(at_us=2 * S))
    table.put(f.Announce(at_us=3 * S, value=10, replaces=1)).until(3 * S + 1)
    said = words(draw(State(table.published(), 3 * S)))
    assert say("ru", "spare_paper") in said
    assert not [word for word in said if "плотника" in word]


def test_questions_of_other_values_are_found_by_their_place() -> None:
    state = states("tv-svoya-igra", 3)["reading"]
    assert "Нева" in words(draw(state))


# ---------------------------------------------------------------- the end


def drawn_texts(table: Table) -> list[str]:
    return words(draw(State(table.published(), table.at_us)))


def test_after_the_last_question_the_match_is_over_and_can_be_taken_back() -> None:
    """O-13: no choice from an empty list; Space twice does nothing more; undo stays."""
    table = Table(setup("umlaut", 3, 1))
    for index, value in enumerate(Ruleset.model_validate(table.match.setup.rules).values):
        table.played(value, 1 + index % 2, (10 + 20 * index) * S)
    said = drawn_texts(table)
    assert say("ru", "do_finish") in said
    assert [word for word in said if say("ru", "all_played") in word]
    table.put(f.Finish(at_us=500 * S, key=1), f.Finish(at_us=501 * S, key=2)).until(502 * S)
    said = drawn_texts(table)
    assert say("ru", "over") in said
    assert say("ru", "do_next_match") in said
    assert [word for word in said if word.startswith("отменить")]
    assert [word for word in said if "2026-11-30-umlaut-1.jsonl" in word]


def ends() -> Iterator[tuple[str, list[int | None], list[str]]]:
    yield "all level", [None] * 5, ["делят 1–3 место"]
    yield "two share", [1, 2, None, 2, 1], ["делят 1–2 место"]
    yield "none shared", [1, 2, None, 3, 3], ["Все места определены"]
    yield (
        "second shared",
        [1, None, None, None, None],
        ["делят 2–3 место"],
    )


@pytest.mark.parametrize(("winners", "lines"), [(w, n) for _, w, n in ends()], ids=[name for name, _, _ in ends()])
def test_places_and_ties(winners: list[int | None], lines: list[str]) -> None:
    table = Table(setup("umlaut", 3, 1))
    for index, (value, winner) in enumerate(zip(table.match.setup.rules.values, winners, strict=True)):
        table.played(value, winner, (10 + 20 * index) * S)
    table.put(f.Finish(at_us=500 * S)).until(501 * S)
    said = drawn_texts(table)
    for line in lines:
        assert [word for word in said if line in word], said
