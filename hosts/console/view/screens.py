"""What lies over a screen: help, and the warning that the keys go elsewhere."""

from __future__ import annotations

from collections.abc import Sequence

from hosts.console.view.overlay import veil
from hosts.console.view.pen import Pen
from hosts.console.view.scene import Scene
from hosts.console.view.words import HELP, say


def help_overlay(pen: Pen, scene: Scene) -> None:
    """All keys in two columns."""
    codes = list(HELP)
    rules = scene.setup.rules
    if rules.busy_press == "fine" and rules.fine_from == "named":
        codes.insert(codes.index("h_no_answer"), "h_named")
    if scene.ui.digits != "off":
        codes.insert(0, "h_digits_none" if scene.ui.digits == "grant" else "h_digits_keyboard")
    help_panel(pen, codes)


def help_panel(pen: Pen, codes: Sequence[str]) -> None:
    """Sentences about keys in two columns, over what has been drawn."""
    veil(pen)
    x, y, w = 60.0, 60.0, pen.width - 120
    pen.rect(x, y, w, pen.height - 120, "s1", edge="line", edge_w=2)
    pen.text(say(pen.lang, "help"), x + 40, y + 24, w - 80, 70, 56, 36, bold=True)
    rows = -(-len(codes) // 2)
    row = min(86.0, (pen.height - 120 - 150) / rows)
    half = (w - 120) / 2
    for index, code in enumerate(codes):
        left = x + 40 + (index // rows) * (half + 40)
        pen.text(say(pen.lang, code), left, y + 116 + (index % rows) * row, half, row - 6, 34, 24, lines=2)


def unfocused_overlay(pen: Pen) -> None:
    """While the keys go to another window: large, and the buttons count all the same."""
    veil(pen)
    w = min(1300.0, pen.width - 160)
    x, y = (pen.width - w) / 2, pen.height * 0.32
    pen.rect(x, y, w, 250, "live", 24)
    inner = w - 80
    words = say(pen.lang, "unfocused")
    pen.text(words, x + 40, y + 36, inner, 104, 72, 40, bold=True, colour="onlive", align="centre")
    words = say(pen.lang, "unfocused_do")
    pen.text(words, x + 40, y + 156, inner, 60, 40, 28, colour="onlive", align="centre")
