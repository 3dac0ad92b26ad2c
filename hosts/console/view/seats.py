"""One card a seat: sign, score, name, what bars it or what came of its last press. White edge: its button counts."""

from __future__ import annotations

from typing import NamedTuple

from buzzer.core.arbiter import has_tried
from buzzer.core.scoring import places, total
from buzzer.core.state import Answering
from hosts.console.view.band import milliseconds, rest_us
from hosts.console.view.draw import Box, Rect, SignStyle, line_height
from hosts.console.view.fit import Fitted
from hosts.console.view.head import MARGIN
from hosts.console.view.pen import Pen
from hosts.console.view.scene import Scene, at_theme_break, counts_now
from hosts.console.view.words import NBSP, known, points, say, signed, tenths

GAP = 16.0
LATER_US = 1_000_000
"""Up to here a card says by how much its press was later; beyond, only that it was."""
_VERDICT_WORDS = {"correct": "was_right", "wrong": "was_wrong", "no_answer": "was_no_answer"}


class State(NamedTuple):
    """What a card says at its foot. ``dead``: the seat cannot press now; ``bars``: hatched."""

    words: str = ""
    mark: str | None = None
    colour: str = "text2"
    dead: bool = False
    hatched: bool = False


class Card(NamedTuple):
    """What one card shows. ``solid``: all in the seat's colour; ``live``: its button counts now."""

    seat: int
    name: str
    state: State
    score: str
    style: SignStyle
    answering: bool
    solid: bool
    dead: bool
    live: bool
    fresh: bool = False
    """Its score has just changed: a line under it."""


