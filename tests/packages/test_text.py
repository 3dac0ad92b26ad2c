"""What texts of sport Svoya Igra look like in the wild; each case is a pitfall somebody met."""

import pytest

from buzzer.packages import Package, parse


def read(text: str) -> Package:
    return parse(text.encode("utf-8"), name="p.txt")


def codes(package: Package) -> list[str]:
    return [problem.code for _, _, problem in package.all_problems()]


def theme(head: str, *, first: int = 10, step: int = 10, mark: str = ". ", answer: str = "Ответ: о") -> str:
    lines = [head]
    for place in range(5):
        lines += [f"{first + place * step}{mark}Вопрос {place + 1}.", f"{answer}{place + 1}", ""]
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize(
    ("head", "name", "author"),
    [
        ("Тема 1. Числа", "Числа", ""),
        ("ТЕМА №2: Числа", "Числа", ""),
        ("Тема: Числа. (Автор Пётр Первый)", "Числа", "Пётр Первый"),
        ("Тема: Числа (Авторы: П. Первый, Е. Вторая)", "Числа", "П. Первый, Е. Вторая"),
        ("Тема 1\nЧисла", "Числа", ""),
        ("1. Числа (Пётр Первый)", "Числа", "Пётр Первый"),
        ("Числа", "Числа", ""),
        ("#T Числа (П. А. Первый)", "Числа", "П. А. Первый"),
        ("Тема 1. Кино (СССР)", "Кино (СССР)", ""),
        ("Тема 3. Инициалы С.О.", "Инициалы С.О.", ""),
        ("Тема 4. Что было дальше...", "Что было дальше...", ""),
    ],
)
def test_heads_of_themes(head: str, name: str, author: str) -> None:
    package = read("Пакет\n\n" + theme(head) + "\n" + theme(head.replace("Числа", "Буквы")))
    assert [t.name for t in package.themes] == [name, name.replace("Числа", "Буквы")]
    assert [t.author for t in package.themes] == [author, author]
    assert [len(t.questions) for t in package.themes] == [5, 5]
    assert {p.code for t in package.themes for p in t.problems} <= {"name_twice"}


@pytest.mark.parametrize("mark", [". ", ": ", ") ", " ", ".\n", "\n", ".\t"])
def test_marks_after_a_value(mark: str) -> None:
    (found,) = read(theme("Тема 1. Числа", mark=mark)).themes
    assert [(q.value, q.text, q.answers) for q in found.questions] == [
        (10 * place, f"Вопрос {place}.", (f"о{place}",)) for place in range(1, 6)
    ]


def test_values_are_kept_as_written_and_reported() -> None:
    ones = read(theme("Тема 1. Числа", first=1, step=1))
    assert [q.value for q in ones.themes[0].questions] == [1, 2, 3, 4, 5]
    assert codes(ones) == ["values"]
    hundreds = read(theme("Тема 1. Числа", first=100, step=100))
    assert [q.value for q in hundreds.themes[0].questions] == [100, 200, 300, 400, 500]
    assert "expected 10, 20, 30, 40, 50, got 100, 200, 300, 400, 500" in hundreds.themes[0].problems[0].say
    wanted = parse(theme("Тема 1. Числа", first=100, step=100).encode(), values=(100, 200, 300, 400, 500))
    assert codes(wanted) == []


def test_a_lost_heading_a_double_value_and_a_short_theme() -> None:
    ten = read(theme("Тема 1. Числа") + theme("").lstrip())
    assert [len(t.questions) for t in ten.themes] == [10]
    assert codes(ten) == ["count", "values"] + ["value_twice"] * 5
    twice = read(theme("Тема 1. Числа").replace("20.", "30."))
    assert [q.value for q in twice.themes[0].questions] == [10, 30, 30, 40, 50]
    assert codes(twice) == ["values", "value_twice"]
    short = read("Тема 1. Числа\n10. а\nОтвет: б\n20. в\nОтвет: г\n30. д\nОтвет: е\n")
    assert codes(short) == ["count", "values"]


def test_no_text_and_no_answer() -> None:
    package = read("Тема 1. Числа\n10.\nОтвет: б\n20. в\n30. д\nОтвет:\n40. ж\nОтвет: з\n50. и\nОтвет: к\n")
    assert [[p.code for p in q.problems] for q in package.themes[0].questions] == [
        ["no_text"],
        ["no_answer"],
        ["no_answer"],
        [],
        [],
    ]


def test_the_list_of_themes_before_a_match_is_no_theme() -> None:
    for listed in ("Ваши темы:\n1. Числа\n2. Буквы\n", "Темы: Числа // Буквы\n", "Темы:\nЧисла\nБуквы\n"):
        package = read(
            f"БОЙ 1\n\n{listed}\n{theme('1. Числа')}{theme('2. Буквы')}\nБОЙ 2\n\n{listed}\n{theme('Тема 1. Цвета')}"
        )
        assert [(t.name, t.section) for t in package.themes] == [
            ("Числа", "БОЙ 1"),
            ("Буквы", "БОЙ 1"),
            ("Цвета", "БОЙ 2"),
        ]
        assert codes(package) == []


def test_numbers_inside_a_text_begin_no_question() -> None:
    package = read(
        "Тема 1. Годы\n10. Он родился\n20 лет спустя. Назовите год.\nОтвет: 1845\n"
        "Комментарий: вышло за\n1000 рублей.\nИсточник: 1. Книга.\n2. Другая книга.\n\n20. Второй.\nОтвет: б\n"
    )
    first, second = package.themes[0].questions
    assert first.text == "Он родился\n20 лет спустя. Назовите год."
    assert first.comment == "вышло за\n1000 рублей."
    assert first.source == "1. Книга.\n2. Другая книга."
    assert (second.value, second.text) == (20, "Второй.")


