"""A drawing onto a surface: no decisions, only colours, shapes and type, each made once per size and kept."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from hosts.console import shapes
from hosts.console.faces import Fonts
from hosts.console.view.draw import Bar, Box, Drawing, Mark, Rect, Sign, Text, Veil, line_height, text_height

Colour = tuple[int, int, int]

DARK: dict[str, Colour] = {
    "bg": (0x0B, 0x0E, 0x14), "s1": (0x14, 0x1A, 0x24), "s2": (0x1E, 0x27, 0x35),
    "text": (0xEE, 0xF1, 0xF5), "text2": (0xAE, 0xB9, 0xC7), "text3": (0x85, 0x92, 0xA3),
    "live": (0xEE, 0xF1, 0xF5), "onlive": (0x0B, 0x0E, 0x14), "ink": (0x0B, 0x0E, 0x14),
    "right": (0x57, 0xD0, 0x8A), "wrong": (0xFF, 0x7A, 0x6E), "line": (0x34, 0x40, 0x53), "hatch": (0x1B, 0x23, 0x30),
    "seat1": (0x66, 0x9E, 0xFA), "seat2": (0xE8, 0x7F, 0x25), "seat3": (0x74, 0xF0, 0xEE), "seat4": (0xFA, 0xE4, 0x31),
    "seat5": (0xCF, 0x7A, 0xC8), "seat6": (0x97, 0xD6, 0x75), "seat7": (0xC6, 0xBB, 0xD2), "seat8": (0x7F, 0xA0, 0x8C),
}  # fmt: skip
"""The colour tokens of the dark theme. ``veil`` is none of them: it darkens what lies under it."""

LIGHT: dict[str, Colour] = DARK | {
    "bg": (0xF6, 0xF4, 0xEF), "s1": (0xFF, 0xFF, 0xFF), "s2": (0xE6, 0xE2, 0xD9),
    "text": (0x14, 0x17, 0x1C), "text2": (0x43, 0x4A, 0x54), "text3": (0x5D, 0x65, 0x70),
    "live": (0x14, 0x17, 0x1C), "onlive": (0xFF, 0xFF, 0xFF),
    "right": (0x0A, 0x6B, 0x36), "wrong": (0xB3, 0x26, 0x1E), "line": (0xA8, 0xA3, 0x98), "hatch": (0xEE, 0xEB, 0xE4),
}  # fmt: skip
"""For a projector by day. The seats' fills, and the ink on them, are the same in both."""

_VEIL_ALPHA = 170
_SPENT_ALPHA = 90
_KEPT = 512