def seats(pen: Pen, scene: Scene, now_us: int, top: float, height: float, fresh: tuple[int, ...] = ()) -> None:
    """The cards in the order of the table; from five seats on in two rows. ``fresh``: whose score has just changed."""
    count = len(scene.game.seats)
    rows = 1 if count <= 4 else 2
    columns = -(-count // rows)
    w = (pen.width - 2 * MARGIN - GAP * (columns - 1)) / columns
    h = (height - 12 * (rows - 1)) / rows
    scores = [points(total(scene.setup, scene.game, seat)) for seat in range(1, count + 1)]
    widest = ("≈ " if scene.game.checks else "") + max(scores, key=len)
    standing = places(scene.setup, scene.game) if at_theme_break(scene) else {}
    for index in range(count):
        x = MARGIN + (index % columns) * (w + GAP)
        y = top + (index // columns) * (h + 12)
        card = content(scene, index + 1, now_us, scores[index], standing)
        if index + 1 in fresh:
            card = card._replace(fresh=True)
        pen.part(_card, card, widest, rows == 2, x, y, w, h)


def state_of(scene: Scene, seat: int, now_us: int, standing: dict[int, str]) -> State:
    """The first that is true, as the design orders it. ``standing``: places, where they are to be shown."""
    lang, game = scene.lang, scene.game
    sitting = game.seats[seat - 1]
    if sitting.state != "in":
        return State(say(lang, "is_no_show" if sitting.state == "no_show" else "is_out"), None, "text3", True)
    unlinked = _unlinked(scene, seat)
    if unlinked is not None:
        return State(say(lang, unlinked), "plug", "wrong", True, True)
    if scene.answering == seat:
        return State(say(lang, "answers_maybe" if scene.published.provisional else "answers"), None, "text")
    live = game.live
    if live is not None:
        if seat in live.out:
            return State(say(lang, "locked_out"), "lock", "text", True, True)
        lock_g = live.locks_g[seat]
        if lock_g is not None and (left := rest_us(scene, lock_g, now_us)) > 0:
            words = say(lang, "locked_for", s=f"{tenths(lang, -(-left // 100_000))}{NBSP}{say(lang, 's')}")
            return State(words, "lock", "text", True, True)
    return _verdict(scene, seat) or _pressed(scene, seat) or _otherwise(scene, seat, standing)


def _unlinked(scene: Scene, seat: int) -> str | None:
    """Why no press of the seat can arrive: its box is gone, or no box has a button for it. None without boxes."""
    boxes = scene.published.boxes
    if not boxes or any(box.up and seat in box.seats for box in boxes):
        return None
    gone = any(seat in box.seats for box in boxes) or not any(box.up for box in boxes)
    return "no_link" if gone else "no_button"


def _verdict(scene: Scene, seat: int) -> State | None:
    """What the seat has got on this question already."""
    question = scene.game.open or scene.closed
    if question is None or question.void:
        return None
    judged = next((each for each in reversed(question.verdicts) if each.seat == seat), None)
    if judged is not None and judged.verdict == "none":
        return State(say(scene.lang, "was_none"))
    if judged is None:
        fine = sum(delta for each, delta in question.fines if each == seat)
        return State(say(scene.lang, "fined", delta=signed(fine)), "wrong", "wrong") if fine else None
    words = say(scene.lang, _VERDICT_WORDS[judged.verdict], delta=signed(judged.delta))
    right = judged.verdict == "correct"
    dead = scene.game.live is not None and has_tried(scene.setup, scene.game, seat)
    return State(words, "right" if right else "wrong", "right" if right else "text2", dead)


def _pressed(scene: Scene, seat: int) -> State | None:
    """Why the seat's last press gave no right, as long as its question is on the screen."""
    if scene.game.open is None and scene.closed is None and scene.game.questions and not _idle_press(scene):
        return None
    press = next((each for each in reversed(scene.published.presses) if each.seat == seat), None)
    if press is None or press.why is None:
        return None
    phase = scene.game.phase
    if press.why.startswith("busy") and press.why != "busy_punished" and isinstance(phase, Answering):
        first = next(
            (each for each in scene.published.presses if each.seat == phase.seat and each.why is None), None
        )  # fmt: skip
        if first is not None and 0 < press.at_us - first.at_us < LATER_US:
            return State(say(scene.lang, "later_by", ms=milliseconds(scene, press.at_us - first.at_us)))
    code = f"why_{'fined' if press.why == 'fine' else press.why}"
    return State(say(scene.lang, code) if known(code) else press.why)


def _idle_press(scene: Scene) -> bool:
    """An early press before the next question is announced is still news."""
    last = scene.published.presses[-1:]
    return bool(last) and last[0].why in ("closed", "not_open")


def _otherwise(scene: Scene, seat: int, standing: dict[int, str]) -> State:
    if seat in scene.game.down:
        return State(say(scene.lang, "held_down"))
    if seat in standing:
        return State(say(scene.lang, "place", place=standing[seat].replace("-", "–")))
    return State()


def content(scene: Scene, seat: int, now_us: int, score: str, standing: dict[int, str]) -> Card:
    state, answering = state_of(scene, seat, now_us, standing), scene.answering == seat
    solid = answering and not scene.published.provisional and scene.game.hold is None
    dead = state.dead or scene.game.seats[seat - 1].state != "in"
    style: SignStyle = "ink" if solid else "dead" if dead else "lit" if state.mark == "right" else "may"
    checking = any(each == seat for _, each in scene.game.checks)
    if checking and not answering:
        state = state._replace(words=say(scene.lang, "checking"))
    if checking:
        score = f"≈ {score}"
    live = counts_now(scene, seat, now_us)
    return Card(seat, scene.seat_name(seat), state, score, style, answering, solid, dead, live)


def _card(pen: Pen, card: Card, widest: str, small: bool, x: float, y: float, w: float, h: float) -> None:
    """``widest``: the row's longest score."""
    fill = f"seat{1 + (card.seat - 1) % 8}"
    if card.solid:
        pen.rect(x, y, w, h, fill)
        if not small:
            pen.rect(x, y - GAP, w, GAP * 2, fill, 0)
    else:
        pen.rect(x, y, w, h, "s1", edge=fill if card.answering else None, edge_w=5, hatched=card.state.hatched)
    if card.live:
        pen.rect(x, y, w, 10, "live", 5)
    (_small_card if small else _large_card)(pen, card, widest, x, y, w, h)


def _score(
    pen: Pen, card: Card, wide: str, x: float, y: float, w: float, h: float, big: float
) -> None:  # fmt: skip
    """All scores of a row have one size: that of the widest. One that has just changed has a line under it."""
    shown, colour = card.score, "ink" if card.solid else "text"
    box = pen.box(x, y, w, h)
    size = pen.fits.label(wide, box.w, box.h, pen.px(big), pen.px(26), True, 1).size
    fitted = pen.fits.label(shown, box.w, box.h, size, pen.px(26), True, 1)
    if card.fresh and fitted.lines:
        fresh_line(pen, fitted, box, "ink" if card.solid else "live")
    pen.place(fitted, box, colour, "right", True)


def fresh_line(pen: Pen, fitted: Fitted, box: Box, colour: str) -> None:
    """Under the figures, within the line that they stand on."""
    width = pen.fits.width(fitted.lines[0], fitted.size, fitted.bold)
    line = line_height(fitted.size)
    top = box.y + (box.h - line) // 2 + fitted.size
    high = max(2, min(pen.px(6), line - fitted.size))
    pen.items.append(Rect(Box(box.right - width, top, width, high), colour))


def _large_card(pen: Pen, card: Card, widest: str, x: float, y: float, w: float, h: float) -> None:
    ink = "ink" if card.solid else None
    pen.sign(x + 22, y + 22, 76, card.seat, card.style)
    _score(pen, card, widest, x + 116, y + 16, w - 140, 92, 96 if w > 400 else 78)
    colour = ink or ("text2" if card.dead else "text")
    pen.text(card.name, x + 24, y + 112, w - 48, 72, 36, 24, bold=True, colour=colour, middle=False, lines=2)
    _foot(pen, card.state, x + 24, y + h - 44, w - 48, 40, ink)


def _small_card(pen: Pen, card: Card, widest: str, x: float, y: float, w: float, h: float) -> None:
    words, ink = card.state.words, "ink" if card.solid else None
    side, big = (64.0, 64) if w > 400 else (48.0, 48)
    left = x + side + 32
    pen.sign(x + 16, y + (h - side) / 2 - (8 if words else 0), side, card.seat, card.style)
    score_w = min(pen.width_of(widest, big, True) + 2, w * 0.42)
    rest_h = h - (56 if words else 24)
    _score(pen, card, widest, x + w - score_w - 16, y + 12, score_w, rest_h, big)
    colour = ink or ("text2" if card.dead else "text")
    name_w = x + w - score_w - 28 - left
    pen.text(card.name, left, y + 12, name_w, rest_h, 34, 24, bold=True, colour=colour, lines=2)
    _foot(pen, card.state, left, y + h - 40, x + w - 14 - left, 36, ink)


def _foot(pen: Pen, state: State, x: float, y: float, w: float, h: float, ink: str | None) -> None:
    if not state.words:
        return
    shift = 0.0
    if state.mark is not None:
        pen.mark(x, y + 5, 30, state.mark, ink or state.colour)
        shift = 40.0
    pen.text(state.words, x + shift, y, w - shift, h, 32, 24, bold=True, colour=ink or state.colour)
