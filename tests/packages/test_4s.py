"""The pitfalls of 4s."""

import pytest

from buzzer.packages import Package, for_audience, parse


def read(text: str) -> Package:
    return parse(text.encode("utf-8"), name="p.si4s")


def test_a_marker_needs_white_space_and_other_lines_go_on() -> None:
    package = read("#T Тема\n№ 10\n? Первая строка\n!не ответ\n- раз\n- два\n! ответ\nвторой строкой\n/ слово")
    (question,) = package.themes[0].questions
    assert question.text == "Первая строка\n!не ответ\n- раз\n- два"
    assert question.answers == ("ответ\nвторой строкой",)
    assert question.comment == "слово"


def test_author_and_comment_below_the_theme() -> None:
    package = read("#B Бой 1\n#R Раунд 2\n#T Тема\n@ Пётр Первый\n/ Все ответы на «А».\n\n№ 10\n? а\n! б\n@ Иной Автор")
    (theme,) = package.themes
    assert (theme.author, theme.comment, theme.section) == ("Пётр Первый", "Все ответы на «А».", "Бой 1, Раунд 2")
    assert theme.questions[0].author == "Иной Автор"


@pytest.mark.parametrize("number", ["№ 10", "№10", "№ 10.", "№\t10"])
def test_numbers(number: str) -> None:
    assert read(f"#T Тема\n{number}\n? а\n! б").themes[0].questions[0].value == 10


@pytest.mark.parametrize("number", ["№ ноль", "№ 0", "№ -1", "№ 12345678", "№"])
def test_what_is_no_value(number: str) -> None:
    (question,) = read(f"#T Тема\n{number}\n? а\n! б").themes[0].questions
    assert (question.value, question.text) == (None, "а")
    assert [problem.code for problem in question.problems] == ["no_value"]


def test_a_question_without_an_answer_is_kept_and_told() -> None:
    package = read("#T Тема\n№ 10\n? а\n\n№ 20\n! б\n")
    assert [[p.code for p in q.problems] for q in package.themes[0].questions] == [["no_answer"], ["no_text"]]


def test_mark_up_goes_and_pictures_are_told() -> None:
    package = read(
        "#T Тема\n№ 10\n> (img map.png)\n? _Курсив_ и snake_case_имя\\_1 "
        "(screen для печати|для экрана)(LINEBREAK)дальше\n! !!Ответы: б\n"
    )
    (question,) = package.themes[0].questions
    assert question.text == "Курсив и snake_case_имя_1 для печати\nдальше"
    assert question.answers == ("б",)
    assert question.handout == "(img map.png)"
    assert [problem.code for problem in question.problems] == ["media"]


def test_stress_and_reading_notes_stay_for_the_host_and_go_for_the_audience() -> None:
    package = read("#T Тема\n№ 10\n? Город За\u0301мок [читается так], Хассе [хАссэ], он [Пушкин] сказал\n! б")
    text = package.themes[0].questions[0].text
    assert "За\u0301мок [читается так]" in text
    assert for_audience(text) == "Город Замок, Хассе, он [Пушкин] сказал"


def test_questions_before_any_theme_and_a_theme_without_questions() -> None:
    package = read("№ 10\n? а\n! б\n\n#T Пустая\n")
    assert [(theme.name, len(theme.questions)) for theme in package.themes] == [("", 1), ("Пустая", 0)]
    assert [problem.code for problem in package.themes[1].problems] == ["count", "values"]


def test_4s_is_known_without_its_suffix() -> None:
    assert parse("#T Тема\n№ 10\n? а\n! б".encode(), name="pack.txt").format == "4s"
