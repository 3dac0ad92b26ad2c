"""Whatever people type as names, themes, questions and troubles: it is fitted; nothing invisible is drawn."""

from __future__ import annotations

import unicodedata
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from buzzer.core import facts as f
from buzzer.packages.model import Package, Question, Theme
from buzzer.published import BoxView, Notice, Saved
from console.test_layout import faults
from hosts.console.faces import Fonts
from hosts.console.sample import PACKAGE, S, Table, setup
from hosts.console.states import states
from hosts.console.view import View
from hosts.console.view.draw import Text
from hosts.console.view.fit import STRESS, Fits, clean
from hosts.console.view.ui import Look, Ui

WORDS = st.one_of(
    st.text(max_size=60),
    st.text(alphabet="абвгд -ЁЖЩыъ«»—0123456789", max_size=320),
    st.sampled_from(
        ["Ы" * 200, "\u202e\u200fтекст", "a\u0301\u0301\u0301\u0301", "x\n\t\x00\x07y", "🎲🏁", "中文", ""]
    ),
)


@settings(max_examples=60)
@given(
    names=st.lists(WORDS, min_size=4, max_size=4),
    theme=WORDS,
    question=WORDS,
    answer=WORDS,
    trouble=WORDS,
    size=st.sampled_from([(1024, 768), (1280, 720), (1920, 1080), (2560, 1080)]),
    points=st.sampled_from([0, -10, 12_345, -123_456_789]),
    stage=st.sampled_from(["window", "answering", "closed", "end", "notice"]),
)
def test_any_text_is_fitted(
    fonts: Fonts, names: list[str], theme: str, question: str, answer: str, trouble: str,
    size: tuple[int, int], points: int, stage: str,
) -> None:  # fmt: skip
    table = Table(setup("umlaut", 4, 1)._replace(players=tuple(names)))
    table.put(f.ThemeFact(at_us=0, number=1, name=theme), f.Adjust(at_us=1, seat=4, delta=points, reason="-"))
    table.put(f.Announce(at_us=S, value=10), f.ReadEnd(at_us=2 * S))
    if stage in ("answering", "closed", "end"):
        table.put(f.Press(at_us=3 * S, seat=1), f.Press(at_us=3 * S + 5, seat=2)).until(3 * S + 9)
    if stage in ("closed", "end"):
        table.put(f.Judge(at_us=4 * S, verdict="correct", seat=1)).until(4 * S + 1)
    if stage == "end":
        table.put(f.Finish(at_us=5 * S)).until(5 * S + 1)
    package = Package(
        "text", "", (Theme(theme, questions=(Question(10, question, (answer,), (answer,), (), question),)),)
    )
    published = table.published(
        boxes=(BoxView(trouble, trouble, False, trouble),),
        saved=Saved(3, 1, trouble),
        journal=trouble,
        theme_names=(theme,),
        notices=(Notice("?", trouble, table.at_us),) if stage == "notice" else (),
    )
    drawing = View(fonts.measure, package)(published, table.at_us, size, Look("ru"), Ui())
    assert faults(drawing, size, fonts) == []
    shown = "".join(line for item in drawing if isinstance(item, Text) for line in item.lines)
    assert [char for char in shown if unicodedata.category(char)[0] == "C"] == []


@given(WORDS)
def test_cleaning_once_is_enough(text: str) -> None:
    assert clean(clean(text)) == clean(text)


@given(WORDS, st.integers(20, 900), st.integers(30, 400), st.integers(10, 60))
def test_fitted_lines_are_no_wider_and_no_higher_than_their_box(text: str, w: int, h: int, big: int) -> None:
    fits = Fits(lambda words, size, bold: len(words.replace(STRESS, "")) * size // 2)
    for fitted in (fits.label(clean(text), w, h, big, 10, True, 3), fits.block(clean(text), w, h, big, 10)):
        assert all(fits.width(line, fitted.size, fitted.bold) <= w for line in fitted.lines)
        assert not fitted.lines or fitted.leading * (len(fitted.lines) - 1) + fitted.size <= h


def test_a_question_of_320_characters_is_shown_whole(fonts: Fonts) -> None:
    question = PACKAGE.themes[1].questions[2].text
    assert 310 <= len(question) <= 340
    for size in ((1024, 768), (1280, 720), (1366, 768), (1920, 1080), (3840, 2160)):
        state = states()["reading"]
        drawing = View(fonts.measure, PACKAGE)(state.published, state.now_us, size, Look("ru"), state.ui)
        shown = [" ".join(item.lines) for item in drawing if isinstance(item, Text) and len(item.lines) > 4]
        assert clean(question) in shown


def test_a_name_that_fits_nowhere_ends_in_an_ellipsis(fonts: Fonts) -> None:
    table = Table(setup("umlaut", 4, 1)._replace(players=("Ы" * 200, "Б", "В", "Г")))
    published = replace(table.published(), journal="")
    drawing = View(fonts.measure)(published, 0, (1280, 720), Look("ru"), Ui())
    assert any(line.endswith("…") for item in drawing if isinstance(item, Text) for line in item.lines)
