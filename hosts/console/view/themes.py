"""All themes of the match, to be read out before the first; and one theme with its questions, answers and comments."""

from __future__ import annotations

from hosts.console.view.draw import text_height
from hosts.console.view.fit import clean
from hosts.console.view.head import MARGIN, next_tile
from hosts.console.view.overlay import veil
from hosts.console.view.pen import Pen
from hosts.console.view.scene import Scene, theme_title
from hosts.console.view.words import say

_ROW, _LEAST = 84.0, 40.0
"""Height of a line of the list, at most and at least."""


def theme_list(scene: Scene) -> tuple[str, ...]:
    """The names of the match's themes in their order; empty where nobody wrote any down."""
    have = max(len(scene.package.themes) if scene.package is not None else 0, len(scene.published.theme_names))
    count = scene.setup.themes or have
    names = tuple(theme_title(scene.published, number, scene.package) for number in range(1, min(count, have) + 1))
    if not any(names):
        return ()
    bare = range(len(names) + 1, count + 1)
    named = tuple(name or say(scene.lang, "theme_title", n=number) for number, name in enumerate(names, 1))
    return (*named, *(say(scene.lang, "theme_title", n=number) for number in bare))


def themes(pen: Pen, scene: Scene, top: float, height: float, foot: float) -> None:
    """The list down to ``foot``; at the right what to do, and what Space does where it always stands."""
    lang = scene.lang
    right_w = 424 if pen.width < 1700 else 500
    right_x = pen.width - MARGIN - right_w
    names = theme_list(scene)
    w = right_x - 40 - MARGIN
    goal = scene.goal.theme if scene.goal is not None else 1
    count = len(names) or scene.setup.themes
    pen.text(say(lang, "themes"), MARGIN, top, w, 72, 60, 36, bold=True)
    if names and not scene.ui.hidden:
        pen.part(_names, names, goal, MARGIN, top + 84, w, foot - top - 84)
    else:
        words = say(lang, "hidden" if names else "themes_paper")
        pen.text(words, MARGIN, top + 96, w, 120, 48, 30, colour="text2", lines=2)
    pen.rect(right_x, top, right_w, height - 108, "s1")
    y = top + 20
    if count:
        pen.text(say(lang, "themes_n", n=count), right_x + 24, y, right_w - 48, 72, 60, 36, bold=True)
        y += 84
    words = say(lang, "themes_do" if names else "themes_do_paper")
    pen.block(words, right_x + 24, y, right_w - 48, top + height - 128 - y, 40, 26, "text2")
    next_tile(pen, scene, right_x, top + height - 92, right_w, 92)
    pen.part(_shut, say(lang, "no_press_yet"), right_x, top + height + 20, right_w, foot - top - height - 20)


def _shut(pen: Pen, words: str, x: float, y: float, w: float, h: float) -> None:
    """The buttons are shut, as the band would say it."""
    pen.rect(x, y, w, h, "s1")
    pen.rect(x, y, 196, h, "s2")
    pen.mark(x + 50, y + 22, 96, "closed", "text2")
    word = say(pen.lang, "CLOSED")
    pen.text(word, x + 8, y + 140, 180, 44, 32, 20, bold=True, colour="text2", align="centre")
    pen.text(words, x + 220, y + 12, w - 244, h - 24, 36, 24, colour="text2", lines=3)


