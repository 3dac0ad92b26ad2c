"""What all overlays share."""

from __future__ import annotations

from hosts.console.view.draw import Box, Veil
from hosts.console.view.pen import Pen


def veil(pen: Pen) -> None:
    """Everything so far lies under it."""
    pen.items.append(Veil(Box(0, 0, *pen.pixels)))
