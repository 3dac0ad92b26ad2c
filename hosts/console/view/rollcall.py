"""The roll call: a card a seat with its sign, what its button is, and what is wrong. A filled sign is a lit lamp."""

from __future__ import annotations

from typing import NamedTuple

from buzzer.published import RollSeat, RollView
from hosts.console.view.draw import SignStyle
from hosts.console.view.fit import clean
from hosts.console.view.head import MARGIN
from hosts.console.view.pen import Pen
from hosts.console.view.scene import Scene
from hosts.console.view.words import say

GAP, TOP, BAR_TOP, BAR_H = 16.0, 226.0, 918.0, 84.0


class Card(NamedTuple):
    """``mark``: right, bang or plug before the words; ``note``: the smaller line under them."""

    seat: int
    name: str
    words: str
    note: str
    mark: str | None
    colour: str
    style: SignStyle
    solid: bool
    live: bool
    hatched: bool


def roll_call(pen: Pen, scene: Scene, roll: RollView) -> None:
    """All of the screen between strip and legend."""
    wanted = [seat for seat in roll.seats if seat.wanted]
    done = sum(seat.checked for seat in wanted)
    lower = pen.height - 1080
    pen.part(_heading, say(scene.lang, "roll_count", n=done, all=len(wanted)), _note(scene, roll))
    count = len(roll.seats)
    rows = 1 if count <= 4 else 2
    columns = -(-count // rows)
    w = (pen.width - 2 * MARGIN - GAP * (columns - 1)) / columns
    h = (BAR_TOP + lower - GAP - TOP - GAP * (rows - 1)) / rows
    for index in range(count):
        x, y = MARGIN + (index % columns) * (w + GAP), TOP + (index // columns) * (h + GAP)
        pen.part(_card, card_of(scene, roll, index + 1), rows == 2, x, y, w, h)
    pen.part(_bar, roll.done, bool(scene.game.questions), BAR_TOP + lower)


def card_of(scene: Scene, roll: RollView, seat: int) -> Card:
    """What one card says."""
    lang, at = scene.lang, roll.seats[seat - 1]
    called = roll.called == seat
    words, mark, colour = _state(scene, at, called)
    solid = at.lit and not at.trouble and at.wanted
    style: SignStyle = "ink" if solid else "lit" if at.lit else "may" if at.checked else "dead"
    name = scene.seat_name(seat)
    button = say(lang, "roll_button", box=clean(at.box), n=at.button) if at.button else ""
    if at.trouble == "stuck":
        button = say(lang, "roll_let_go", button=button)
    elif at.trouble == "taken":
        button = say(lang, "roll_other")
    elif at.trouble == "several":
        button = say(lang, "roll_again")
    elif at.checked and at.other is not None:
        button = say(lang, "roll_was", button=button, n=at.other)
    return Card(seat, name, words, button, mark, colour, style, solid, called, at.trouble in ("stuck", "no_link"))


def _state(scene: Scene, at: RollSeat, called: bool) -> tuple[str, str | None, str]:
    lang = scene.lang
    if not at.wanted:
        return say(lang, "is_out"), None, "text3"
    if at.trouble == "taken" and at.other is not None:
        return say(lang, "roll_taken", who=scene.seat_name(at.other)), "bang", "text"
    if at.trouble == "no_button" and called:
        return say(lang, "roll_called"), None, "text"
    if at.trouble:
        return say(lang, f"roll_{at.trouble}"), "plug" if at.trouble == "no_link" else "bang", "wrong"
    if at.lit:
        return say(lang, "roll_lit"), None, "text"
    if at.checked:
        return say(lang, "roll_checked"), "right", "right"
    return say(lang, "roll_called" if called else "roll_waits"), None, "text" if called else "text2"


def _note(scene: Scene, roll: RollView) -> str:
    if not roll.nobody:
        return say(scene.lang, "roll_how")
    which = "; ".join(say(scene.lang, "roll_button", box=clean(box), n=button) for box, button in roll.nobody)
    return say(scene.lang, "roll_nobody", which=which)


def _heading(pen: Pen, count: str, note: str) -> None:
    width = pen.width - 2 * MARGIN
    pen.text(say(pen.lang, "roll_title"), MARGIN, 72, width * 0.7, 84, 64, 40, bold=True)
    pen.text(count, MARGIN + width * 0.72, 72, width * 0.28, 84, 56, 36, bold=True, align="right")
    pen.text(note, MARGIN, 158, width, 52, 36, 24, colour="text2")


def _card(pen: Pen, card: Card, small: bool, x: float, y: float, w: float, h: float) -> None:
    fill, ink = f"seat{1 + (card.seat - 1) % 8}", "ink" if card.solid else None
    pen.rect(x, y, w, h, fill if card.solid else "s1", hatched=card.hatched)
    if card.live:
        pen.rect(x, y, w, 10, "live", 5)
    side = min(w * 0.5, 220.0, h * 0.33)
    note_h, words_h = (40.0, 44.0) if small else (76.0, 56.0)
    pen.sign(x + (w - side) / 2, y + 26, side, card.seat, card.style)
    foot = y + h - 14 - note_h - words_h
    top = y + 26 + side + 10
    pen.text(
        card.name, x + 20, top, w - 40, foot - 6 - top, 42, 24, bold=True, colour=ink or "text", align="centre",
        lines=2 if small else 3,
    )  # fmt: skip
    shift = 44.0 if card.mark is not None else 0.0
    wide = min(pen.width_of(card.words, 40, True) + 4, w - 40 - shift)
    left = x + (w - wide - shift) / 2
    if card.mark is not None:
        pen.mark(left, foot + (words_h - 32) / 2, 32, card.mark, ink or card.colour)
    tone, note, lines = ink or card.colour, ink or "text2", 1 if small else 2
    pen.text(card.words, left + shift, foot, wide, words_h, 40, 24, bold=True, colour=tone, align="centre")
    under = foot + words_h
    pen.text(card.note, x + 16, under, w - 32, note_h, 30, 24, colour=note, align="centre", lines=lines)


def _bar(pen: Pen, done: bool, playing: bool, y: float) -> None:
    """What Space does, dim until all are checked."""
    width = pen.width - 2 * MARGIN
    pen.rect(MARGIN, y, width, BAR_H, "s2" if done else "s1")
    colour = "text" if done else "text3"
    pen.rect(MARGIN + 24, y + 19, 142, 46, "bg" if done else None, 8, "line", 2)
    pen.text(say(pen.lang, "space"), MARGIN + 30, y + 21, 130, 42, 28, 20, bold=True, colour=colour, align="centre")
    code = (
        ("roll_on_now" if playing else "roll_start") if done else ("roll_on_later" if playing else "roll_start_later")
    )
    pen.text(say(pen.lang, code), MARGIN + 190, y + 6, width - 214, BAR_H - 12, 38, 24, bold=done, colour=colour)
