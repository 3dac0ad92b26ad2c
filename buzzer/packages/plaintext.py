"""Packages in plain text, as sport Svoya Igra is written down. Three layouts, told apart theme by theme:

1. the answer after each question ("Ответ: …", then "Зачёт:", "Комментарий:", "Источник:" …);
2. all answers after the theme, under "Ответы:", by their values;
3. the answer in the last parentheses of the question.

A theme begins with "Тема 1. X", "Тема: X. (Автор …)", "#T X", with "1. X" where values are tens, or with an
unlabelled line after an empty one and above the first value. A question begins with its value: "10." "10:" "10)"
"10 …" or "10" alone.

The reader is one pass over classified lines. The only thing it puts off is a line after an empty one:
`_Reader.pending` holds it until the next line that means something shows whether it was a heading, a further
paragraph, or belongs to nothing (a `stray` problem). The text of such a line is never lost: a stray one stays
with the question above it, as a comment.
"""

from __future__ import annotations

import re

from .checking import stray
from .draft import QuestionDraft, ThemeDraft
from .model import Package, Problem
from .spelling import last_parentheses, split_author

_NUMBERED = re.compile(r"([0-9]{1,4})(?![0-9])(?: ?([.:)]) ?| |$)(.*)$")
_THEME = re.compile(r"(?:#T |(?:тема|theme) ?(?:№? ?[0-9]{1,3} ?(?:[.:)—–-]+| |$)|[.:])) ?(.*)$", re.IGNORECASE)
_LIST = re.compile(r"(?:ваши |список )?тем[ыа]?(?: боя)? ?:(.*)$|themes ?:(.*)$", re.IGNORECASE)
_SECTION = re.compile(
    r"(?:(?:[IVX]{1,5}|[0-9]{1,2}(?:-?[а-яё]{1,2})?)\.? )?"
    r"(?:(?:групповой|отборочный|основной|финальный|первый|второй|третий|четвёртый) )?"
    r"(?:бой|раунд|этап|тур|перестрелка|(?:четверть|полу)?финал|1/[0-9]{1,3}|match|round|stage)\b"
    r"( ?№?[0-9]*)([^?!]{0,80})$",
    re.IGNORECASE,
)
_LABEL = re.compile(
    r"(ответы|answers|ответ|answer|зач[её]т|accept|не ?зач[её]т|reject|комментари[йи]|comments?|"
    r"примечани[ея]|источники?|sources?|авторы?(?: темы)?|authors?|редакторы?|editors?|дата|date)"
    r" ?[:.] ?(.*)$",
    re.IGNORECASE,
)
_FIELD_BY_START = (
    ("ответы", "answers"),
    ("answers", "answers"),
    ("ответ", "answer"),
    ("answer", "answer"),
    ("зач", "accept"),
    ("accept", "accept"),
    ("не", "reject"),
    ("reject", "reject"),
    ("комм", "comment"),
    ("comm", "comment"),
    ("прим", "comment"),
    ("ист", "source"),
    ("sou", "source"),
    ("авт", "author"),
    ("aut", "author"),
    ("ред", "editor"),
    ("edi", "editor"),
    ("дата", "date"),
    ("date", "date"),
)
_MOST_VALUE = 3000


def read_text(text: str) -> Package:
    """Every theme in the order of the text, its problems not yet looked for (but for stray lines)."""
    lines = [" ".join(line.split()) for line in text.split("\n")]  # runs of spaces carry nothing
    reader = _Reader(tens=_values_are_tens(lines), labelled=_answers_are_labelled(lines))
    for number, line in enumerate(lines, 1):
        reader.line(number, line)
    reader.end()
    for theme in reader.themes:
        _answers_from_parentheses(theme)
    title, *above = reader.preamble or [""]
    return Package(
        format="text",
        title=title,
        themes=tuple(theme.frozen() for theme in reader.themes),
        editor="\n".join(reader.editor),
        date="\n".join(reader.date),
        notes="\n".join([*above, *reader.notes]),
        problems=tuple(reader.problems),
    )


def _values_are_tens(lines: list[str]) -> bool:
    """Whether questions are numbered 10, 20 … (or 100, 200 …) rather than 1, 2 …"""
    numbers = [int(found[1]) for found in map(_NUMBERED.match, lines) if found]
    return any(number and number % 10 == 0 for number in numbers)


def _answers_are_labelled(lines: list[str]) -> bool:
    """Whether this is layout 1: somewhere an answer stands beside its label, so each question ends with its answer."""
    labels = filter(None, map(_LABEL.match, lines))
    return any(_field(found[1]) == "answer" and found[2] for found in labels)