def _names(pen: Pen, names: tuple[str, ...], goal: int, x: float, top: float, w: float, h: float) -> None:
    """In as few columns as the lines have room in; the theme that Space begins with is framed."""
    columns = next((each for each in (1, 2, 3) if -(-len(names) // each) * 54 <= h), 3)
    rows = min(-(-len(names) // columns), int(h // _LEAST))
    row, gap = min(_ROW, h / rows), 24.0
    column = (w - gap * (columns - 1)) / columns
    shown = names[: rows * columns]
    size = _one_size(pen, shown, column - 106, row)
    for index, name in enumerate(shown):
        left, y = x + (index // rows) * (column + gap), top + (index % rows) * row
        current = index + 1 == goal
        if current:
            pen.rect(left, y, column, row - 6, "s2", 12, "live", 4)
        number_colour = "text" if current else "text3"
        pen.text(str(index + 1), left + 8, y + 1, 68, row - 8, 48, 24, bold=True, colour=number_colour, align="right")
        pen.text(name, left + 94, y + 1, column - 106, row - 8, size, 20, bold=current, lines=2)


def _one_size(pen: Pen, names: tuple[str, ...], w: float, row: float) -> float:
    """The largest size at which all names but the longest stand on one line; those go below."""
    box = pen.box(0, 0, w, row - 8)
    sizes = sorted(pen.label(each, box, 52, 20, True, 2).size for each in names)
    return max(sizes[len(sizes) // 4] / pen.u / pen.type, 32.0 if row > 60 else 24.0)


def theme_overlay(pen: Pen, scene: Scene) -> None:
    """All questions of the theme with answers and comments, as the package has them. The next key closes it."""
    veil(pen)
    x, y, w, h = 40.0, 40.0, pen.width - 80, pen.height - 80
    pen.rect(x, y, w, h, "s1", edge="line", edge_w=2)
    name = scene.theme_name or say(scene.lang, "theme_title", n=scene.theme)
    author = clean(scene.theme_text.author) if scene.theme_text is not None else ""
    name_w = w - 64 if not author else w * 0.62
    pen.text(name, x + 32, y + 16, name_w, 64, 48, 30, bold=True)
    if author:
        words = say(scene.lang, "author", who=author)
        pen.text(words, x + 48 + name_w, y + 16, w - 80 - name_w, 64, 36, 24, colour="text2", align="right")
    if scene.theme_text is None or scene.ui.hidden:
        pen.text(say(scene.lang, "hidden" if scene.ui.hidden else "from_paper"), x + 32, y + 100, w - 64, 64, 48, 30)
        return
    questions = scene.theme_text.questions[:10]
    weights = [_weight(len(each.text) / 1.6, _answer_length(each.answers, each.comment)) for each in questions]
    room, top = h - 104, y + 92
    for question, weight in zip(questions, weights, strict=True):
        row = room * weight / sum(weights)
        value = "" if question.value is None else str(question.value)
        current = question.value == scene.value
        rest = " ".join(part for part in (_accept(scene, question.accept), clean(question.comment)) if part)
        answers = " / ".join(clean(each) for each in question.answers) or "—"
        pen.part(_question, value, clean(question.text), answers, rest, current, x, top, w, row)
        top += row


def _weight(*lengths: float) -> float:
    """How much height a question needs beside the others: the shortest at least a line or two."""
    return max(90.0, *lengths)


def _answer_length(answers: tuple[str, ...], comment: str) -> float:
    return sum(map(len, answers)) * 2.0 + len(comment)


def _accept(scene: Scene, accept: tuple[str, ...]) -> str:
    words = clean("; ".join(accept)).rstrip(".")
    return f"{say(scene.lang, 'accept', text=words)}." if words else ""


def _question(
    pen: Pen, value: str, text: str, answers: str, rest: str, current: bool, x: float, top: float, w: float, row: float
) -> None:
    """``rest``: what else is accepted, and the comment."""
    answer_w = w * 0.33
    if current:
        pen.rect(x + 16, top, 120, min(row - 10, 64), "s2", 12, "live", 4)
    colour = "text" if current else "text2"
    pen.text(value, x + 22, top + 1, 108, min(row - 12, 62), 48, 24, bold=True, colour=colour, align="centre")
    pen.block(text, x + 156, top, w - answer_w - 212, row - 12, 44, 24)
    left, h = x + w - answer_w - 32, row - 12
    box = pen.box(left, top, answer_w, min(h, 110.0) if rest else h)
    fitted = pen.label(answers, box, 44, 24, True, 3)
    box = box._replace(h=min(box.h, text_height(len(fitted.lines), fitted.size, fitted.leading)))
    pen.place(fitted, box, "text")
    below = box.bottom / pen.u
    if rest and top + h - below >= 32:
        pen.block(rest, left, below + 1, answer_w, top + h - below - 1, 34, 24, "text2")
