"""How colours are seen: contrast, distance, and what is left of them for eyes that lack a kind of cone. Pure."""

from __future__ import annotations

import math
from typing import Literal

Colour = tuple[int, int, int]
Triple = tuple[float, float, float]
Blind = Literal["protan", "deutan", "tritan", "grey"]

_MATRICES: dict[Blind, tuple[Triple, Triple, Triple]] = {
    "protan": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deutan": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritan": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
    "grey": ((0.2126, 0.7152, 0.0722), (0.2126, 0.7152, 0.0722), (0.2126, 0.7152, 0.0722)),
}
"""On linear RGB: Machado, Oliveira, Fernandes 2009, severity 1; grey is the luminance of sRGB."""
BLIND: tuple[Blind, ...] = tuple(_MATRICES)


def linear(colour: Colour) -> Triple:
    """From sRGB, 0 to 1."""
    red, green, blue = (v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in (c / 255 for c in colour))
    return red, green, blue


def seen_by(colour: Colour, blind: Blind) -> Colour:
    """The colour as it looks without one kind of cone, or with none."""
    rgb = linear(colour)
    red, green, blue = (_byte(sum(m * v for m, v in zip(row, rgb, strict=True))) for row in _MATRICES[blind])
    return red, green, blue


def _byte(value: float) -> int:
    held = min(max(value, 0.0), 1.0)
    return round(255 * (12.92 * held if held <= 0.0031308 else 1.055 * held ** (1 / 2.4) - 0.055))


def contrast(one: Colour, other: Colour) -> float:
    """WCAG 2: 1 (the same) to 21 (black on white)."""
    dark, bright = sorted(_luminance(each) for each in (one, other))
    return (bright + 0.05) / (dark + 0.05)


def _luminance(colour: Colour) -> float:
    red, green, blue = linear(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def distance(one: Colour, other: Colour) -> float:
    """In OKLab (Ottosson 2020): 0 is the same, about 0.02 can just be told apart."""
    return math.dist(_oklab(one), _oklab(other))


def _oklab(colour: Colour) -> Triple:
    r, g, b = linear(colour)
    long = (0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b) ** (1 / 3)
    middle = (0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b) ** (1 / 3)
    short = (0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b) ** (1 / 3)
    return (
        0.2104542553 * long + 0.7936177850 * middle - 0.0040720468 * short,
        1.9779984951 * long - 2.4285922050 * middle + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * middle - 0.8086757660 * short,
    )
