"""Questions and themes while a reader is still collecting their lines."""

from __future__ import annotations

from dataclasses import dataclass, field

from .model import Question, Theme

FIELDS = ("text", "answer", "accept", "reject", "comment", "source", "author", "handout")


@dataclass(slots=True)
class QuestionDraft:
    line: int
    value: int | None
    fields: dict[str, list[str]] = field(default_factory=dict)

    def add(self, name: str, text: str) -> None:
        self.fields.setdefault(name, []).append(text)

    def has(self, name: str) -> bool:
        return bool(self.text_of(name))

    def text_of(self, name: str) -> str:
        return "\n".join(self.fields.get(name, ())).strip()

    def frozen(self) -> Question:
        return Question(
            value=self.value,
            text=self.text_of("text"),
            answers=_one(self.text_of("answer")),
            accept=_one(self.text_of("accept")),
            reject=_one(self.text_of("reject")),
            comment=self.text_of("comment"),
            source=self.text_of("source"),
            author=self.text_of("author"),
            handout=self.text_of("handout"),
            line=self.line,
        )


@dataclass(slots=True)
class ThemeDraft:
    line: int
    name: str
    author: str = ""
    section: str = ""
    comment: list[str] = field(default_factory=list)
    questions: list[QuestionDraft] = field(default_factory=list)

    def frozen(self) -> Theme:
        return Theme(
            name=self.name,
            author=self.author,
            comment="\n".join(self.comment).strip(),
            section=self.section,
            questions=tuple(question.frozen() for question in self.questions),
            line=self.line,
        )


def _one(text: str) -> tuple[str, ...]:
    return (text,) if text else ()
