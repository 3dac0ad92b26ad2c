"""The 4s format (`.4s`, `.si4s`): one marker at the start of a line, white space, then the field's text.

Markers: `#B` match, `#R` round, `#T` theme, `№` value, `№№` counter, `?` question, `!` answer, `=` accept, `!=` reject,
`/` comment, `^` source, `@` author, `>` handout, `#EDITOR`, `#DATE`, `#` `##` `###` texts around the questions. A line
without a marker goes on with the field before it; an empty line ends a question. An `@` or `/` between `#T` and the
first question is the theme's.

Other readers number what has no `№` by themselves (10, 11, 12 …). Here it has no value, and the host is told.
"""

from __future__ import annotations

import re

from .draft import QuestionDraft, ThemeDraft
from .model import Package
from .spelling import split_author

_MARKER = re.compile(r"(#B|#R|#T|#EDITOR|#DATE|###|##|#|№№|№|\?|!=|!|=|/|\^|@|>)(?:\s+(.*))?$", re.DOTALL)
_FIELD = {
    "?": "text",
    "!": "answer",
    "=": "accept",
    "!=": "reject",
    "/": "comment",
    "^": "source",
    "@": "author",
    ">": "handout",
}
_BARE_VALUE = re.compile(r"№([0-9]{1,6})\.?$")
_LABEL = re.compile(r"!!\S+(?:\s+|$)")
_ITALIC = re.compile(r"(?<![\\\w])_([^_\n]+)_(?!\w)")
_SCREEN = re.compile(r"\(screen ([^|()]*)\|[^()]*\)")
_BREAK = re.compile(r" ?\((?:PAGEBREAK|LINEBREAK)\) ?")


def looks_like_4s(text: str) -> bool:
    """Whether a text without a telling name is 4s: it has lines that begin with `?` and with `!`, each with a space."""
    return re.search(r"^\? \S", text, re.MULTILINE) is not None and re.search(r"^! \S", text, re.MULTILINE) is not None


def read_4s(text: str) -> Package:
    """Every theme in the order of the file, its problems not yet looked for."""
    reader = _Reader()
    for number, line in enumerate(text.split("\n"), 1):
        reader.line(number, " ".join(line.split()))  # runs of spaces carry nothing
    return Package(
        format="4s",
        title="\n".join(reader.meta["###"]).strip(),
        themes=tuple(theme.frozen() for theme in reader.themes),
        editor="\n".join(reader.meta["#EDITOR"]).strip(),
        date="\n".join(reader.meta["#DATE"]).strip(),
        notes="\n".join(reader.meta["#"]).strip(),
    )


def plain(text: str) -> str:
    """The text without 4s mark-up; what is written for print is taken, and `(img …)` stays to be seen."""
    text = _LABEL.sub("", text, count=1) if text.startswith("!!") else text
    text = _SCREEN.sub(r"\1", text)
    text = _BREAK.sub("\n", text)
    return _ITALIC.sub(r"\1", text).replace("\\_", "_")


class _Reader:
    def __init__(self) -> None:
        self.themes: list[ThemeDraft] = []
        self.meta: dict[str, list[str]] = {"###": [], "#EDITOR": [], "#DATE": [], "#": []}
        self.section: list[str] = ["", ""]
        """The match (#B) and the round (#R) in force."""
        self.question: QuestionDraft | None = None
        self.target: list[str] | None = None
        """Where a line without a marker goes."""

    def line(self, number: int, line: str) -> None:
        if not line:
            self.question = self.target = None
            return
        bare = _BARE_VALUE.match(line)
        found = _MARKER.match(line)
        if bare and self.question is None:
            self.begin(number, int(bare[1]))
        elif found:
            self.marked(number, found[1], (found[2] or "").strip())
        elif self.target is not None:
            self.target.append(plain(line))
        else:
            self.meta["#"].append(plain(line))

    def marked(self, number: int, marker: str, rest: str) -> None:
        if marker in ("#B", "#R"):
            self.question = self.target = None
            if marker == "#B":
                self.section = [rest, ""]
            else:
                self.section[1] = rest
        elif marker == "#T":
            self.question = self.target = None
            name, author = split_author(plain(rest))
            self.themes.append(ThemeDraft(number, name, author, ", ".join(filter(None, self.section))))
        elif marker == "№":
            value = re.match(r"([0-9]{1,6})(?![0-9])", rest)
            self.begin(number, int(value[1]) if value else None)
        elif marker == "№№":
            self.question = self.target = None  # it numbers what has no number, and here nothing is numbered so
        elif marker in _FIELD:
            self.field(number, _FIELD[marker], plain(rest))
        else:
            self.question = None
            self.target = self.meta["#" if marker == "##" else marker]
            self.target.append(plain(rest))

    def begin(self, number: int, value: int | None) -> None:
        if not self.themes:
            self.themes.append(ThemeDraft(number, "", section=", ".join(filter(None, self.section))))
        self.question = QuestionDraft(number, value if value else None)
        self.themes[-1].questions.append(self.question)
        self.target = self.question.fields.setdefault("text", [])

    def field(self, number: int, name: str, text: str) -> None:
        theme = self.themes[-1] if self.themes else None
        if self.question is None and theme is not None and not theme.questions and name in ("author", "comment"):
            if name == "author":
                theme.author = ", ".join(filter(None, (theme.author, text)))
                self.target = None
            else:
                theme.comment.append(text)
                self.target = theme.comment
            return
        if name == "text" and (self.question is None or self.question.has("text")):
            self.begin(number, None)
        elif self.question is None:
            # A field after an empty line: it still belongs to the question above it, if there is one.
            if theme is None or not theme.questions:
                self.begin(number, None)
            else:
                self.question = theme.questions[-1]
        assert self.question is not None
        self.question.add(name, text)
        self.target = self.question.fields[name]
