"""The main area: ladder, theme, question, answer, the two verdicts or what Space does."""

from __future__ import annotations

from buzzer.core.order import played
from buzzer.core.scoring import total, worth
from buzzer.core.state import Announced, Broken, Idle, Reading
from buzzer.core.state import Question as Played
from buzzer.host import Step
from buzzer.packages.model import Question
from hosts.console.view.draw import text_height
from hosts.console.view.fit import clean
from hosts.console.view.pen import SMALLEST, Pen
from hosts.console.view.scene import Scene, theme_title
from hosts.console.view.words import Lang, points, say, seconds, signed

MARGIN = 40
_STOPPED = (Step.WINDOW_RUNS, Step.ANSWERING, Step.PLAYED)
_SHORT = 32
"""The tile of Space names a theme up to so many letters; a longer name stands large beside it."""
_FIXED_WORDS = {
    Step.WINDOW_RUNS: "do_window",
    Step.ANSWERING: "do_answering",
    Step.PLAYED: "do_played",
    Step.OVER: "do_next_match",
}


def main_area(pen: Pen, scene: Scene, top: float, height: float, guarded: bool) -> None:
    """Ladder at the left, question in the middle, answer and next step at the right. ``guarded``: no verdict yet."""
    narrow = pen.width < 1700
    ladder_w, right_w = (148, 424) if narrow else (196, 500)
    shown = (question for question in played(scene.game, scene.theme) if not question.void)
    done = tuple((question.value, _winner(question)) for question in shown if question.ended is not None)
    pen.part(_ladder, scene.setup.rules.values, scene.value, done, top, ladder_w, height)
    middle_x = MARGIN + ladder_w + 28
    right_x = pen.width - MARGIN - right_w
    _question_part(pen, scene, middle_x, top, right_x - 40 - middle_x, height)
    if scene.answering is not None:
        answer_part(pen, scene, right_x, top, right_w, height - 212)
        _verdict_part(pen, scene, scene.answering, right_x, top + height - 196, right_w, 196, guarded)
    else:
        answer_part(pen, scene, right_x, top, right_w, height - 108)
        next_tile(pen, scene, right_x, top + height - 92, right_w, 92)


def _winner(question: Played) -> int | None:
    return next((judged.seat for judged in question.verdicts if judged.verdict == "correct"), None)


def _ladder(
    pen: Pen, values: tuple[int, ...], now: int | None, played_by: tuple[tuple[int, int | None], ...],
    top: float, w: float, height: float,
) -> None:  # fmt: skip
    """``played_by``: each value that has been played, and the seat that took it."""
    done = dict(played_by)
    x, gap = float(MARGIN), 8.0
    unit = (height - gap * (len(values) - 1)) / (len(values) + 0.6)
    unit = min(unit, 130)
    y = top
    for value in values:
        current = value == now
        h = unit * 1.6 if current else unit
        if current:
            pen.rect(x, y, w, h, "s2", 12, "live", 4)
            pen.text(str(value), x + 8, y, w - 16, h, min(96, h / 1.25), 20, bold=True, align="centre")
        elif value in done:
            _taken(pen, value, done[value], x, y, w, h)
        else:
            pen.rect(x, y, w, h, "s1", 12)
            pen.text(str(value), x + 8, y, w - 16, h, min(48, h / 1.25), 20, bold=True, colour="text2", align="centre")
        y += h + gap


def _taken(pen: Pen, value: int, winner: int | None, x: float, y: float, w: float, h: float) -> None:
    """A value that has been played: dim, with the sign of who took it, or a dash."""
    side = min(44.0, h - 8)
    pen.text(str(value), x + 8, y, w - side - 32, h, min(48, h / 1.25), 20, colour="text3", align="right")
    if winner is not None and winner <= 8:
        pen.sign(x + w - side - 12, y + (h - side) / 2, side, winner, "lit")
    else:
        pen.mark(x + w - side - 12, y + (h - side) / 2, side, "dash", "text3")


def _question_part(pen: Pen, scene: Scene, x: float, top: float, w: float, height: float) -> None:
    name = scene.theme_name or say(scene.lang, "theme_title", n=scene.theme)
    phase = scene.game.phase
    to_be_read = isinstance(phase, Announced | Reading | Broken) or (isinstance(phase, Idle) and scene.closed is None)
    words: str | None
    if scene.ui.hidden:
        words = None
    elif scene.text is None:
        words = say(scene.lang, "spare_paper" if scene.spare else "from_paper")
    else:
        words = clean(scene.text.text)
        if scene.text.handout:
            words = f"{words} [{say(scene.lang, 'handout', text=clean(scene.text.handout))}]"
    pen.part(_question, name, words, "text" if to_be_read else "text2", x, top, w, height)


def _question(
    pen: Pen, name: str, words: str | None, colour: str, x: float, top: float, w: float, height: float
) -> None:  # fmt: skip
    """``words`` None: hidden."""
    pen.text(name, x, top, w, 52, 40, 26, bold=True, colour="text2")
    if words is None:
        pen.text(say(pen.lang, "hidden"), x, top + 64, w, 60, 44, 28, colour="text3")
    else:
        pen.block(words, x, top + 60, w, height - 60, 60, 28, colour)


