"""The end of the match: places with shared ones bracketed, scores, counts by value, the ties that are left."""

from __future__ import annotations

from buzzer.core.scoring import counts, groups, places, ties, total
from hosts.console.view.fit import ELLIPSIS, clean
from hosts.console.view.head import MARGIN, next_tile
from hosts.console.view.pause import PlayedTime
from hosts.console.view.pen import Pen
from hosts.console.view.scene import Scene
from hosts.console.view.words import points, say

COLUMN = 64.0
_STATE_W = 228.0


def end(pen: Pen, scene: Scene, time: PlayedTime | None) -> None:
    """The whole window between strip and legend."""
    lang, width = scene.lang, pen.width - 2 * MARGIN
    title_w = min(pen.width_of(say(lang, "over"), 72, True) + 4, width * 0.5)
    pen.text(say(lang, "over"), MARGIN, 64, title_w, 92, 72, 44, bold=True)
    if time is not None:
        words = say(lang, "time_match", n=time.match)
        pen.text(words, MARGIN + title_w + 32, 80, width * 0.3, 68, 40, 26, colour="text2")
    order = [seat for group in groups(scene.setup, scene.game) for seat in group]
    tied = ties(scene.setup, scene.game)
    foot = 902 + (pen.height - 1080)
    top, bar = 232.0, 100.0 if tied else 60.0
    values = tuple(sorted(scene.setup.rules.values, reverse=True)[:8])
    counts_x = pen.width - MARGIN - _STATE_W - 12 - COLUMN * len(values)
    _heads(pen, scene, counts_x, top, values)
    row = min(124.0, (foot - 16 - bar - top) / len(order))
    scores = {seat: _score(scene, seat) for seat in order}
    widest = max(scores.values(), key=len)
    where = places(scene.setup, scene.game)
    for index, seat in enumerate(order):
        shared = any(seat in group for group in tied)
        won = tuple(counts(scene.game, seat).get(value, 0) for value in values)
        shown = (seat, where[seat].replace("-", "–"), scene.seat_name(seat), scores[seat], widest)
        y = top + index * row
        pen.part(_row, *shown, won, _state(scene, seat, shared), shared, y, row - 8, counts_x)
    for group in tied:
        _bracket(pen, top + order.index(group[0]) * row, row * len(group) - 8)
    _ties(pen, scene, tied, where, foot - 12 - bar, bar - 4)
    next_tile(pen, scene, MARGIN, foot, width * 0.5, 92)
    path = say(lang, "journal", path=clean(scene.published.journal)) if scene.published.journal else ""
    pen.text(path, MARGIN + width * 0.52, foot, width * 0.48, 92, 32, 22, colour="text2", align="right", lines=2)


def _score(scene: Scene, seat: int) -> str:
    score = points(total(scene.setup, scene.game, seat))
    return f"≈ {score}" if any(each == seat for _, each in scene.game.checks) else score


def _heads(pen: Pen, scene: Scene, counts_x: float, top: float, values: tuple[int, ...]) -> None:
    words, y = say(scene.lang, "col_points"), top - 40
    pen.text(words, counts_x - 220, y, 190, 34, 26, 22, colour="text3", align="right")
    words = say(scene.lang, "col_counts")
    pen.text(words, counts_x, top - 76, COLUMN * len(values), 34, 26, 20, colour="text3", align="centre")
    for index, value in enumerate(values):
        x = counts_x + index * COLUMN
        pen.text(str(value), x + 2, y, COLUMN - 4, 34, 26, 20, bold=True, colour="text3", align="centre")


def _state(scene: Scene, seat: int, shared: bool) -> str:
    if any(each == seat for _, each in scene.game.checks):
        return say(scene.lang, "checking")
    state = scene.game.seats[seat - 1].state
    code = {"no_show": "is_no_show", "out": "is_out"}.get(state, "shared" if shared else "")
    return say(scene.lang, code) if code else ""


