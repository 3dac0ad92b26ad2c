"""The strip at the top (match, boxes, saved) and the main area: ladder, theme, question, answer, what Space does."""

from __future__ import annotations

from buzzer.core.order import played
from buzzer.core.scoring import total, worth
from buzzer.core.state import Announced, Broken, Idle, Reading
from buzzer.core.state import Question as Played
from buzzer.host import Step
from hosts.console.view.draw import text_height
from hosts.console.view.fit import clean
from hosts.console.view.pen import SMALLEST, Pen
from hosts.console.view.scene import Scene, theme_title
from hosts.console.view.words import known, points, say, seconds, signed

MARGIN = 40
_STOPPED = (Step.WINDOW_RUNS, Step.ANSWERING, Step.PLAYED, Step.OVER)
_STOPPED_WORDS = {
    Step.WINDOW_RUNS: "do_window",
    Step.ANSWERING: "do_answering",
    Step.PLAYED: "do_played",
    Step.OVER: "do_over",
}


def strip(pen: Pen, scene: Scene) -> None:
    """One line: the match and where it stands; rehearsal; the boxes; what is on disk."""
    width = pen.width - 2 * MARGIN
    trouble = scene.published.saved.trouble is not None or scene.published.saved.copy_trouble is not None
    left = width * (0.42 if trouble else 0.5)
    right = width * 0.36 if trouble else pen.width_of(say(scene.lang, "saving", n=9999), 28) + 4
    rules = scene.setup.rules
    title = clean(rules.title or rules.name)
    where = " · ".join(_where(scene))
    if scene.published.rehearsal:
        rehearsal = say(scene.lang, "rehearsal")
        pen.rect(MARGIN, 8, left * 0.52, 42, "live", 8)
        pen.text(rehearsal, MARGIN + 8, 10, left * 0.52 - 16, 38, 28, bold=True, colour="onlive", align="centre")
        pen.text(where, MARGIN + left * 0.54, 10, left * 0.46, 38, 28, colour="text2")
    else:
        pen.text(title, MARGIN, 10, left * 0.4, 38, 28, bold=True)
        pen.text(where, MARGIN + left * 0.42, 10, left * 0.58, 38, 28, colour="text2")
    _boxes(pen, scene, MARGIN + left + 20, width - left - right - 52)
    _saved(pen, scene, MARGIN + width - right, right)


def _where(scene: Scene) -> list[str]:
    themes, per = scene.setup.themes, len(scene.setup.rules.values)
    number = sum(1 for question in scene.game.questions if question.replaces is None)
    if scene.game.live is None and scene.closed is None and scene.goal is not None and scene.goal.replaces is None:
        number += 1
    if themes is None:
        return [say(scene.lang, "theme_n", n=scene.theme), say(scene.lang, "question_n", n=max(number, 1))]
    return [
        say(scene.lang, "theme_of", n=scene.theme, all=themes),
        say(scene.lang, "question_of", n=max(number, 1), all=themes * per),
    ]


def _boxes(pen: Pen, scene: Scene, x: float, w: float) -> None:
    boxes = scene.published.boxes
    # A box whose seats another one has taken over is missed by nobody; a port without a name is a box not found.
    boxes = tuple(each for each in boxes if each.up or each.seats or not each.box)
    down = [each for each in boxes if not each.up]
    troubled = [each for each in boxes if each.trouble or each.lost]
    if down:
        words = say(scene.lang, "box_down", box=clean(f"{down[0].box} {down[0].port}"))
        if down[0].trouble:
            words = f"{words}: {_told(scene, down[0].trouble)}"
    elif troubled:
        each = troubled[0]
        trouble = _told(scene, each.trouble) or say(scene.lang, "records_lost", n=each.lost)
        words = f"{say(scene.lang, 'box_up', box=clean(each.box))}: {trouble}"
    elif not boxes:
        words = say(scene.lang, "no_box")
    elif len(boxes) == 1:
        words = say(scene.lang, "box_up", box=clean(boxes[0].box))
    else:
        words = say(scene.lang, "boxes_up", n=len(boxes))
    bad = bool(down or troubled)
    if bad:
        free = max(0.0, w - 38 - pen.width_of(words, 28, True))
        pen.mark(x + free, 14, 30, "plug", "wrong")
    pen.text(words, x + 38, 10, w - 38, 38, 28, bold=bad, colour="wrong" if bad else "text2", align="right")


def _told(scene: Scene, trouble: str | None) -> str:
    """In the host's language where the catalogue has it, else as it came."""
    words = clean(trouble or "")
    return say(scene.lang, words) if known(words) else words


