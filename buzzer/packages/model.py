"""What a question package is, whatever file it came from. Frozen; texts as written, in Unicode NFC.

Line breaks inside a text are the author's (`\\n`); stress marks (U+0301) and reading notes stay in, see
`buzzer.packages.for_audience` for the text that players may see.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

STANDARD_VALUES = (10, 20, 30, 40, 50)
"""The values of a theme in sport Svoya Igra, in the order of play."""


@dataclass(frozen=True, slots=True)
class Problem:
    """Something the host should know before play; `code` is for programs, the sentences are for people."""

    code: str
    say: str
    say_ru: str


@dataclass(frozen=True, slots=True)
class Question:
    value: int | None
    """As written in the file; None where none is written (or none that is a positive number)."""
    text: str
    answers: tuple[str, ...] = ()
    accept: tuple[str, ...] = ()
    """Зачёт: what counts as well."""
    reject: tuple[str, ...] = ()
    """Незачёт: what looks right and is not."""
    comment: str = ""
    source: str = ""
    author: str = ""
    handout: str = ""
    line: int = 0
    """Where it begins in its file, from 1; 0 where a file has no lines."""
    problems: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True)
class Theme:
    name: str
    """Empty where questions stand before any heading."""
    author: str = ""
    comment: str = ""
    section: str = ""
    """The match, round or stage under whose heading the theme stands ("Бой 1"), or empty."""
    questions: tuple[Question, ...] = ()
    line: int = 0
    problems: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True)
class Package:
    format: str
    """`4s` or `text`."""
    title: str
    themes: tuple[Theme, ...]
    editor: str = ""
    date: str = ""
    notes: str = ""
    """Everything else that stands before the first theme or between themes."""
    encoding: str = "utf-8"
    problems: tuple[Problem, ...] = ()

    def all_problems(self) -> Iterator[tuple[Theme | None, Question | None, Problem]]:
        """Each problem with the theme and question it concerns (None, None: the package), in the order of the file."""
        for problem in self.problems:
            yield None, None, problem
        for theme in self.themes:
            for problem in theme.problems:
                yield theme, None, problem
            for question in theme.questions:
                for problem in question.problems:
                    yield theme, question, problem