def _row(
    pen: Pen, seat: int, place: str, name: str, score: str, widest: str, won: tuple[int, ...], state: str,
    shared: bool, y: float, h: float, counts_x: float,
) -> None:  # fmt: skip
    pen.rect(MARGIN, y, pen.width - 2 * MARGIN, h, "s1", 12)
    pen.text(place, MARGIN + 36, y, 132, h, 60, 30, bold=True, align="centre")
    side = min(76.0, h - 8)
    pen.sign(MARGIN + 184, y + (h - side) / 2, side, seat, "lit" if place.split("–")[0] == "1" else "may")
    score_w = min(230.0, pen.width_of(widest, 76, True) + 4)
    name_x = MARGIN + 280
    pen.text(name, name_x, y + 1, counts_x - score_w - 50 - name_x, h - 2, 46, 24, bold=True, lines=2)
    box = pen.box(counts_x - score_w - 30, y, score_w, h)
    size = pen.label(widest, box, 76, 26, True, 1).size
    pen.place(pen.fits.label(score, box.w, box.h, size, pen.px(24), True, 1), box, "text", "right", True)
    for index, number in enumerate(won):
        colour = "text2" if number else "text3"
        pen.text(str(number), counts_x + index * COLUMN, y, COLUMN, h, 34, 24, colour=colour, align="centre")
    x = pen.width - MARGIN - _STATE_W + 12
    if shared:
        pen.mark(x, y + (h - 30) / 2, 30, "equal", "text")
    if state:
        pen.text(state, x + 40, y, _STATE_W - 60, h, 32, 22, bold=shared, lines=2)


def _bracket(pen: Pen, y: float, h: float) -> None:
    """Along the left of the rows that share a place."""
    x = MARGIN + 14.0
    pen.rect(x, y + 10, 6, h - 20, "live", 3)
    for tick in (y + 10, y + h - 16):
        pen.rect(x, tick, 20, 6, "live", 3)


def _ties(pen: Pen, scene: Scene, tied: list[tuple[int, ...]], where: dict[int, str], y: float, h: float) -> None:
    """One framed bar for all ties: names for one, signs for several."""
    w = pen.width - 2 * MARGIN
    if not tied:
        pen.text(say(scene.lang, "no_ties"), MARGIN + 24, y, w - 48, h, 36, 24, colour="text2")
        return
    pen.rect(MARGIN, y, w, h, "s2", 16, "live", 4)
    pen.mark(MARGIN + 28, y + (h - 36) / 2, 36, "equal", "text")
    themes = scene.setup.rules.shootout_themes
    head = say(scene.lang, "shootout", n=themes) if themes else say(scene.lang, "shootout_some")
    head_w = min(pen.width_of(head, 38, True) + 4, w * 0.34)
    x = MARGIN + 88.0
    pen.text(head, x, y + 4, head_w, h - 8, 38, 24, bold=True, lines=2)
    x += head_w + 28
    each_w = (MARGIN + w - 24 - x) / len(tied)
    for group in tied:
        place = where[group[0]].replace("-", "–")
        _tie(pen, scene, group, place, x, y + 6, each_w - 20, h - 12, len(tied) == 1, len(tied) > 2)
        x += each_w


def _tie(
    pen: Pen,
    scene: Scene,
    group: tuple[int, ...],
    place: str,
    x: float,
    y: float,
    w: float,
    h: float,
    alone: bool,
    crowded: bool,
) -> None:  # fmt: skip
    """Names where they fit, else signs alone; of many ties only the places."""
    side = min(52.0, w * 0.55 / len(group) - 6)
    for index, seat in enumerate(group):
        pen.sign(x + index * (side + 6), y + (h - side) / 2, side, seat, "lit")
    left = x + len(group) * (side + 6) + 8
    short = place if crowded else say(scene.lang, "tie", place=place)
    box = pen.box(left, y, x + w - left, h)
    for words in (say(scene.lang, "tie_who", place=place, who=listed(scene, group)) if alone else short, short):
        fitted = pen.label(words, box, 36, 24 if words == short else 30, False, 2)
        if not fitted.lines[-1].endswith(ELLIPSIS):
            break
    pen.place(fitted, box, "text", "left", True)


def listed(scene: Scene, group: tuple[int, ...]) -> str:
    """Names as in a sentence: Анна, Борис и Вера."""
    *first, last = [scene.seat_name(seat) for seat in group]
    return say(scene.lang, "and", first=", ".join(first), last=last) if first else last