def _saved(pen: Pen, scene: Scene, x: float, w: float) -> None:
    saved = scene.published.saved
    if saved.trouble is not None:
        words = say(scene.lang, "not_saved", why=_told(scene, saved.trouble))
        pen.rect(x, 4, w, 50, "wrong", 8)
        pen.text(words, x + 12, 6, w - 24, 46, 30, 24, bold=True, colour="ink", align="centre")
        return
    if saved.copy_trouble is not None:
        words, colour = say(scene.lang, "no_copy", why=_told(scene, saved.copy_trouble)), "wrong"
    elif saved.saved < saved.known:
        words, colour = say(scene.lang, "saving", n=saved.known - saved.saved), "text2"
    else:
        words, colour = say(scene.lang, "saved"), "text2"
    pen.text(words, x, 10, w, 38, 28, bold=colour == "wrong", colour=colour, align="right")


def main_area(pen: Pen, scene: Scene, top: float, height: float, guarded: bool) -> None:
    """Ladder at the left, question in the middle, answer and next step at the right. ``guarded``: no verdict yet."""
    narrow = pen.width < 1700
    ladder_w, right_w = (148, 424) if narrow else (196, 500)
    _ladder(pen, scene, MARGIN, top, ladder_w, height)
    middle_x = MARGIN + ladder_w + 28
    right_x = pen.width - MARGIN - right_w
    _question(pen, scene, middle_x, top, right_x - 40 - middle_x, height)
    if scene.answering is not None:
        _answer(pen, scene, right_x, top, right_w, height - 212)
        _verdict_tiles(pen, scene, right_x, top + height - 196, right_w, 196, guarded)
    else:
        _answer(pen, scene, right_x, top, right_w, height - 108)
        next_tile(pen, scene, right_x, top + height - 92, right_w, 92)


def _ladder(pen: Pen, scene: Scene, x: float, top: float, w: float, height: float) -> None:
    values = scene.setup.rules.values
    shown = [question for question in played(scene.game, scene.theme) if not question.void]
    done = {question.value: question for question in shown if question.ended is not None}
    gap = 8.0
    unit = (height - gap * (len(values) - 1)) / (len(values) + 0.6)
    unit = min(unit, 130)
    y = top
    for value in values:
        current = value == scene.value
        h = unit * 1.6 if current else unit
        if current:
            pen.rect(x, y, w, h, "s2", 12, "live", 4)
            pen.text(str(value), x + 8, y, w - 16, h, min(96, h / 1.25), 20, bold=True, align="centre")
        elif value in done:
            _taken(pen, done[value], x, y, w, h)
        else:
            pen.rect(x, y, w, h, "s1", 12)
            pen.text(str(value), x + 8, y, w - 16, h, min(48, h / 1.25), 20, bold=True, colour="text2", align="centre")
        y += h + gap


def _taken(pen: Pen, question: Played, x: float, y: float, w: float, h: float) -> None:
    """A value that has been played: dim, with the sign of who took it, or a dash."""
    winner = next((judged.seat for judged in question.verdicts if judged.verdict == "correct"), None)
    side = min(44.0, h - 8)
    pen.text(str(question.value), x + 8, y, w - side - 32, h, min(48, h / 1.25), 20, colour="text3", align="right")
    if winner is not None and winner <= 8:
        pen.sign(x + w - side - 12, y + (h - side) / 2, side, winner, "lit")
    else:
        pen.mark(x + w - side - 12, y + (h - side) / 2, side, "dash", "text3")


def _question(pen: Pen, scene: Scene, x: float, top: float, w: float, height: float) -> None:
    name = scene.theme_name or say(scene.lang, "theme_title", n=scene.theme)
    pen.text(name, x, top, w, 52, 40, 26, bold=True, colour="text2")
    if scene.ui.hidden:
        pen.text(say(scene.lang, "hidden"), x, top + 64, w, 60, 44, 28, colour="text3")
        return
    phase = scene.game.phase
    to_be_read = isinstance(phase, Announced | Reading | Broken) or (isinstance(phase, Idle) and scene.closed is None)
    if scene.text is None:
        words = say(scene.lang, "spare_paper" if scene.spare else "from_paper")
    else:
        words = clean(scene.text.text)
        if scene.text.handout:
            words = f"{words} [{say(scene.lang, 'handout', text=clean(scene.text.handout))}]"
    pen.block(words, x, top + 60, w, height - 60, 60, 28, "text" if to_be_read else "text2")


