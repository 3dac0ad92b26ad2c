"""The start screen as a value, drawn: what is to be played, who plays, what the buttons are, how it looks and sounds.

The words come ready in a `Sheet`; nothing here knows a ruleset or a port.
"""

from __future__ import annotations

from typing import NamedTuple

from hosts.console.view.draw import Drawing
from hosts.console.view.fit import Fits, Fitted
from hosts.console.view.foot import Key, legend, line
from hosts.console.view.head import MARGIN
from hosts.console.view.pen import Pen
from hosts.console.view.screens import help_panel, unfocused_overlay
from hosts.console.view.ui import Look
from hosts.console.view.words import say

HELP = (
    "hs_arrows", "hs_change", "hs_digits", "hs_enter", "hs_delete", "hs_esc", "hs_space", "hs_go_on",
    "hs_look", "hs_volume", "h_full", "h_quit",
)  # fmt: skip
GAP = 12.0
TOP = 248.0
_PLUGS = {"up": "text", "bad": "wrong", "none": "text3"}


class Card(NamedTuple):
    """A row with a heading. ``mark``: right, wrong, bang or none; ``value`` is the field's text while it is open."""

    row: str
    label: str
    value: str
    note: str = ""
    mark: str = ""
    quiet: bool = False
    """Nothing has been given: the value says what that means."""


class SeatCard(NamedTuple):
    seat: int
    name: str
    note: str = ""
    bad: bool = False
    """The note is a fault: this seat has no button."""
    named: bool = True


class BoxCard(NamedTuple):
    """``state``: up; bad (a fault); none (nothing there, and nothing wrong)."""

    title: str
    line: str
    state: str


class Option(NamedTuple):
    """A row of one line."""

    row: str
    label: str
    value: str


class Writing(NamedTuple):
    """The open text field of row ``at``; ``caret`` characters stand before the caret."""

    text: str
    caret: int


class Sheet(NamedTuple):
    """All words of the start screen. ``at``: the chosen row; ``told``: a line over the legend, ``ask``: a question."""

    at: str
    title: str
    subtitle: str
    cards: tuple[Card, ...]
    number: Option
    seats: tuple[SeatCard, ...]
    box: Card
    boxes: tuple[BoxCard, ...]
    options: tuple[Option, ...]
    space: str
    dim: bool
    keys: tuple[Key, ...] = ()
    pending: tuple[str, str] | None = None
    writing: Writing | None = None
    told: str = ""
    ask: str = ""
    help: bool = False
    focused: bool = True


def draw(sheet: Sheet, size: tuple[int, int], look: Look, fits: Fits) -> Drawing:
    """The drawing for a window of ``size`` pixels."""
    pen = Pen(size, look, fits)
    more = pen.height - 1080
    _head(pen, sheet)
    bottom = 902 + more
    room = pen.width - 2 * MARGIN - 2 * 24
    left, middle = room * 0.31, room * 0.40
    right = room - left - middle
    x2, x3 = MARGIN + left + 24, MARGIN + left + middle + 48
    for words, x, w in (("start_match", float(MARGIN), left), ("start_seats", x2, middle), ("start_boxes", x3, right)):
        pen.text(say(pen.lang, words), x, 206, w, 36, 30, 24, bold=True, colour="text2")
    _match(pen, sheet, float(MARGIN), left, bottom)
    _seats(pen, sheet, x2, middle, bottom)
    _buttons(pen, sheet, x3, right, bottom)
    _space(pen, sheet, 918 + more)
    top = 1022 + more
    if sheet.ask:
        line(pen, top, sheet.ask, "live", "onlive")
    elif sheet.told:
        line(pen, top, sheet.told, "s2", "text")
    else:
        legend(pen, sheet.keys, top)
    if sheet.help:
        help_panel(pen, HELP)
    if not sheet.focused:
        unfocused_overlay(pen)
    return tuple(pen.items)


