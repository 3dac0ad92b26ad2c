"""The end of the match, and what lies over a screen: help, and the warning that the keys go elsewhere."""

from __future__ import annotations

from buzzer.core.scoring import counts, groups, places, ties, total
from hosts.console.view.draw import Box, Veil
from hosts.console.view.fit import clean
from hosts.console.view.head import MARGIN, next_tile
from hosts.console.view.pen import Pen
from hosts.console.view.scene import Scene
from hosts.console.view.words import HELP, points, say


def end(pen: Pen, scene: Scene) -> None:
    """Places with shared ones, scores, counts by value, ties that are left, and where the journal lies."""
    width = pen.width - 2 * MARGIN
    pen.text(say(scene.lang, "over"), MARGIN, 72, width * 0.5, 96, 72, 44, bold=True)
    order = [seat for group in groups(scene.setup, scene.game) for seat in group]
    tied = ties(scene.setup, scene.game)
    bottom = 902 + (pen.height - 1080)
    notes_h = 56.0 * max(1, len(tied)) + (44 if tied else 0)
    values = sorted(scene.setup.rules.values, reverse=True)[:8]
    column = 64.0
    counts_w = column * len(values)
    counts_x = pen.width - MARGIN - 240 - counts_w
    top = 226.0
    pen.text(say(scene.lang, "col_points"), counts_x - 220, top - 40, 190, 34, 26, 22, colour="text3", align="right")
    pen.text(
        say(scene.lang, "col_counts"), counts_x, top - 76, counts_w, 34, 26, 20, colour="text3", align="centre"
    )  # fmt: skip
    for index, value in enumerate(values):
        x = counts_x + index * column
        pen.text(str(value), x + 2, top - 40, column - 4, 34, 26, 20, bold=True, colour="text3", align="centre")
    row = min(118.0, (bottom - 16 - notes_h - top) / len(order))
    shared = {seat for group in tied for seat in group}
    widest = max((points(total(scene.setup, scene.game, seat)) for seat in order), key=len)
    where = places(scene.setup, scene.game)
    for index, seat in enumerate(order):
        y = top + index * row
        _row(pen, scene, seat, where[seat], seat in shared, widest, y, row - 8, counts_x, column, values)
    _ties(pen, scene, tied, where, top + row * len(order) + 4)
    next_tile(pen, scene, MARGIN, bottom, width * 0.42, 92)
    path = say(scene.lang, "journal", path=clean(scene.published.journal)) if scene.published.journal else ""
    pen.text(path, MARGIN + width * 0.44, bottom, width * 0.56, 92, 32, 22, colour="text2", align="right", lines=2)


def _row(
    pen: Pen, scene: Scene, seat: int, place: str, shared: bool, widest: str, y: float, h: float,
    counts_x: float, column: float, values: list[int],
) -> None:  # fmt: skip
    pen.rect(MARGIN, y, pen.width - 2 * MARGIN, h, "s1", 12)
    pen.text(place.replace("-", "–"), MARGIN + 12, y, 124, h, 60, 30, bold=True, align="centre")
    side = min(76.0, h - 8)
    pen.sign(MARGIN + 150, y + (h - side) / 2, side, seat, "lit" if place.startswith("1") else "may")
    score_w = min(190.0, pen.width_of(widest, 76, True) + 4)
    name_x = MARGIN + 244
    name_w = counts_x - score_w - 50 - name_x
    pen.text(scene.seat_name(seat), name_x, y + 1, name_w, h - 2, 46, 24, bold=True, lines=2)
    box = pen.box(counts_x - score_w - 30, y, score_w, h)
    size = pen.fits.label(widest, box.w, box.h, pen.px(76), pen.px(26), True, 1).size
    score = points(total(scene.setup, scene.game, seat))
    pen.place(pen.fits.label(score, box.w, box.h, size, pen.px(24), True, 1), box, "text", "right", True)
    won = counts(scene.game, seat)
    for index, value in enumerate(values):
        number = won.get(value, 0)
        colour = "text2" if number else "text3"
        pen.text(str(number), counts_x + index * column, y, column, h, 34, 24, colour=colour, align="centre")
    x = pen.width - MARGIN - 228
    if shared:
        pen.mark(x, y + (h - 30) / 2, 30, "equal", "text")
    state = scene.game.seats[seat - 1].state
    words = {"no_show": "is_no_show", "out": "is_out"}.get(state, "shared" if shared else "")
    if words:
        pen.text(say(scene.lang, words), x + 40, y, 180, h, 32, 22, bold=shared, colour="text", lines=2)