class Painter:
    """Paints drawings with one set of fonts and kept pictures. One thread."""

    def __init__(self, fonts: Fonts, colours: dict[str, Colour] | None = None) -> None:
        self._fonts = fonts
        self._colours = DARK if colours is None else colours
        self._kept: dict[tuple[object, ...], pygame.Surface] = {}

    def use(self, light: bool) -> None:
        """The light theme, or the dark one."""
        colours = LIGHT if light else DARK
        if colours is not self._colours:
            self._colours = colours
            self._kept.clear()

    def paint(self, surface: pygame.Surface, drawing: Drawing) -> None:
        """All of it, over whatever was there."""
        surface.fill(self._colours["bg"])
        for item in drawing:
            if isinstance(item, Text):
                self._text(surface, item)
            elif isinstance(item, Rect):
                self._rect(surface, item)
            elif isinstance(item, Sign):
                self._sign(surface, item)
            elif isinstance(item, Mark):
                picture = self._picture(
                    (item.box.w, item.name, item.colour),
                    lambda item=item: shapes.mark(item.box.w, item.name, self._colours[item.colour]),  # type: ignore[misc]
                )
                surface.blit(picture, item.box[:2])
            elif isinstance(item, Bar):
                self._bar(surface, item)
            else:
                self._veil(surface, item)

    def _picture(self, key: tuple[object, ...], make: Callable[[], pygame.Surface]) -> pygame.Surface:
        found = self._kept.get(key)
        if found is None:
            if len(self._kept) >= _KEPT:
                self._kept.clear()
            made = make()
            found = self._kept[key] = made.convert_alpha() if pygame.display.get_surface() else made
        return found

    def _text(self, surface: pygame.Surface, item: Text) -> None:
        colour, box = self._colours[item.colour], item.box
        y = box.y
        if item.middle:
            y += (box.h - text_height(len(item.lines), item.size, item.leading)) // 2
        for line in item.lines:
            words = self._fonts.line(line, item.size, item.bold, colour)
            slack = box.w - words.get_width()
            shift = {"left": 0, "centre": slack // 2, "right": slack}[item.align]
            surface.blit(words, (box.x + shift, y))
            y += item.leading

    def _rect(self, surface: pygame.Surface, item: Rect) -> None:
        where = pygame.Rect(item.box)
        if item.fill is not None:
            pygame.draw.rect(surface, self._colours[item.fill], where, border_radius=item.radius)
        if item.hatched:
            surface.blit(self._picture(("hatch", *item.box[2:]), lambda: self._hatch(item.box)), where.topleft)
        if item.edge is not None:
            pygame.draw.rect(surface, self._colours[item.edge], where, item.edge_w, border_radius=item.radius)

    def _hatch(self, box: Box) -> pygame.Surface:
        picture = pygame.Surface((box.w, box.h), pygame.SRCALPHA)
        step = max(8, box.h // 6)
        margin = max(2, box.h // 16)
        for x in range(-box.h, box.w, step):
            pygame.draw.line(picture, self._colours["hatch"], (x, box.h), (x + box.h, 0), max(2, step // 3))
        picture.fill((0, 0, 0, 0), (0, 0, box.w, margin))
        picture.fill((0, 0, 0, 0), (0, box.h - margin, box.w, margin))
        picture.fill((0, 0, 0, 0), (0, 0, margin, box.h))
        picture.fill((0, 0, 0, 0), (box.w - margin, 0, margin, box.h))
        return picture

    def _sign(self, surface: pygame.Surface, item: Sign) -> None:
        seat, side, style = item.seat, item.box.w, item.style
        own = self._colours[f"seat{1 + (seat - 1) % 8}"]
        fill = {"lit": own, "may": own, "dead": self._colours["text3"], "ink": self._colours["ink"]}[style]
        number = {"lit": self._colours["ink"], "may": own, "dead": fill, "ink": own}[style]
        filled = style in ("lit", "ink")
        key = ("sign", side, seat, fill, filled)
        surface.blit(self._picture(key, lambda: shapes.sign(side, seat, fill, filled)), item.box[:2])
        size = max(6, round(side * 0.42))
        words = self._fonts.line(str(seat), size, True, number)
        x = item.box.x + (side - words.get_width()) // 2
        y = item.box.y + (side - line_height(size)) // 2 + round(shapes.digit_shift(seat) * side)
        surface.blit(words, (x, y))

    def _bar(self, surface: pygame.Surface, item: Bar) -> None:
        box, gap = item.box, max(1, item.box.h // 4)
        full = self._colours[item.colour]
        spent = self._colours["line"] if item.spent == "veil" and item.hollow else self._colours.get(item.spent, full)
        for index in range(item.segments):
            left = box.x + box.w * index // item.segments
            right = box.x + box.w * (index + 1) // item.segments - (gap if index + 1 < item.segments else 0)
            edge = min(max(box.x + item.left, left), right)
            if edge > left:
                pygame.draw.rect(surface, full, (left, box.y, edge - left, box.h), 2 if item.hollow else 0)
            if right > edge:
                part = pygame.Rect(edge, box.y, right - edge, box.h)
                if item.spent == "veil":
                    self._shade(surface, part, full, _SPENT_ALPHA)
                else:
                    pygame.draw.rect(surface, spent, part)

    def _shade(self, surface: pygame.Surface, part: pygame.Rect, colour: Colour, alpha: int) -> None:
        shade = pygame.Surface(part.size)
        shade.fill(colour)
        shade.set_alpha(alpha)
        surface.blit(shade, part.topleft)

    def _veil(self, surface: pygame.Surface, item: Veil) -> None:
        self._shade(surface, pygame.Rect(item.box), self._colours["bg"], _VEIL_ALPHA)
