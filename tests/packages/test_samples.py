"""The sample packages: the same five questions in every layout, read to the same theme."""

import sys
from pathlib import Path

import pytest

from buzzer.packages import Package, PackageError, load

SAMPLES = Path(__file__).parent / "samples"

NATIVE_UTF_16 = {"little": "utf-16-le", "big": "utf-16-be"}[sys.byteorder]
TEXTS = [
    "Столько пальцев на одной руке.",
    "Столько будет дважды два.",
    "Столько дней в неделе.",
    "Столько месяцев в году.",
    "1024 — это ОНО в десятой степени.",
]


def codes(package: Package) -> list[str]:
    return [problem.code for _, _, problem in package.all_problems()]


def test_standard_layout() -> None:
    package = load(SAMPLES / "si_standard.txt")
    assert (package.format, package.encoding, package.title) == (
        "text",
        "utf-8",
        "Учебный пакет контроллера кнопок",
    )
    assert package.editor == "Проверочный Автор (Город)"
    assert [(theme.name, theme.section) for theme in package.themes] == [("Числа", "БОЙ 1"), ("Цвета", "БОЙ 1")]
    numbers, colours = package.themes
    assert numbers.author == "Проверочный Автор (Город)"
    assert [question.text for question in numbers.questions] == TEXTS
    assert [question.value for question in colours.questions] == [10, 20, 30, 40, 50]
    first, second, _, fourth, _ = numbers.questions
    assert first.answers == ("пять.",)
    assert first.accept == ("5.",)
    assert first.comment == "проверка зачёта через «ё»."
    assert first.source == "таблица умножения."
    assert second.accept == ("4",)  # «Зачет» without the dots of ё
    assert fourth.reject == ("десять",)
    assert colours.questions[1].answers == ("голубое (синее).",)
    assert codes(package) == []


def test_answers_after_the_theme() -> None:
    package = load(SAMPLES / "si_answers_after.txt")
    (theme,) = package.themes
    assert (theme.name, theme.author) == ("Числа", "Проверочный")
    assert [question.text for question in theme.questions] == TEXTS
    assert [question.answers for question in theme.questions] == [
        ("Пять.",),
        ("Четыре.",),
        ("Семь.",),
        ("Двенадцать.",),
        ("Два.",),
    ]
    assert codes(package) == []


def test_answers_in_the_last_parentheses() -> None:
    (theme,) = load(SAMPLES / "si_answers_in_parentheses.txt").themes
    assert theme.name == "Числа"
    assert theme.questions[1].text == "Столько будет дважды два (без остатка)."
    assert [question.answers for question in theme.questions] == [
        ("Пять.",),
        ("Четыре",),
        ("Семь (дней).",),
        ("12",),
        ("Два.",),
    ]
    assert theme.questions[4].source == "школьный учебник."


def test_4s() -> None:
    package = load(SAMPLES / "pack.si4s")
    assert package.format == "4s"
    assert package.title == "Учебный пакет контроллера кнопок"
    numbers, unnumbered = package.themes
    assert (numbers.name, numbers.author, numbers.section) == ("Числа", "Проверочный Автор", "Бой 1")
    assert [question.text for question in numbers.questions] == TEXTS
    assert numbers.questions[0].accept == ("5.",)
    assert numbers.questions[3].reject == ("десять",)
    # What has no number is not numbered by guess.
    assert [question.value for question in unnumbered.questions] == [None, None]
    assert codes(package) == ["count", "values", "no_value", "no_value"]


@pytest.mark.parametrize(
    ("name", "what"),
    [
        ("si_convert_no_namespace.siq", "zip"),
        ("db_si.xml", "XML"),
        ("db_si_utf8.txt", "question data base"),
        ("db_si_koi8r.txt", "question data base"),  # its encoding was told, else these words were not found
        ("nothing.txt", "no such file"),
        (".", "folder"),
    ],
)
def test_what_is_not_read_is_told_in_one_line(name: str, what: str) -> None:
    path = SAMPLES / name
    with pytest.raises(PackageError) as caught:
        load(path)
    line = str(caught.value)
    assert line.startswith(f"{path}: ")
    assert what in line
    assert "; " in line  # and what to do
    assert "\n" not in line


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1251", "koi8-r"])
@pytest.mark.parametrize("name", ["si_standard.txt", "pack.si4s"])
def test_encodings_and_line_ends(tmp_path: Path, encoding: str, name: str) -> None:
    text = (SAMPLES / name).read_text("utf-8")
    if encoding == "koi8-r":
        text = text.replace("«", '"').replace("»", '"').replace("—", "-").replace("№", "№" if "4s" not in name else "?")
    wanted = load(write(tmp_path / f"plain-{name}", text.encode("utf-8")))
    for ends in ("\n", "\r\n", "\r"):
        package = load(write(tmp_path / name, text.replace("\n", ends).encode(encoding, "replace")))
        assert package.themes == wanted.themes
        assert package.encoding == {"utf-8-sig": "utf-8", "utf-16": NATIVE_UTF_16}.get(encoding, encoding)


def write(path: Path, data: bytes) -> Path:
    path.write_bytes(data)
    return path