def _answers_from_parentheses(theme: ThemeDraft) -> None:
    """Layout 3, where no question of the theme has an answer otherwise."""
    if any(question.has("answer") for question in theme.questions):
        return
    for question in theme.questions:
        text = question.text_of("text")
        body = text.removesuffix(".")
        opening = last_parentheses(body)
        if opening is not None:
            question.fields["text"] = [text[:opening].rstrip()]
            question.add("answer", body[opening + 1 : -1].strip())


class _Reader:
    def __init__(self, *, tens: bool, labelled: bool) -> None:
        self.tens = tens
        self.labelled = labelled
        self.themes: list[ThemeDraft] = []
        self.preamble: list[str] = []
        self.notes: list[str] = []
        """The lists of themes before the matches."""
        self.editor: list[str] = []
        self.date: list[str] = []
        self.problems: list[Problem] = []
        self.section = ""
        self.question: QuestionDraft | None = None
        self.target: list[str] | None = None
        """Where a further line of the same paragraph goes."""
        self.pending: list[tuple[int, str]] = []
        """Lines after an empty one whose meaning is open; ("" stands for an empty line)."""
        self.answering = False
        """Below "Ответы:" of layout 2."""
        self.listing = False
        """Inside the list of themes that is read out before a match."""

    # -- one line --------------------------------------------------------------------------------------

    def line(self, number: int, line: str) -> None:
        if not line:
            self.blank(number)
            return
        head = _THEME.match(line)
        if head:
            self.theme(number, head[1])
            return
        if self.section_head(line):
            self.settle()
            self.section, self.question, self.target = line, None, None
            self.answering = self.listing = False
            return
        listed = _LIST.match(line)
        if listed:
            self.settle()
            self.question = self.target = None
            self.listing = not (listed[1] or listed[2] or "").strip()
            self.notes.append(line)
            return
        numbered = _NUMBERED.match(line)
        if self.listing and not (numbered and self.tens and int(numbered[1]) % 10 == 0):
            self.notes.append(line)
            return
        label = _LABEL.match(line)
        if label:
            self.label(number, _field(label[1]), label[2])
        elif numbered and self.is_value(numbered):
            self.value(number, int(numbered[1]), numbered[3])
        elif numbered and self.is_numbered_theme(numbered):
            self.theme(number, numbered[3])
        elif self.target is None or self.pending:
            self.pending.append((number, line))
        else:
            self.target.append(line)

    def blank(self, number: int) -> None:
        self.listing = False
        if self.pending or (self.themes and self.themes[-1].questions):
            self.pending.append((number, ""))
        elif not self.themes:
            self.target = None

    def end(self) -> None:
        self.settle()

    # -- what a line is --------------------------------------------------------------------------------

    def unfinished(self) -> bool:
        """Whether the open question still waits for its answer, in a text where each has its own."""
        waits = self.question is not None and not self.question.has("answer")
        return waits and self.labelled and not self.answering

    def section_head(self, line: str) -> bool:
        """БОЙ 1: by itself at the start, after an empty line, or, with nothing more on the line, after an answer."""
        found = _SECTION.match(line)
        if not found or self.unfinished():
            return False
        return self.target is None or bool(self.pending) or not found[2]

    def is_value(self, found: re.Match[str]) -> bool:
        number, mark, text = int(found[1]), found[2], found[3]
        if not 0 < number <= (_MOST_VALUE if self.tens else 20) or (self.tens and number % 10):
            return False
        if self.question is None or self.answering or (self.pending and not self.unfinished()):
            return True
        if mark or not text:
            return self.target is not self.question.fields.get("source") or self.tens
        # "20 лет …" may well be the second line of a question or of a comment: only the next value in turn counts.
        before = self.question.value or 0
        step = self.themes[-1].questions[0].value or 0
        return number == before + step and not self.unfinished()

    def is_numbered_theme(self, found: re.Match[str]) -> bool:
        """ "1. Числа (Автор)" where values are tens, by itself after an empty line or at the start."""
        alone = self.target is None or (bool(self.pending) and not self.unfinished())
        return self.tens and alone and found[2] is not None and bool(found[3]) and int(found[1]) < 100

    # -- what it does ----------------------------------------------------------------------------------

    def theme(self, number: int, heading: str) -> None:
        self.settle()
        name, author = split_author(heading)
        self.themes.append(ThemeDraft(number, name, author, self.section))
        self.question, self.answering, self.listing = None, False, False
        self.target = self.themes[-1].comment

    def value(self, number: int, value: int, text: str) -> None:
        self.listing = False
        if self.answering and self.take_answer(value, text):
            return
        paragraph = [(at, line) for at, line in self.pending if line]
        if paragraph and self.restarts(value):
            self.heading_from_pending()
        else:
            self.settle()
        if not self.themes:
            self.themes.append(ThemeDraft(number, "", section=self.section))
        theme = self.themes[-1]
        if not theme.questions and not theme.name and theme.comment:
            theme.name, author = split_author(theme.comment.pop(0))  # "Тема 1", its name on the next line
            theme.author = theme.author or author
        self.answering = False
        self.question = QuestionDraft(number, value)
        theme.questions.append(self.question)
        self.target = self.question.fields.setdefault("text", [])
        if text:
            self.target.append(text)

    def restarts(self, value: int) -> bool:
        """Whether this value begins a theme: there is none yet, or values stop growing."""
        if not self.themes:
            return True
        values = [question.value or 0 for question in self.themes[-1].questions]
        return bool(values) and value <= values[-1] and (value <= values[0] or len(values) >= 5)

    def take_answer(self, value: int, text: str) -> bool:
        """Layout 2: the answer to the first question of that value (or, written 1 … 5, of that place) without one."""
        questions = self.themes[-1].questions
        fitting = [question for question in questions if question.value == value]
        if not fitting and value <= len(questions):
            fitting = [questions[value - 1]]
        for question in fitting:
            if not question.has("answer"):
                self.settle()
                self.question = question
                question.add("answer", text)
                self.target = question.fields["answer"]
                return True
        return False

    def label(self, number: int, name: str, text: str) -> None:
        if name in ("editor", "date"):
            self.settle()
            self.target = self.editor if name == "editor" else self.date
            if text:
                self.target.append(text)
            return
        if self.question is None:
            self.label_outside(number, name, text)
            return
        self.settle(paragraph=True)
        unanswered = not any(question.has("answer") for question in self.themes[-1].questions)
        if name == "answers" or (name == "answer" and not text and unanswered and len(self.themes[-1].questions) > 1):
            self.answering = True
            self.target = self.question.fields.setdefault("answer", []) if text else None
            if text and self.target is not None:
                self.target.append(text)
            return
        if name == "answer" and self.question.has("answer"):
            self.problems.append(stray(number, text))
            name = "comment"
        self.target = self.question.fields.setdefault(name, [])
        if text:
            self.target.append(text)

    def label_outside(self, number: int, name: str, text: str) -> None:
        """A label above the first question: it concerns the theme, or the package."""
        if any(line for _, line in self.pending) and not (self.themes and not self.themes[-1].questions):
            self.heading_from_pending()
        if not self.themes:
            self.preamble.append(text)
            return
        theme = self.themes[-1]
        if theme.questions:
            self.problems.append(stray(number, text))
            return
        self.target = theme.comment
        if name == "author":
            theme.author = ", ".join(filter(None, (theme.author, text)))
        elif text:
            theme.comment.append(text)

    # -- what was put off ------------------------------------------------------------------------------

    def heading_from_pending(self) -> None:
        """The last paragraph put off is a theme's heading: its first line the name, the others a comment."""
        while self.pending and not self.pending[-1][1]:
            self.pending.pop()
        paragraph: list[tuple[int, str]] = []
        while self.pending and self.pending[-1][1]:
            paragraph.insert(0, self.pending.pop())
        self.settle()
        (number, heading), *rest = paragraph
        self.theme(number, heading)
        self.themes[-1].comment.extend(line for _, line in rest)

    def settle(self, *, paragraph: bool = False) -> None:
        """What was put off is no heading. With `paragraph` it goes on with the field above it (a label follows)."""
        lines = [(number, line) for number, line in self.pending if line]
        self.pending = []
        if not lines:
            return
        if self.question is None:
            place = self.themes[-1].comment if self.themes and not self.themes[-1].questions else self.preamble
            place.extend(line for _, line in lines)
            return
        unfinished = not self.question.has("answer") and not self.answering
        if self.target is not None and (paragraph or unfinished):
            self.target.extend(line for _, line in lines)
            return
        for number, line in lines:
            self.problems.append(stray(number, line))
            self.question.add("comment", line)


def _field(label: str) -> str:
    folded = label.casefold()
    return next(name for start, name in _FIELD_BY_START if folded.startswith(start))
