"""Lays items out: lengths in ``u`` in, pixels out. A ``u`` is 1/1080 of the height or 1/1440 of the width."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVarTuple, Unpack

from hosts.console.view.draw import Align, Bar, Box, Item, Mark, Rect, Sign, SignStyle, Text
from hosts.console.view.fit import Fits, Fitted
from hosts.console.view.ui import Look

Content = TypeVarTuple("Content")
SMALLEST = 24
"""No type is smaller, in u, where the words find room at all."""
LARGER = 1.2
"""So much larger is type for weak eyes; where the words find no room, it gives way down to the usual sizes."""


class Pen:
    """Collects the items of one drawing. All coordinates in u; the canvas is ``width`` ≥ 1440 by ``height`` ≥ 1080."""

    def __init__(self, size: tuple[int, int], look: Look, fits: Fits) -> None:
        self.pixels = size
        self.u = max(min(size[1] / 1080, size[0] / 1440), 0.05)
        self.width = size[0] / self.u
        self.height = size[1] / self.u
        self.look = look
        self.lang = look.lang
        self.type = LARGER if look.larger else 1.0
        self._type_u = self.u * self.type
        self.fits = fits
        self.items: list[Item] = []

    def part(self, layout: Callable[[Pen, Unpack[Content]], None], *content: *Content) -> None:
        """What ``layout`` draws of a content: kept, and laid out anew only when the content (hashable) is another."""
        key = (layout, self.pixels, self.look.lang, self.look.larger, content)
        items = self.fits.part(key)
        if items is None:
            pen = Pen(self.pixels, self.look, self.fits)
            layout(pen, *content)
            items = tuple(pen.items)
            self.fits.keep_part(key, items)
        self.items += items

    def px(self, length: float) -> int:
        return max(1, round(length * self.u))

    def box(self, x: float, y: float, w: float, h: float) -> Box:
        """Edges are rounded, not lengths: neighbours stay neighbours."""
        left, top = round(x * self.u), round(y * self.u)
        return Box(left, top, max(1, round((x + w) * self.u) - left), max(1, round((y + h) * self.u) - top))

    def rect(
        self,
        x: float,
        y: float,
        w: float,
        h: float,
        fill: str | None,
        radius: float = 16,
        edge: str | None = None,
        edge_w: float = 3,
        hatched: bool = False,
    ) -> None:
        edge_px = self.px(edge_w) if edge else 0
        self.items.append(Rect(self.box(x, y, w, h), fill, self.px(radius) if radius else 0, edge, edge_px, hatched))

    def sign(self, x: float, y: float, side: float, seat: int, style: SignStyle) -> None:
        self.items.append(Sign(self.box(x, y, side, side), seat, style))

    def mark(self, x: float, y: float, side: float, name: str, colour: str) -> None:
        self.items.append(Mark(self.box(x, y, side, side), name, colour))

    def bar(
        self, x: float, y: float, w: float, h: float, share: float, segments: int, colour: str, spent: str, hollow: bool
    ) -> None:
        box = self.box(x, y, w, h)
        left = round(box.w * min(max(share, 0.0), 1.0))
        self.items.append(Bar(box, segments, left, colour, spent, hollow))

    def text(
        self,
        text: str,
        x: float,
        y: float,
        w: float,
        h: float,
        big: float,
        small: float = SMALLEST,
        *,
        bold: bool = False,
        colour: str = "text",
        align: Align = "left",
        middle: bool = True,
        lines: int = 1,
    ) -> None:
        """Few words: the fewest lines, then the largest size."""
        box = self.box(x, y, w, h)
        self.place(self.label(text, box, big, small, bold, lines), box, colour, align, middle)

    def label(self, text: str, box: Box, big: float, small: float, bold: bool = False, lines: int = 1) -> Fitted:
        """Few words fitted into a box: ``big`` and ``small`` in u, larger where the look says so."""
        least = self.px(small)
        if self.type != 1.0:
            larger = self.fits.label(text, box.w, box.h, self._px(big), self._px(small), bold, lines, whole=True)
            if larger.lines or not text:
                return larger
            return self.fits.label(text, box.w, box.h, self._px(big), least, bold, lines)
        return self.fits.label(text, box.w, box.h, self.px(big), least, bold, lines)

    def many(self, text: str, box: Box, big: float, small: float) -> Fitted:
        """Many words fitted into a box, as large as they fit."""
        return self.fits.block(text, box.w, box.h, self._px(big), self.px(small))

    def _px(self, size: float) -> int:
        """A size of type, as large as the look has it."""
        return max(1, round(size * self._type_u))

    def block(
        self,
        text: str,
        x: float,
        y: float,
        w: float,
        h: float,
        big: float,
        small: float = SMALLEST,
        colour: str = "text",
    ) -> None:
        """Many words, as large as they fit."""
        box = self.box(x, y, w, h)
        self.place(self.many(text, box, big, small), box, colour)

    def width_of(self, text: str, size: float, bold: bool = False) -> float:
        """In u, with a pixel to spare."""
        return (self.fits.width(text, self._px(size), bold) + 1) / self.u

    def place(self, fitted: Fitted, box: Box, colour: str, align: Align = "left", middle: bool = False) -> None:
        """Type that has been fitted already."""
        if fitted.lines:
            self.items.append(
                Text(box, fitted.lines, fitted.size, fitted.leading, fitted.bold, colour, align, middle)
            )  # fmt: skip