def _head(pen: Pen, sheet: Sheet) -> None:
    width = pen.width - 2 * MARGIN
    w = width * 0.56 if sheet.pending else width
    pen.text(say(pen.lang, "start_before"), MARGIN, 10, width, 38, 28, colour="text2")
    pen.text(sheet.title, MARGIN, 62, w, 84, 68, 40, bold=True)
    pen.text(sheet.subtitle, MARGIN, 146, w, 46, 34, 24, colour="text2")
    if sheet.pending is None:
        return
    title, last = sheet.pending
    x, w = MARGIN + width * 0.58, width * 0.42
    pen.rect(x, 70, w, 122, "s1")
    pen.mark(x + 20, 103, 56, "hold", "text")
    pen.text(title, x + 96, 76, w - 112, 46, 32, 24, bold=True)
    words = say(pen.lang, "start_go_on")
    cap, end = 76.0, pen.width_of(words, 26)
    key_x = x + w - 20 - end - 12 - cap
    pen.text(last, x + 96, 124, key_x - x - 112, 62, 26, 22, colour="text2", lines=2)
    pen.rect(key_x, 134, cap, 42, "bg", 8, "line", 2)
    pen.text("P З", key_x + 2, 136, cap - 4, 38, 26, 22, bold=True, align="centre")
    pen.text(words, key_x + cap + 12, 136, end + 2, 38, 26, 22, colour="text2")


def _match(pen: Pen, sheet: Sheet, x: float, w: float, bottom: float) -> None:
    count = len(sheet.cards)
    h = min(150.0, (bottom - TOP - GAP * (count - 1)) / count)
    for index, card in enumerate(sheet.cards):
        _card(pen, sheet, card, x, TOP + index * (h + GAP), w, h)


def _card(pen: Pen, sheet: Sheet, card: Card, x: float, y: float, w: float, h: float) -> None:
    """Heading, value and a note under each other, its mark at the left."""
    writing = _ground(pen, sheet, card.row, x, y, w, h)
    if card.mark:
        colour = card.mark if card.mark in ("right", "wrong") else "text"
        pen.mark(x + 22, y + (h - 44) / 2, 44, card.mark, colour)
    left, inner = x + 88, w - 104
    third = (h - 12) / 3
    pen.text(card.label, left, y + 4, inner, third, 26, 24, bold=True, colour="text3")
    if writing is not None:
        _field(pen, writing, left, y + 4 + third, inner, third + 2)
    else:
        colour = "text2" if card.quiet else "text"
        pen.text(card.value, left, y + 4 + third, inner, third + 2, 32, 24, bold=not card.quiet, colour=colour)
    colour = "wrong" if card.mark == "wrong" else "text2"
    pen.text(card.note, left, y + 8 + 2 * third, inner, third, 26, 22, colour=colour)


def _ground(
    pen: Pen, sheet: Sheet, row: str, x: float, y: float, w: float, h: float, radius: float = 12
) -> Writing | None:
    """The row's panel, framed where it is chosen; the field if it is open there."""
    chosen = row == sheet.at
    writing = sheet.writing if chosen else None
    pen.rect(x, y, w, h, "s2" if writing else "s1", radius, "live" if chosen else None, 4)
    return writing


def _field(pen: Pen, writing: Writing, x: float, y: float, w: float, h: float, big: float = 34) -> None:
    """The end of the text before the caret is always to be seen."""
    size = min(big, h / (1.25 * pen.type))
    size = max(min(size, 30.0), min(size, size * (w - 16) / max(1.0, pen.width_of(writing.text, size))))
    before, after = writing.text[: writing.caret], writing.text[writing.caret :]
    while before and pen.width_of(before, size) > w - 12:
        before = before[1:]
    at = pen.width_of(before, size) if before else 0.0
    while after and at + pen.width_of(after, size) > w - 8:
        after = after[:-1]
    high = size * pen.type
    pen.rect(x + at + 1, y + (h - high * 1.1) / 2, 3, high * 1.1, "live", 0)
    middle = y + (h - high * 1.25) / 2
    for words, left in ((before, x), (after, x + at + 6)):
        if words.strip():
            box = pen.box(left, middle, pen.width_of(words, size) + 1, high * 1.25)
            pen.place(Fitted((words,), pen.px(high), pen.px(high), False), box, "text")


