"""The colours by name, dark and light, and what the painter makes of them; pure."""

from __future__ import annotations

from hosts.console.view.draw import parts_of

Colour = tuple[int, int, int]

DARK: dict[str, Colour] = {
    "bg": (0x0B, 0x0E, 0x14), "s1": (0x14, 0x1A, 0x24), "s2": (0x1E, 0x27, 0x35),
    "text": (0xEE, 0xF1, 0xF5), "text2": (0xAE, 0xB9, 0xC7), "text3": (0x85, 0x92, 0xA3),
    "live": (0xEE, 0xF1, 0xF5), "onlive": (0x0B, 0x0E, 0x14), "ink": (0x0B, 0x0E, 0x14),
    "right": (0x57, 0xD0, 0x8A), "wrong": (0xFF, 0x7A, 0x6E), "onwrong": (0x0B, 0x0E, 0x14),
    "line": (0x34, 0x40, 0x53), "hatch": (0x1B, 0x23, 0x30),
    "seat1": (0x66, 0x9E, 0xFA), "seat2": (0xE8, 0x7F, 0x25), "seat3": (0x74, 0xF0, 0xEE), "seat4": (0xFA, 0xE4, 0x31),
    "seat5": (0xCF, 0x7A, 0xC8), "seat6": (0x97, 0xD6, 0x75), "seat7": (0xC6, 0xBB, 0xD2), "seat8": (0x7F, 0xA0, 0x8C),
}  # fmt: skip
"""The dark theme. ``veil`` is no colour: it darkens what lies under it."""

LIGHT: dict[str, Colour] = DARK | {
    "bg": (0xF6, 0xF4, 0xEF), "s1": (0xFF, 0xFF, 0xFF), "s2": (0xE6, 0xE2, 0xD9),
    "text": (0x14, 0x17, 0x1C), "text2": (0x42, 0x49, 0x53), "text3": (0x5D, 0x65, 0x70),
    "live": (0x14, 0x17, 0x1C), "onlive": (0xFF, 0xFF, 0xFF),
    "right": (0x0A, 0x6B, 0x36), "wrong": (0xB3, 0x26, 0x1E), "onwrong": (0xFF, 0xFF, 0xFF),
    "line": (0xA8, 0xA3, 0x98), "hatch": (0xEE, 0xEB, 0xE4),
}  # fmt: skip
"""For a projector by day. The seats' fills, and the ink on them, are the same in both."""

VEIL_PERMILLE = 667
"""So much of the ground's colour a veil lays over what lies under it."""


def mix(over: Colour, under: Colour, permille: int) -> Colour:
    """``permille`` of one colour over another."""
    red, green, blue = ((a * permille + b * (1000 - permille) + 500) // 1000 for a, b in zip(over, under, strict=True))
    return red, green, blue


class Palette(dict[str, Colour]):
    """Colours by name; a mixed one (`view.draw.mixed`) is made when it is first asked for."""

    def __missing__(self, token: str) -> Colour:
        over, permille, under = parts_of(token)
        made = self[token] = mix(self[over], self[under], permille)
        return made


def palette(light: bool, veils: int = 0) -> Palette:
    """A theme as it looks under so many veils."""
    colours = LIGHT if light else DARK
    for _ in range(veils):
        colours = {name: mix(colours["bg"], colour, VEIL_PERMILLE) for name, colour in colours.items()}
    return Palette(colours)
