"""The seats' signs and the small marks as pictures: drawn at four times their size, smoothed down, kept."""

from __future__ import annotations

import math

import pygame

Colour = tuple[int, int, int]
Point = tuple[float, float]

_OVER = 4
_DIGIT_SHIFT = {3: 0.12, 5: -0.12}
"""Triangles carry their number nearer to their base."""


def outline(seat: int) -> list[Point] | None:
    """A seat's shape in a unit square; None is the disc of seat 1."""
    if seat == 1:
        return None
    if seat == 2:
        return [(0.1, 0.1), (0.9, 0.1), (0.9, 0.9), (0.1, 0.9)]
    if seat == 3:
        return [(0.5, 0.04), (0.98, 0.92), (0.02, 0.92)]
    if seat == 4:
        return [(0.5, 0.01), (0.99, 0.5), (0.5, 0.99), (0.01, 0.5)]
    if seat == 5:
        return [(0.5, 0.96), (0.02, 0.08), (0.98, 0.08)]
    if seat == 6:
        a, b = 0.27, 0.73
        return [
            (a, 0.05), (b, 0.05), (b, a), (0.95, a), (0.95, b), (b, b), (b, 0.95), (a, 0.95), (a, b), (0.05, b),
            (0.05, a), (a, a),
        ]  # fmt: skip
    if seat == 7:
        return [(0.5 + 0.49 * math.cos(k * math.pi / 3), 0.5 + 0.49 * math.sin(k * math.pi / 3)) for k in range(6)]
    points = []
    for k in range(10):
        radius = 0.5 if k % 2 == 0 else 0.25
        angle = -math.pi / 2 + k * math.pi / 5
        points.append((0.5 + radius * math.cos(angle), 0.53 + radius * math.sin(angle)))
    return points


def sign(side: int, seat: int, fill: Colour, filled: bool, edge: Colour | None = None) -> pygame.Surface:
    """The shape alone, filled or as an outline; the painter sets the number. ``edge``: a line along its borders."""
    big = side * _OVER
    surface = pygame.Surface((big, big), pygame.SRCALPHA)
    wide = 0.80 if edge is None else 0.76
    rings: list[tuple[float, Colour | None]] = [(1.0, fill)] if edge is None else [(1.0, edge), (0.91, fill)]
    if not filled:
        rings += [(wide, None)] if edge is None else [(wide, edge), (wide - 0.06, None)]
    for share, colour in rings:
        _shape(surface, big, 1 + (seat - 1) % 8, share, colour or (0, 0, 0, 0))
    return pygame.transform.smoothscale(surface, (side, side))


def _shape(surface: pygame.Surface, big: int, seat: int, share: float, colour: tuple[int, ...]) -> None:
    """One seat's shape, shrunk towards its middle."""
    shape = outline(seat)
    if shape is None:
        radius = 0.46 - (1.0 - share) * 0.4
        pygame.draw.circle(surface, colour, (big // 2, big // 2), round(big * radius))
        return
    middle = (0.5, sum(y for _, y in shape) / len(shape))
    points = [((x - middle[0]) * share + middle[0], (y - middle[1]) * share + middle[1]) for x, y in shape]
    pygame.draw.polygon(surface, colour, [(x * big, y * big) for x, y in points])


def disc(radius: int, width: int, colour: Colour) -> pygame.Surface:
    """Whose quarters are the corners of a rounded rectangle: a disc, or a ring of ``width``; 0 is the whole disc."""
    big = 2 * radius * _OVER
    surface = pygame.Surface((big, big), pygame.SRCALPHA)
    surface.fill((*colour, 0))  # smoothed, the rim must not go through black
    pygame.draw.circle(surface, colour, (big // 2, big // 2), big // 2, width * _OVER)
    return pygame.transform.smoothscale(surface, (2 * radius, 2 * radius))


def digit_shift(seat: int) -> float:
    """How far the number stands from the middle, in sides."""
    return _DIGIT_SHIFT.get(1 + (seat - 1) % 8, 0.0)


def mark(side: int, name: str, colour: Colour) -> pygame.Surface:
    """A small mark by name; an unknown name is a disc."""
    s = side * _OVER
    surface = pygame.Surface((s, s), pygame.SRCALPHA)

    def line(a: Point, b: Point, width: float = 0.11) -> None:
        ax, ay, bx, by = a[0] * s, a[1] * s, b[0] * s, b[1] * s
        half = width * s / 2
        length = math.hypot(bx - ax, by - ay) or 1
        nx, ny = -(by - ay) / length * half, (bx - ax) / length * half
        corners = [(ax + nx, ay + ny), (bx + nx, by + ny), (bx - nx, by - ny), (ax - nx, ay - ny)]
        pygame.draw.polygon(surface, colour, corners)
        for x, y in ((ax, ay), (bx, by)):
            pygame.draw.circle(surface, colour, (round(x), round(y)), round(half))

    def ring(radius: float, width: float) -> None:
        pygame.draw.circle(surface, colour, (s // 2, s // 2), round(radius * s), round(width * s))

    if name == "open":
        ring(0.44, 0.09)
        ring(0.2, 0)
    elif name == "closed":
        ring(0.44, 0.09)
        line((0.22, 0.78), (0.78, 0.22), 0.09)
    elif name == "hold":
        pygame.draw.rect(surface, colour, (round(0.24 * s), round(0.1 * s), round(0.18 * s), round(0.8 * s)))
        pygame.draw.rect(surface, colour, (round(0.58 * s), round(0.1 * s), round(0.18 * s), round(0.8 * s)))
    elif name == "right":
        line((0.12, 0.54), (0.38, 0.8), 0.16)
        line((0.38, 0.8), (0.88, 0.22), 0.16)
    elif name == "wrong":
        line((0.18, 0.18), (0.82, 0.82), 0.16)
        line((0.18, 0.82), (0.82, 0.18), 0.16)
    elif name == "lock":
        pygame.draw.rect(surface, colour, (round(0.2 * s), round(0.44 * s), round(0.6 * s), round(0.48 * s)))
        box = (round(0.29 * s), round(0.1 * s), round(0.42 * s), round(0.68 * s))
        pygame.draw.arc(surface, colour, box, 0, math.pi, round(0.11 * s))
    elif name == "plug":
        line((0.02, 0.5), (0.2, 0.5), 0.12)
        line((0.8, 0.5), (0.98, 0.5), 0.12)
        for left in (0.2, 0.6):
            pygame.draw.rect(surface, colour, (round(left * s), round(0.2 * s), round(0.2 * s), round(0.6 * s)))
    elif name == "joined":
        line((0.02, 0.5), (0.98, 0.5), 0.12)
        pygame.draw.rect(surface, colour, (round(0.25 * s), round(0.2 * s), round(0.5 * s), round(0.6 * s)))
    elif name == "bang":
        line((0.5, 0.14), (0.5, 0.56), 0.18)
        pygame.draw.circle(surface, colour, (s // 2, round(0.84 * s)), round(0.11 * s))
    elif name == "equal":
        line((0.15, 0.34), (0.85, 0.34), 0.16)
        line((0.15, 0.66), (0.85, 0.66), 0.16)
    elif name == "dash":
        line((0.2, 0.5), (0.8, 0.5), 0.1)
    else:
        ring(0.3, 0)
    return pygame.transform.smoothscale(surface, (side, side))