def _seats(pen: Pen, sheet: Sheet, x: float, w: float, bottom: float) -> None:
    _option(pen, sheet, sheet.number, x, TOP, w, 52)
    top, count = TOP + 52 + GAP, max(1, len(sheet.seats))
    gap = GAP if count < 6 else 8.0
    h = min(130.0, (bottom - top - gap * (count - 1)) / count)
    for index, seat in enumerate(sheet.seats):
        _seat(pen, sheet, seat, x, top + index * (h + gap), w, h)


def _seat(pen: Pen, sheet: Sheet, card: SeatCard, x: float, y: float, w: float, h: float) -> None:
    writing = _ground(pen, sheet, f"seat{card.seat}", x, y, w, h)
    side = min(76.0, h - 14)
    pen.sign(x + 20, y + (h - side) / 2, side, card.seat, "dead" if card.bad else "may")
    left = x + side + 38
    inner = x + w - 14 - left
    wide = h < 100  # the note stands beside the name instead of under it
    note_w = min(inner * 0.36, pen.width_of(card.note, 26) + 4) if wide and card.note else 0.0
    name_w, name_h = inner - note_w - (12 if note_w else 0), h - 8 if wide or not card.note else h - 46
    if writing is not None:
        _field(pen, writing, left, y + 4, name_w, name_h, 42)
    else:
        colour, bold = ("text", True) if card.named else ("text3", False)
        pen.text(card.name, left, y + 4, name_w, name_h, 38, 24, bold=bold, colour=colour, lines=2)
    colour = "wrong" if card.bad else "text2"
    if wide and card.note:
        pen.text(card.note, x + w - 16 - note_w, y + 4, note_w, h - 8, 26, 22, colour=colour, align="right", lines=2)
    else:
        pen.text(card.note, left, y + h - 42, inner, 36, 26, 22, colour=colour)


def _buttons(pen: Pen, sheet: Sheet, x: float, w: float, bottom: float) -> None:
    _card(pen, sheet, sheet.box, x, TOP, w, 118)
    step = 46.0
    options_top = bottom - step * len(sheet.options) + 4
    room = options_top - 44 - (TOP + 118 + GAP)
    each = 92.0
    fit = max(1, int((room + 8) // (each + 8)))
    for index, box in enumerate(sheet.boxes[:fit]):
        _box(pen, box, x, TOP + 118 + GAP + index * (each + 8), w, each)
    pen.text(say(pen.lang, "start_look"), x, options_top - 40, w, 34, 26, 24, bold=True, colour="text2")
    for index, option in enumerate(sheet.options):
        _option(pen, sheet, option, x, options_top + index * step, w, step - 6)


def _box(pen: Pen, box: BoxCard, x: float, y: float, w: float, h: float) -> None:
    pen.rect(x, y, w, h, "s1", 12)
    pen.mark(x + 24, y + (h - 40) / 2, 40, "plug" if box.state == "bad" else "joined", _PLUGS[box.state])
    pen.text(box.title, x + 88, y + 6, w - 104, 40, 30, 24, bold=True)
    pen.text(box.line, x + 88, y + 46, w - 104, h - 50, 26, 22, colour="wrong" if box.state == "bad" else "text2")


def _option(pen: Pen, sheet: Sheet, option: Option, x: float, y: float, w: float, h: float) -> None:
    """Heading left, value right."""
    _ground(pen, sheet, option.row, x, y, w, h, 8)
    inner = w - 40
    label = min(inner * 0.6, pen.width_of(option.label, 26, True) + 2)
    pen.text(option.label, x + 20, y + 2, label, h - 4, 26, 22, bold=True, colour="text3")
    pen.text(option.value, x + 28 + label, y + 2, inner - 8 - label, h - 4, 28, 22, bold=True, align="right")


def _space(pen: Pen, sheet: Sheet, top: float) -> None:
    width = pen.width - 2 * MARGIN
    pen.rect(MARGIN, top, width, 84, "s1" if sheet.dim else "s2")
    colour = "text3" if sheet.dim else "text"
    pen.rect(MARGIN + 24, top + 18, 144, 48, None if sheet.dim else "bg", 8, "line", 2)
    pen.text(say(pen.lang, "space"), MARGIN + 30, top + 20, 132, 44, 32, 24, bold=True, colour=colour, align="centre")
    pen.text(sheet.space, MARGIN + 192, top + 6, width - 216, 72, 42, 26, bold=not sheet.dim, colour=colour)