def _answer(pen: Pen, scene: Scene, x: float, top: float, w: float, h: float) -> None:
    text = scene.text
    if text is None or scene.ui.hidden:
        return
    pen.rect(x, top, w, h, "s1")
    pen.text(say(scene.lang, "answer"), x + 24, top + 8, w - 48, 34, 26, bold=True, colour="text3")
    answers = " / ".join(clean(each) for each in text.answers) or "—"
    rest = ". ".join(part for part in _around(scene) if part)
    box = pen.box(x + 24, top + 44, w - 48, min(h - 56, 150.0) if rest else h - 56)
    fitted = pen.fits.label(answers, box.w, box.h, pen.px(60), pen.px(28), True, 3)
    box = box._replace(h=min(box.h, text_height(len(fitted.lines), fitted.size, fitted.leading)))
    pen.place(fitted, box, "text")
    below = box.bottom / pen.u
    left = top + h - 12 - below
    if rest and left >= 34:
        pen.block(rest, x + 24, below + 2, w - 48, left - 2, 32, SMALLEST, "text2")


def _around(scene: Scene) -> list[str]:
    text = scene.text
    assert text is not None
    accept = clean("; ".join(text.accept)).rstrip(".")
    reject = clean("; ".join(text.reject)).rstrip(".")
    return [
        say(scene.lang, "accept", text=accept) if accept else "",
        say(scene.lang, "reject", text=reject) if reject else "",
        clean(text.comment),
    ]


def _verdict_tiles(pen: Pen, scene: Scene, x: float, top: float, w: float, h: float, quiet: bool) -> None:
    """Wrong left, right right, as the keys lie; with what each is worth and the total it leads to."""
    seat = scene.answering
    assert seat is not None
    value = scene.game.questions[-1].value
    half = (w - 12) / 2
    for index, (verdict, mark, key) in enumerate((("wrong", "wrong", "F А"), ("correct", "right", "J О"))):
        left = x + index * (half + 12)
        delta = worth(scene.setup, value, verdict)
        pen.rect(left, top, half, h, "s1" if quiet else "s2")
        pen.mark(left + 18, top + 18, 56, mark, "text3" if quiet else mark)
        pen.text(signed(delta), left + 84, top + 14, half - 100, 64, 52, 24, bold=True, align="right")
        pen.text(say(scene.lang, mark), left + 20, top + 84, half - 40, 50, 38, 26, bold=True)
        pen.rect(left + 20, top + 142, 66, 40, "bg", 8, "line", 2)
        pen.text(key, left + 22, top + 143, 62, 38, 26, bold=True, align="centre")
        after = f"→ {points(total(scene.setup, scene.game, seat) + delta)}"
        pen.text(after, left + 94, top + 142, half - 110, 40, 28, 20, colour="text2", align="right")


def next_tile(pen: Pen, scene: Scene, x: float, top: float, w: float, h: float) -> None:
    """What Space does now; dim where it does nothing, and why."""
    dim = scene.step in _STOPPED
    pen.rect(x, top, w, h, "s1" if dim else "s2")
    cap = 124
    pen.rect(x + 20, top + (h - 46) / 2, cap, 46, "bg" if not dim else None, 8, "line", 2)
    colour = "text3" if dim else "text"
    cap_y = top + (h - 42) / 2
    pen.text(say(scene.lang, "space"), x + 26, cap_y, cap - 12, 42, 28, 20, bold=True, colour=colour, align="centre")
    pen.text(
        step_words(scene), x + cap + 40, top + 6, w - cap - 56, h - 12, 36, 24, bold=not dim, colour=colour, lines=2
    )


def step_words(scene: Scene) -> str:
    """The natural next step in words."""
    step, goal = scene.step, scene.goal
    if step in _STOPPED_WORDS:
        return say(scene.lang, _STOPPED_WORDS[step])
    if step is Step.RESUME:
        return say(scene.lang, "do_resume")
    if step is Step.FINISH or goal is None:
        return say(scene.lang, "do_finish")
    if step is Step.READ_END:
        return say(scene.lang, "do_read_end", s=seconds(scene.lang, scene.setup.rules.signal_us))
    if step is Step.THEME:
        name = theme_title(scene.published, goal.theme, None)
        if name:
            return say(scene.lang, "do_theme", n=goal.theme, name=name)
        return say(scene.lang, "do_theme_bare", n=goal.theme)
    return say(scene.lang, "do_spare" if goal.replaces is not None else "do_question", value=goal.value)
