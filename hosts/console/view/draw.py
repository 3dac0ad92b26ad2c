"""What a screen is made of: a flat list of frozen items in pixels, painted in order; compared and dumped as text."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Literal, NamedTuple

Measure = Callable[[str, int, bool], int]
"""(text, size in pixels, SemiBold) to the width of the line in pixels."""

Align = Literal["left", "centre", "right"]

LINE_PERMILLE = 1200
"""Height of one line of type per mille of its size: from above a capital's breve to below a descender."""
BASELINE_PERMILLE = 940
"""The baseline under the top of the line, per mille of the size."""


class Box(NamedTuple):
    """A rectangle in pixels of the window."""

    x: int
    y: int
    w: int
    h: int

    @property
    def right(self) -> int:
        return self.x + self.w

    @property
    def bottom(self) -> int:
        return self.y + self.h

    def holds(self, other: Box) -> bool:
        """Whether ``other`` lies inside, edges included."""
        return (
            self.x <= other.x and self.y <= other.y and other.right <= self.right and other.bottom <= self.bottom
        )  # fmt: skip

    def meets(self, other: Box) -> bool:
        """Whether the two share a pixel."""
        return self.x < other.right and other.x < self.right and self.y < other.bottom and other.y < self.bottom


class Rect(NamedTuple):
    """A rounded rectangle. ``fill`` and ``edge`` are colour tokens or None; ``hatched`` lays stripes over the fill."""

    box: Box
    fill: str | None
    radius: int = 0
    edge: str | None = None
    edge_w: int = 0
    hatched: bool = False


class Text(NamedTuple):
    """Fitted lines of type. ``size`` is the em, ``leading`` from line to line; ``middle`` centres them in height."""

    box: Box
    lines: tuple[str, ...]
    size: int
    leading: int
    bold: bool
    colour: str
    align: Align = "left"
    middle: bool = False


SignStyle = Literal["lit", "may", "dead", "ink"]


class Sign(NamedTuple):
    """A seat's shape with its number. lit: filled; may: outline in colour; dead: grey outline; ink: on its own fill."""

    box: Box
    seat: int
    style: SignStyle


class Mark(NamedTuple):
    """A small drawing by name: open, closed, hold, right, wrong, lock, plug, joined, equal, dash, bang."""

    box: Box
    name: str
    colour: str


class Bar(NamedTuple):
    """What is left of a time: ``left`` of ``box.w`` pixels are full; ``segments`` of equal width; hollow on hold."""

    box: Box
    segments: int
    left: int
    colour: str
    spent: str
    hollow: bool = False


class Veil(NamedTuple):
    """All before this lies under a veil and is out of play; what follows lies over it."""

    box: Box


def mixed(over: str, under: str, permille: int) -> str:
    """A colour on its way from one token to another: the name of so much of ``over`` upon ``under``."""
    return over if permille >= 1000 else under if permille <= 0 else f"{over}:{permille}:{under}"


def parts_of(token: str) -> tuple[str, int, str]:
    """What `mixed` made a name of. Errors: KeyError for a name that is neither mixed nor a colour."""
    over, _, rest = token.partition(":")
    permille, _, under = rest.partition(":")
    if not under:
        raise KeyError(token)
    return over, int(permille), under


Item = Rect | Text | Sign | Mark | Bar | Veil
Drawing = tuple[Item, ...]


def line_height(size: int) -> int:
    return -(-size * LINE_PERMILLE // 1000)


def text_height(lines: int, size: int, leading: int) -> int:
    return line_height(size) + leading * (lines - 1) if lines else 0


def extents(text: Text, measure: Measure) -> list[Box]:
    """Where each line of a text really lies."""
    total = text_height(len(text.lines), text.size, text.leading)
    top = text.box.y + ((text.box.h - total) // 2 if text.middle else 0)
    found = []
    for index, line in enumerate(text.lines):
        width = measure(line, text.size, text.bold)
        slack = text.box.w - width
        x = text.box.x + {"left": 0, "centre": slack // 2, "right": slack}[text.align]
        found.append(Box(x, top + index * text.leading, width, line_height(text.size)))
    return found


def dump(items: Iterable[Item]) -> str:
    """A drawing as text, one item a line: what golden drawings are compared by."""
    return "".join(f"{_dumped(item)}\n" for item in items)


def _dumped(item: Item) -> str:
    where = f"{item.box.x},{item.box.y} {item.box.w}x{item.box.h}"
    if isinstance(item, Text):
        face = f"{item.size}{'b' if item.bold else ''}"
        words = " / ".join(item.lines)
        return f"text {where} {face} {item.colour} {item.align} | {words}"
    if isinstance(item, Rect):
        extra = f" edge {item.edge}" if item.edge else ""
        return f"rect {where} {item.fill}{extra}{' hatched' if item.hatched else ''}"
    if isinstance(item, Sign):
        return f"sign {where} {item.seat} {item.style}"
    if isinstance(item, Mark):
        return f"mark {where} {item.name} {item.colour}"
    if isinstance(item, Bar):
        hollow = " hollow" if item.hollow else ""
        return f"bar  {where} {item.left} of {item.box.w} in {item.segments} {item.colour}{hollow}"
    return f"veil {where}"