def test_a_stray_line_is_told_and_not_lost() -> None:
    text = theme("Тема 1. Числа").replace("Ответ: о2\n", "Ответ: о2\n\nОтсебятина.\n")
    package = read(text)
    assert codes(package) == ["stray"]
    assert "line 8" in package.problems[0].say
    assert package.themes[0].questions[1].answers == ("о2",)
    assert package.themes[0].questions[1].comment == "Отсебятина."


def test_paragraphs_of_a_question_stay_together() -> None:
    package = read("Тема 1. Стихи\n10. Первая строка,\nвторая строка.\n\nНазовите автора.\nОтвет: Пушкин\n")
    (question,) = package.themes[0].questions
    assert question.text == "Первая строка,\nвторая строка.\nНазовите автора."
    assert question.answers == ("Пушкин",)


def test_two_themes_with_answers_after_each() -> None:
    def block(name: str) -> str:
        asked = "".join(f"{10 * n}. {name} {n}?\n" for n in range(1, 6))
        return f"{name}\n{asked}\nОтвет:\n" + "".join(f"{10 * n}. {name}-{n}\n" for n in range(1, 6)) + "\n"

    package = read("Доктор\n\n" + block("Числа") + block("Буквы"))
    assert [(t.name, [q.answers for q in t.questions]) for t in package.themes] == [
        (name, [(f"{name}-{n}",) for n in range(1, 6)]) for name in ("Числа", "Буквы")
    ]
    assert codes(package) == []


def test_two_unlabelled_themes_with_answers_in_parentheses() -> None:
    def block(name: str) -> str:
        return f"{name}\n" + "".join(f"{10 * n}. {name} {n} (да)? ({name}-{n})\n" for n in range(1, 6)) + "\n"

    package = read("Своя игра\n\n" + block("Числа") + block("Буквы"))
    assert [(t.name, [(q.text, q.answers) for q in t.questions]) for t in package.themes] == [
        (name, [(f"{name} {n} (да)?", (f"{name}-{n}",)) for n in range(1, 6)]) for name in ("Числа", "Буквы")
    ]


def test_name_twice_looks_past_case_and_yo() -> None:
    package = read(theme("Тема 1. Мёд") + theme("Тема 2. мед"))
    assert [[p.code for p in t.problems] for t in package.themes] == [[], ["name_twice"]]


@pytest.mark.parametrize(
    "head",
    ["Бой 2", "БОЙ 2. Зал А", "II групповой этап", "1/4 финала. Бой 3", "2-й раунд", "Полуфинал", "Перестрелка"],
)
def test_heads_of_sections(head: str) -> None:
    package = read(f"{theme('Тема 1. Числа')}\n{head}\n\n{theme('Тема 2. Буквы')}")
    assert [t.section for t in package.themes] == ["", head]
    assert codes(package) == []


def test_what_looks_like_a_section_inside_a_question() -> None:
    text = (
        "Тема 1. Спорт\n10. Назовите его.\n\nФинал он выиграл.\nОтвет: он\nБой быков\n\n20. Второй.\nОтвет: б\nБой 2\n"
    )
    package = read(text + theme("Тема 2. Буквы"))
    first, second = package.themes[0].questions
    assert first.text == "Назовите его.\nФинал он выиграл."
    assert first.answers == ("он\nБой быков",)
    assert second.answers == ("б",)
    assert package.themes[1].section == "Бой 2"


@pytest.mark.parametrize("gap", ["", "\n"])
def test_a_numbered_list_inside_a_question(gap: str) -> None:
    package = read(
        f"Тема 1. Пары\n10. Дуплет.\n{gap}1. Раз?\n2. Два?\n{gap}20 лет спустя?\n"
        "Ответ:\n1. Да.\n2. Нет.\n\n20. И?\nОтвет: и\n"
    )
    first, second = package.themes[0].questions
    assert first.text == "Дуплет.\n1. Раз?\n2. Два?\n20 лет спустя?"
    assert first.answers == ("1. Да.\n2. Нет.",)
    assert (second.value, second.answers) == (20, ("и",))


def test_a_whole_match_as_it_is_written() -> None:
    def question(value: int) -> str:
        return (
            f"{value}. Вопрос за {value}.\nОтвет: ответ {value}.\nЗачёт: зачёт.\nКомментарий: К.\n"
            "Источник: 1. Книга.\n2. Сайт.\n\n"
        )

    themes = "".join(
        f"{n}. {name} (Анна Первая)\n\n" + "".join(map(question, (10, 20, 30, 40, 50)))
        for n, name in enumerate(("Мосты", "Реки", "Моря"), 1)
    )
    package = read(
        f"Кубок\n\nРедактор: Анна Первая\n\nI этап\n\nБой 1\n\nТемы: Мосты // Реки // Моря\n\n"
        f"{themes}II этап\n\nБой 1\n\n{themes}"
    )
    assert [t.name for t in package.themes] == ["Мосты", "Реки", "Моря"] * 2
    assert {t.author for t in package.themes} == {"Анна Первая"}
    assert all(q.source == "1. Книга.\n2. Сайт." for t in package.themes for q in t.questions)
    assert codes(package) == ["name_twice"] * 3
    assert (package.title, package.editor, package.notes) == ("Кубок", "Анна Первая", "Темы: Мосты // Реки // Моря")
