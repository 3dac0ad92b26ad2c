"""A drawing onto a surface: no decisions, only colours, shapes and type, each made once per size and kept.

What has not changed is not painted again: `Painter.paint` takes the places that have. In the light theme every fill of
a seat has an edge of ink; where fills of one seat meet, as in the joint, they have one edge around all of them. A veil
is painted as the colours that it leaves, so that nothing is laid over the whole screen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

import pygame

from hosts.console import shapes
from hosts.console.colours import Colour, Palette, palette
from hosts.console.faces import Fonts
from hosts.console.view.draw import Bar, Box, Drawing, Item, Mark, Rect, Sign, Text, Veil, line_height, text_height

_SPENT_ALPHA = 90
_KEPT = 512
_EDGE_U = 4
"""The edge of ink in the light theme, in u."""


class Painter:
    """Paints drawings with one set of fonts and kept pictures. One thread."""

    def __init__(self, fonts: Fonts, light: bool = False) -> None:
        self._fonts = fonts
        self._kept: dict[tuple[object, ...], pygame.Surface] = {}
        self._light = light
        self._palettes: list[Palette] = []
        """By the number of veils that lie over what is painted."""
        self._colours = self._under(0)
        self._ink_w = 0

    def use(self, light: bool) -> None:
        """The light theme, or the dark one."""
        if light is not self._light:
            self._light = light
            self._kept.clear()
            self._palettes.clear()

    def paint(
        self, surface: pygame.Surface, drawing: Drawing, places: Iterable[Box] | None = None
    ) -> list[pygame.Rect]:
        """The drawing, over whatever was there: all of it, or only the places that have changed. Returns where."""
        width, height = surface.get_size()
        self._ink_w = max(1, round(_EDGE_U * min(height / 1080, width / 1440))) if self._light else 0
        reach = 2 * self._ink_w
        where = (
            [surface.get_rect()] if places is None else [pygame.Rect(place).inflate(reach, reach) for place in places]
        )
        for place in where:
            surface.set_clip(place)
            self._paint(surface, drawing, place)
        surface.set_clip(None)
        return where

    def _paint(self, surface: pygame.Surface, drawing: Drawing, place: pygame.Rect) -> None:
        veils = sum(isinstance(item, Veil) for item in drawing)
        self._colours = self._under(veils)
        surface.fill(self._colours["bg"])
        inked = self._inked(drawing)
        whole, hidden = place == surface.get_rect(), _hidden(drawing)
        for index, item in enumerate(drawing):
            if isinstance(item, Veil):
                veils -= 1
                self._colours = self._under(veils)
                continue
            for outlined in inked.get(index, ()):
                around = pygame.Rect(outlined.box).inflate(2 * self._ink_w, 2 * self._ink_w)
                radius = outlined.radius + self._ink_w if outlined.radius else 0
                self._rounded(surface, around, radius, self._colours["ink"])
            if (whole or place.colliderect(item.box)) and index not in hidden:
                self._item(surface, item)

    def _item(self, surface: pygame.Surface, item: Item) -> None:
        if isinstance(item, Text):
            self._text(surface, item)
        elif isinstance(item, Rect):
            self._rect(surface, item)
        elif isinstance(item, Sign):
            self._sign(surface, item)
        elif isinstance(item, Mark):
            name, side, colour = item.name, item.box.w, self._colours[item.colour]
            picture = self._picture(("mark", side, name, colour), lambda: shapes.mark(side, name, colour))
            surface.blit(picture, item.box[:2])
        elif isinstance(item, Bar):
            self._bar(surface, item)

    def _under(self, veils: int) -> Palette:
        while len(self._palettes) <= veils:
            self._palettes.append(palette(self._light, len(self._palettes)))
        return self._palettes[veils]

    def _inked(self, drawing: Drawing) -> dict[int, list[Rect]]:
        """In the light theme, before which item which fills get their ink: the first of each group that meets."""
        found: dict[int, list[Rect]] = {}
        if not self._light:
            return found
        for index, item in enumerate(drawing):
            if isinstance(item, Rect) and _is_seats(item.fill):
                first = next((at for at, group in found.items() if _one_figure(item, group, drawing[at:index])), index)
                found.setdefault(first, []).append(item)
        return found

    def _picture(self, key: tuple[object, ...], make: Callable[[], pygame.Surface]) -> pygame.Surface:
        found = self._kept.get(key)
        if found is None:
            if len(self._kept) >= _KEPT:
                self._kept.clear()
            made = make()
            found = made.convert_alpha() if pygame.display.get_surface() else made
            found.set_alpha(255, pygame.RLEACCEL)  # what is clear in it costs nothing
            self._kept[key] = found
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
            self._rounded(surface, where, item.radius, self._colours[item.fill])
        if item.hatched:
            stripes = self._colours["hatch"]
            surface.blit(
                self._picture(("hatch", *where.size, stripes), lambda: _hatch(item.box, stripes)), where.topleft
            )
        if item.edge is not None:
            self._rounded(surface, where, item.radius, self._colours[item.edge], item.edge_w)
            if self._light and item.edge.startswith("seat"):
                self._ink_lines(surface, where, item.edge_w, item.radius)

    def _ink_lines(self, surface: pygame.Surface, where: pygame.Rect, w: int, radius: int) -> None:
        """Along both sides of an edge in a seat's colour, which alone is too pale upon white."""
        line, ink = max(1, self._ink_w // 2), self._colours["ink"]
        self._rounded(surface, where, radius, ink, line)
        self._rounded(surface, where.inflate(-2 * w, -2 * w), max(0, radius - w), ink, line)

    def _rounded(self, surface: pygame.Surface, where: pygame.Rect, radius: int, colour: Colour, edge: int = 0) -> None:
        """A rounded rectangle, filled or as an edge: plain fills, and corners that are kept."""
        x, y, w, h = where
        r = min(radius, w // 2, h // 2)
        if edge == 0:
            fills = [(x, y + r, w, h - 2 * r), (x + r, y, w - 2 * r, r), (x + r, y + h - r, w - 2 * r, r)]
        else:
            fills = [(x + r, y, w - 2 * r, edge), (x + r, y + h - edge, w - 2 * r, edge)]
            fills += [(x, y + r, edge, h - 2 * r), (x + w - edge, y + r, edge, h - 2 * r)]
        for fill in fills:
            surface.fill(colour, fill)
        if r > 0:
            disc = self._picture(("disc", r, edge, colour), lambda: shapes.disc(r, min(edge, r), colour))
            for right in (0, 1):
                for low in (0, 1):
                    corner = (x + right * (w - r), y + low * (h - r))
                    surface.blit(disc, corner, (right * r, low * r, r, r))

    def _sign(self, surface: pygame.Surface, item: Sign) -> None:
        seat, side, style = item.seat, item.box.w, item.style
        own, ink = self._colours[f"seat{1 + (seat - 1) % 8}"], self._colours["ink"]
        fill = {"lit": own, "may": own, "dead": self._colours["text3"], "ink": ink}[style]
        number = {"lit": ink, "may": self._colours["text"] if self._light else own, "dead": fill, "ink": own}[style]
        filled, edge = style in ("lit", "ink"), ink if self._light and style in ("lit", "may") else None
        picture = self._picture(
            ("sign", side, seat, fill, filled, edge), lambda: shapes.sign(side, seat, fill, filled, edge)
        )
        surface.blit(picture, item.box[:2])
        size = max(6, round(side * 0.42))
        words = self._fonts.line(str(seat), size, True, number)
        x = item.box.x + (side - words.get_width()) // 2
        y = item.box.y + (side - line_height(size)) // 2 + round(shapes.digit_shift(seat) * side)
        surface.blit(words, (x, y))

    def _bar(self, surface: pygame.Surface, item: Bar) -> None:
        box, gap = item.box, max(1, item.box.h // 4)
        full = self._colours[item.colour]
        veiled = item.spent == "veil"
        spent = full if veiled else self._colours[item.spent]
        for left, edge, right in _segments(item, gap):
            if edge > left:
                pygame.draw.rect(surface, full, (left, box.y, edge - left, box.h), 2 if item.hollow else 0)
            if right > edge:
                part = pygame.Rect(edge, box.y, right - edge, box.h)
                if veiled:
                    _shade(surface, part, full, _SPENT_ALPHA)
                else:
                    pygame.draw.rect(surface, spent, part)


def _segments(item: Bar, gap: int) -> Iterator[tuple[int, int, int]]:
    """Of each segment where it begins, where what is full of it ends, and where it ends."""
    box = item.box
    for index in range(item.segments):
        left = box.x + box.w * index // item.segments
        right = box.x + box.w * (index + 1) // item.segments - (gap if index + 1 < item.segments else 0)
        yield left, min(max(box.x + item.left, left), right), right


def _hidden(drawing: Drawing) -> set[int]:
    """What lies wholly under the panel of an overlay: it need not be painted."""
    panels = [at + 1 for at, item in enumerate(drawing[:-1]) if isinstance(item, Veil)]
    found: set[int] = set()
    for at in panels:
        panel = drawing[at]
        if isinstance(panel, Rect) and panel.fill is not None:
            x, y, w, h = panel.box
            cover = Box(x + panel.radius, y + panel.radius, w - 2 * panel.radius, h - 2 * panel.radius)
            found |= {index for index, item in enumerate(drawing[:at]) if cover.holds(item.box)}
    return found


def _one_figure(item: Rect, group: list[Rect], between: Drawing) -> bool:
    """Whether a fill belongs to a group of the same colour: it touches one of them, and no veil lies between."""
    x, y, w, h = item.box
    around = Box(x - 1, y - 1, w + 2, h + 2)
    same = [each for each in group if each.fill == item.fill and each.box.meets(around)]
    return bool(same) and not any(isinstance(each, Veil) for each in between)


def _is_seats(fill: str | None) -> bool:
    """A seat's own colour, not one that is fading."""
    return fill is not None and fill.startswith("seat") and ":" not in fill


def _shade(surface: pygame.Surface, part: pygame.Rect, colour: Colour, alpha: int) -> None:
    shade = pygame.Surface(part.size)
    shade.fill(colour)
    shade.set_alpha(alpha)
    surface.blit(shade, part.topleft)


def _hatch(box: Box, colour: Colour) -> pygame.Surface:
    picture = pygame.Surface((box.w, box.h), pygame.SRCALPHA)
    step = max(8, box.h // 6)
    margin = max(2, box.h // 16)
    for x in range(-box.h, box.w, step):
        pygame.draw.line(picture, colour, (x, box.h), (x + box.h, 0), max(2, step // 3))
    picture.fill((0, 0, 0, 0), (0, 0, box.w, margin))
    picture.fill((0, 0, 0, 0), (0, box.h - margin, box.w, margin))
    picture.fill((0, 0, 0, 0), (0, 0, margin, box.h))
    picture.fill((0, 0, 0, 0), (box.w - margin, 0, margin, box.h))
    return picture
