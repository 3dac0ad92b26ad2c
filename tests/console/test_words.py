"""The sentences: the same ones with the same fields in every language, none missing, none idle, all switched by F2."""

from __future__ import annotations

import ast
import re
import string
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest

from hosts.console.locale import sentences
from hosts.console.sample import PACKAGE
from hosts.console.states import State, states
from hosts.console.view import View
from hosts.console.view.draw import Drawing
from hosts.console.view.fit import Fits
from hosts.console.view.ui import Look
from hosts.console.view.words import HELP, Lang, catalogue, known, points, say, seconds, signed, tenths

ROOT = Path(__file__).resolve().parents[2]
LANGS: tuple[Lang, ...] = get_args(Lang)
SENTENCES = catalogue()
FORMS = {"ru": 3, "en": 2}


def fields(sentence: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name is not None}


def trees(*folders: str) -> Iterator[ast.AST]:
    for folder in folders:
        for path in sorted((ROOT / folder).rglob("*.py")):
            yield from ast.walk(ast.parse(path.read_text("utf-8")))


def literals(node: ast.expr) -> Iterator[str]:
    """The codes that an argument may be: a string, or either side of a choice."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from (*literals(node.body), *literals(node.orelse))


def said_in_source() -> set[str]:
    """Every code that is the second argument of a call of `say`."""
    calls = (node for node in trees("hosts") if isinstance(node, ast.Call) and len(node.args) > 1)
    named = (call for call in calls if isinstance(call.func, ast.Name) and call.func.id == "say")
    return {code for call in named for code in literals(call.args[1])}


def test_every_sentence_is_in_every_language_with_the_same_fields() -> None:
    for code, languages in SENTENCES.items():
        for lang, forms in zip(LANGS, languages, strict=True):
            assert forms, (lang, code)
            assert all(forms), (lang, code)
            assert {frozenset(fields(each)) for each in forms} == {frozenset(fields(languages[0][0]))}, (lang, code)
            assert len(forms) == (FORMS[lang] if len(languages[0]) > 1 else 1), (lang, code)
            assert len(forms) == 1 or "n" in fields(forms[0]), (lang, code)


def test_nothing_is_shouted_and_english_is_english() -> None:
    for code, languages in SENTENCES.items():
        for sentence in (each for forms in languages for each in forms):
            assert "!" not in sentence, code
            assert sentence == sentence.strip(), code
            assert "  " not in sentence, code
            assert not re.search(r"\} (мс|с|мин|ms|s|min)\b", sentence), f"{code}: a no-break space before a unit"
            assert not re.search(r"-\d|-\{", sentence), f"{code}: a real minus or a dash"
        assert not re.search("[а-яё]", " ".join(languages[LANGS.index("en")]), re.IGNORECASE), code
    assert all(known(code) for code in HELP)


def test_every_code_that_is_said_is_there() -> None:
    said = said_in_source()
    assert len(said) > 100
    assert {code for code in said if not known(code)} == set()


def test_every_sentence_is_used() -> None:
    """By its code, or by the beginning of one that is made up as the program runs, as ``why_…``."""
    constants = {n.value for n in trees("hosts", "buzzer") if isinstance(n, ast.Constant) and isinstance(n.value, str)}
    made_up = {n.values[0] for n in trees("hosts") if isinstance(n, ast.JoinedStr) and len(n.values) > 1}
    starts = tuple(n.value for n in made_up if isinstance(n, ast.Constant) and re.fullmatch("[a-z]+_", str(n.value)))
    assert {"why_", "hold_"} <= set(starts)
    assert [code for code in SENTENCES if code not in constants and not code.startswith(starts)] == []


@pytest.mark.parametrize(
    ("count", "russian", "english"),
    [
        (1, "потеряна 1 запись", "1 record lost"),
        (2, "потеряны 2 записи", "2 records lost"),
        (5, "потеряно 5 записей", "5 records lost"),
        (11, "потеряно 11 записей", "11 records lost"),
        (21, "потеряна 21 запись", "21 records lost"),
        (112, "потеряно 112 записей", "112 records lost"),
    ],
)
def test_what_is_counted_has_the_form_of_its_number(count: int, russian: str, english: str) -> None:
    assert say("ru", "records_lost", n=count).replace("\u00a0", " ") == russian
    assert say("en", "records_lost", n=count).replace("\u00a0", " ") == english


def test_an_unknown_code_is_an_error() -> None:
    assert not known("no such code")
    with pytest.raises(KeyError):
        say("ru", "no such code")
    with pytest.raises(FileNotFoundError):
        sentences("xx")


def test_numbers_are_written_as_people_write_them() -> None:
    assert [points(-30), points(0), signed(-30), signed(0), signed(30)] == ["−30", "0", "−30", "0", "+30"]
    assert [tenths("ru", 43), tenths("en", 43)] == ["4,3", "4.3"]
    assert [seconds("ru", 7_000_000), seconds("en", 2_500_000)] == ["7\u00a0с", "2.5\u00a0s"]


def even(text: str, size: int, _bold: bool) -> int:
    return len(text) * size * 55 // 100


def drawn(draw: View, state: State, lang: Lang) -> Drawing:
    return draw(state.published, state.now_us, (1280, 720), Look(lang), state.ui)


@pytest.mark.parametrize("name", states())
def test_the_language_can_be_switched_while_the_program_runs(name: str) -> None:
    state = states()[name]
    kept = View(even, PACKAGE)
    for lang in ("ru", "en", "ru"):
        assert drawn(kept, state, lang) == drawn(View(even, PACKAGE), state, lang)
    assert drawn(kept, state, "ru") != drawn(kept, state, "en")


def test_a_number_stays_with_its_unit_when_a_line_breaks() -> None:
    found = Fits(even).block(say("ru", "time_played", n=12, theme=3), 60, 200, 12, 12)
    assert len(found.lines) > 1
    assert not [line for line in found.lines if line.startswith("мин")]
