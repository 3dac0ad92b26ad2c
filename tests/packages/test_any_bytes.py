"""Whatever a file holds, `parse` gives a package or a `PackageError` of one line."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from buzzer.packages import Package, PackageError, parse

PIECES = st.sampled_from(
    """Тема 1. Числа|Тема: Буквы. (Автор Пётр Первый)|Тема|Темы:|Ваши темы:|БОЙ 1|10. Вопрос (да)|20|30 лет|1. Раз|0.
Ответ: да|Ответ:|Ответы:|Зачёт: и так|Незачет: нет|Источник: 1. Книга|Комментарий:|Автор: Пётр|9999. Да|(((|)||| |!= не
Редактор: Анна|Дата: вчера|просто строка|#T Тема (А. Б.)|#B Бой|№ 10|№|№№ 5|? вопрос|! ответ|= и|/ к|^ и|@ а|- раз
> (img a.png)|### Пакет|#EDITOR Кто|\u0301""".replace("\n", "|").split("|")
)
NAMES = st.sampled_from(["p.txt", "p.si4s", "p"])


def parsed(data: bytes, name: str) -> Package | None:
    refused: PackageError | None = None
    try:
        return parse(data, name=name)
    except PackageError as error:
        refused = error
    assert "\n" not in str(refused)
    assert str(refused).startswith(f"{name}:")
    return None


@given(st.binary(max_size=300), NAMES)
def test_any_bytes(data: bytes, name: str) -> None:
    parsed(data, name)


@given(st.lists(PIECES, max_size=25), NAMES, st.sampled_from(["utf-8", "utf-16", "utf-16-le", "cp1251", "koi8-r"]))
def test_any_lines(lines: list[str], name: str, encoding: str) -> None:
    package = parsed("\n".join(lines).encode(encoding, "replace"), name)
    if package is not None:
        assert any(theme.questions for theme in package.themes)
        for theme in package.themes:
            for question in theme.questions:
                assert question.value is None or question.value > 0


@given(st.lists(PIECES, min_size=1, max_size=25))
def test_no_line_of_a_question_is_lost(lines: list[str]) -> None:
    """Every word that stands below the first question of a text is in the package or in a problem."""
    marked = [line + f" слово{number}" if line.strip() else line for number, line in enumerate(lines)]
    text = "Тема 1. Начало\n10. Первый вопрос\nОтвет: первый\n" + "\n".join(marked)
    package = parsed(text.encode("utf-8"), "p.txt")
    assert package is not None
    whole = repr(package)
    for number, line in enumerate(lines):
        if line.strip() and not line.startswith("БОЙ") and package.format == "text":
            assert f"слово{number}" in whole, line


@pytest.mark.parametrize("run", ["(", "_", " ", "a(", "[ ", "(screen ", "(screen", "Тема ", "№", "10. ", "\t", "А. "])
@pytest.mark.parametrize("before", ["", "Тема", "Тема 1. ", "#T ", "Ответ: ", "? ", "(screen", "10"])
def test_long_runs_are_read_in_a_moment(run: str, before: str) -> None:
    """A pattern that goes back over what it has read would take hours here."""
    text = f"Тема 1. Начало\n10. Вопрос\nОтвет: да\n{before}{run * 80_000}x\n20. Вопрос\nОтвет: да\n"
    for name in ("p.txt", "p.4s"):
        parsed(text.encode("utf-8"), name)