def _ties(pen: Pen, scene: Scene, tied: list[tuple[int, ...]], where: dict[int, str], y: float) -> None:
    x, w = MARGIN + 24, pen.width - 2 * MARGIN - 48
    if not tied:
        pen.text(say(scene.lang, "no_ties"), x, y, w, 52, 36, 24, colour="text2")
        return
    for group in tied:
        who = ", ".join(scene.seat_name(seat) for seat in group)
        words = say(scene.lang, "tie", place=where[group[0]].replace("-", "–"), who=who)
        pen.text(words, x, y, w, 52, 38, 24, bold=True)
        y += 56
    themes = scene.setup.rules.shootout_themes
    words = say(scene.lang, "shootout", n=themes) if themes else say(scene.lang, "shootout_some")
    pen.text(words, x, y, w, 42, 32, 24, colour="text2")


def help_overlay(pen: Pen, scene: Scene) -> None:
    """All keys in two columns."""
    _veil(pen)
    x, y, w = 60.0, 60.0, pen.width - 120
    pen.rect(x, y, w, pen.height - 120, "s1", edge="line", edge_w=2)
    pen.text(say(scene.lang, "help"), x + 40, y + 24, w - 80, 70, 56, 36, bold=True)
    codes = list(HELP)
    rules = scene.setup.rules
    if rules.busy_press == "fine" and rules.fine_from == "named":
        codes.insert(codes.index("h_no_answer"), "h_named")
    if scene.ui.digits != "off":
        codes.insert(0, "h_digits_none" if scene.ui.digits == "grant" else "h_digits_keyboard")
    rows = -(-len(codes) // 2)
    row = min(86.0, (pen.height - 120 - 150) / rows)
    half = (w - 120) / 2
    for index, code in enumerate(codes):
        left = x + 40 + (index // rows) * (half + 40)
        pen.text(say(scene.lang, code), left, y + 116 + (index % rows) * row, half, row - 6, 34, 24, lines=2)


def theme_overlay(pen: Pen, scene: Scene) -> None:
    """All questions of the theme with their answers, as the package has them. Drawn always: the next key closes it."""
    _veil(pen)
    x, y, w, h = 40.0, 40.0, pen.width - 80, pen.height - 80
    pen.rect(x, y, w, h, "s1", edge="line", edge_w=2)
    name = scene.theme_name or say(scene.lang, "theme_title", n=scene.theme)
    pen.text(name, x + 32, y + 16, w - 64, 64, 48, 30, bold=True)
    if scene.theme_text is None or scene.ui.hidden:
        pen.text(say(scene.lang, "hidden" if scene.ui.hidden else "from_paper"), x + 32, y + 100, w - 64, 64, 48, 30)
        return
    questions = scene.theme_text.questions[:10]
    row = (h - 104) / max(1, len(questions))
    answer_w = w * 0.27
    for index, question in enumerate(questions):
        top = y + 92 + index * row
        value = "" if question.value is None else str(question.value)
        pen.text(value, x + 24, top, 104, min(row - 10, 60), 48, 24, bold=True, colour="text2", align="right")
        pen.block(clean(question.text), x + 152, top, w - answer_w - 200, row - 12, 40, 24)
        answers = " / ".join(clean(each) for each in question.answers)
        pen.block(answers, x + w - answer_w - 24, top, answer_w, row - 12, 40, 24, "text2")


def unfocused_overlay(pen: Pen, scene: Scene) -> None:
    """While the keys go to another window: large, and the buttons count all the same."""
    _veil(pen)
    w = min(1300.0, pen.width - 160)
    x, y = (pen.width - w) / 2, pen.height * 0.32
    pen.rect(x, y, w, 250, "live", 24)
    inner = w - 80
    words = say(scene.lang, "unfocused")
    pen.text(words, x + 40, y + 36, inner, 104, 72, 40, bold=True, colour="onlive", align="centre")
    words = say(scene.lang, "unfocused_do")
    pen.text(words, x + 40, y + 156, inner, 60, 40, 28, colour="onlive", align="centre")


def _veil(pen: Pen) -> None:
    pen.items.append(Veil(Box(0, 0, *pen.pixels)))