def answer_part(pen: Pen, scene: Scene, x: float, top: float, w: float, h: float) -> None:
    if scene.text is None or scene.ui.hidden:
        return
    answers = " / ".join(clean(each) for each in scene.text.answers) or "—"
    pen.part(_answer, answers, _around(scene.text, scene.lang), x, top, w, h)


def _answer(pen: Pen, answers: str, rest: str, x: float, top: float, w: float, h: float) -> None:
    pen.rect(x, top, w, h, "s1")
    pen.text(say(pen.lang, "answer"), x + 24, top + 8, w - 48, 34, 26, bold=True, colour="text3")
    box = pen.box(x + 24, top + 44, w - 48, min(h - 56, 150.0) if rest else h - 56)
    fitted = pen.label(answers, box, 60, 28, True, 3)
    box = box._replace(h=min(box.h, text_height(len(fitted.lines), fitted.size, fitted.leading)))
    pen.place(fitted, box, "text")
    below = box.bottom / pen.u
    left = top + h - 12 - below
    if rest and left >= 34:
        pen.block(rest, x + 24, below + 2, w - 48, left - 2, 32, SMALLEST, "text2")


def _around(text: Question, lang: Lang) -> str:
    """What else may be accepted, what not, and the comment."""
    accept = clean("; ".join(text.accept)).rstrip(".")
    reject = clean("; ".join(text.reject)).rstrip(".")
    parts = (
        say(lang, "accept", text=accept) if accept else "",
        say(lang, "reject", text=reject) if reject else "",
        clean(text.comment),
    )
    return ". ".join(part for part in parts if part)


def _verdict_part(
    pen: Pen, scene: Scene, seat: int, x: float, top: float, w: float, h: float, quiet: bool
) -> None:  # fmt: skip
    value, now = scene.game.questions[-1].value, total(scene.setup, scene.game, seat)
    wrong, right = worth(scene.setup, value, "wrong"), worth(scene.setup, value, "correct")
    pen.part(_verdict_tiles, wrong, right, now, x, top, w, h, quiet)


def _verdict_tiles(
    pen: Pen, wrong: int, right: int, now: int, x: float, top: float, w: float, h: float, quiet: bool
) -> None:  # fmt: skip
    """Wrong left, right right, as the keys lie; with what each is worth and the total it leads to."""
    half = (w - 12) / 2
    for index, (delta, mark, key) in enumerate(((wrong, "wrong", "F А"), (right, "right", "J О"))):
        left = x + index * (half + 12)
        pen.rect(left, top, half, h, "s1" if quiet else "s2")
        pen.mark(left + 18, top + 18, 56, mark, "text3" if quiet else mark)
        pen.text(signed(delta), left + 84, top + 14, half - 100, 64, 52, 24, bold=True, align="right")
        pen.text(say(pen.lang, mark), left + 20, top + 84, half - 40, 50, 38, 26, bold=True)
        pen.rect(left + 20, top + 142, 66, 40, "bg", 8, "line", 2)
        pen.text(key, left + 22, top + 143, 62, 38, 26, bold=True, align="centre")
        after = f"→ {points(now + delta)}"
        pen.text(after, left + 94, top + 142, half - 110, 40, 28, 20, colour="text2", align="right")


def next_tile(pen: Pen, scene: Scene, x: float, top: float, w: float, h: float) -> None:
    """What Space does now; dim where it does nothing, and why."""
    pen.part(_next_tile, step_words(scene), scene.step in _STOPPED, x, top, w, h)


def _next_tile(pen: Pen, words: str, dim: bool, x: float, top: float, w: float, h: float) -> None:
    pen.rect(x, top, w, h, "s1" if dim else "s2")
    cap = 124
    pen.rect(x + 20, top + (h - 46) / 2, cap, 46, "bg" if not dim else None, 8, "line", 2)
    colour = "text3" if dim else "text"
    cap_y = top + (h - 42) / 2
    pen.text(say(pen.lang, "space"), x + 26, cap_y, cap - 12, 42, 28, 20, bold=True, colour=colour, align="centre")
    pen.text(words, x + cap + 40, top + 6, w - cap - 56, h - 12, 36, 24, bold=not dim, colour=colour, lines=2)


def step_words(scene: Scene) -> str:
    """The natural next step in words."""
    step, goal = scene.step, scene.goal
    if step in _FIXED_WORDS:
        return say(scene.lang, _FIXED_WORDS[step])
    if step is Step.RESUME:
        return say(scene.lang, "do_resume")
    if step is Step.READ_END:
        return say(scene.lang, "do_read_end", s=seconds(scene.lang, scene.setup.rules.signal_us))
    if step is Step.FINISH or goal is None:
        return say(scene.lang, "do_finish")
    if step is Step.THEME:
        name = theme_title(scene.published, goal.theme, scene.package)
        if name and len(name) <= _SHORT:
            return say(scene.lang, "do_theme", n=goal.theme, name=name)
        return say(scene.lang, "do_theme_bare", n=goal.theme)
    return say(scene.lang, "do_spare" if goal.replaces is not None else "do_question", value=goal.value)
