"""What is odd in a package: the problems that `load` puts beside each question and theme.

The codes are fixed, other programs read them: `no_text`, `no_answer`, `no_value`, `value_twice`, `media` of a
question; `count`, `values`, `name_twice` of a theme; `stray` of the package (a line that no question claims).
"""

from collections.abc import Sequence
from dataclasses import replace

from .model import Package, Problem, Question, Theme
from .spelling import has_media


def checked(package: Package, values: Sequence[int]) -> Package:
    """The same package with its problems found; `values` is what each theme should have, in this order."""
    names: set[str] = set()
    themes = []
    for number, theme in enumerate(package.themes, 1):
        key = " ".join(theme.name.casefold().replace("ё", "е").split())
        themes.append(_checked_theme(theme, number, tuple(values), again=bool(key) and key in names))
        names.add(key)
    return replace(package, themes=tuple(themes))


def stray(line: int, text: str) -> Problem:
    shown = text if len(text) <= 60 else text[:59] + "…"
    return Problem(
        "stray",
        f"line {line} belongs to no question: «{shown}»",
        f"строка {line} не относится ни к одному вопросу: «{shown}»",
    )


def _checked_theme(theme: Theme, number: int, values: tuple[int, ...], *, again: bool) -> Theme:
    problems = list(theme.problems)
    found = [question.value for question in theme.questions]
    if len(found) != len(values):
        problems.append(
            Problem(
                "count",
                f"theme {number}: questions: {len(found)}, expected: {len(values)}",
                f"тема {number}: вопросов {len(found)}, ожидалось {len(values)}",
            )
        )
    if tuple(found) != values:
        expected = ", ".join(map(str, values))
        got = ", ".join("—" if value is None else str(value) for value in found) or "—"
        problems.append(
            Problem(
                "values",
                f"theme {number}: expected {expected}, got {got}",
                f"тема {number}: ожидались {expected}, в файле {got}",
            )
        )
    if again:
        problems.append(
            Problem(
                "name_twice",
                f"theme {number}: «{theme.name}» stands twice",
                f"тема {number}: «{theme.name}» встречается дважды",
            )
        )
    seen: set[int] = set()
    questions = []
    for question in theme.questions:
        questions.append(_checked_question(question, seen))
        if question.value is not None:
            seen.add(question.value)
    return replace(theme, questions=tuple(questions), problems=tuple(problems))


def _checked_question(question: Question, seen: set[int]) -> Question:
    problems = list(question.problems)
    if not question.text:
        problems.append(Problem("no_text", "the question has no text", "у вопроса нет текста"))
    if not any(question.answers):
        problems.append(Problem("no_answer", "the question has no answer", "у вопроса нет ответа"))
    if question.value is None:
        problems.append(Problem("no_value", "the question has no value", "у вопроса нет номинала"))
    elif question.value in seen:
        problems.append(
            Problem(
                "value_twice",
                f"the value {question.value} stands twice in the theme",
                f"номинал {question.value} встречается в теме дважды",
            )
        )
    if has_media(question.text) or has_media(question.handout):
        problems.append(Problem("media", "a picture or a sound belongs to it", "к вопросу есть картинка или звук"))
    return replace(question, problems=tuple(problems))
